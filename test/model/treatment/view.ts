import {
  TRACKER,
  type TrackedTreatment,
  type TreatmentView,
} from '../../../src/core/treatment/follow/treatment-tracker.ts';

const views = new WeakMap<TrackedTreatment, { now: number; view: TreatmentView }>();

/** What a screen shows of the treatment that it follows. It is computed once for each instant, because it is often needed. */
export function viewOf(tracked: TrackedTreatment, now: number): TreatmentView {
  const known = views.get(tracked);
  if (known?.now === now) return known.view;
  const view = TRACKER.view(tracked, now);
  views.set(tracked, { now, view });
  return view;
}
