import type { TreatmentPhase } from '../../../core/treatment/follow/treatment-view.ts';
import { copy } from '../../copy/zh-CN.ts';

/** Returns what is known of the end of a treatment: that it ended, or that its time is over. */
export function endWords(phase: TreatmentPhase): { title: string; text?: string } {
  if (phase === 'over') return { title: copy.treatment.over, text: copy.treatment.overHint };
  if (phase === 'replaced') return { title: copy.treatment.finished, text: copy.treatment.replacedHint };
  return { title: copy.treatment.finished };
}
