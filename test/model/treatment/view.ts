import type { TrackedTreatment } from '../../../src/core/treatment/follow/treatment-tracker.ts';
import { viewOf as computedView, type TreatmentView } from '../../../src/core/treatment/follow/treatment-view.ts';

const views = new WeakMap<TrackedTreatment, { now: number; view: TreatmentView }>();

/** What a screen shows of the treatment that it follows. It is computed once for each instant, because it is often needed. */
export function viewOf(tracked: TrackedTreatment, now: number): TreatmentView {
  const known = views.get(tracked);
  if (known?.now === now) return known.view;
  const view = computedView(tracked, now);
  views.set(tracked, { now, view });
  return view;
}
