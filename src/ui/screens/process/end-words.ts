import { timeOfDayText } from '../../../core/basics/time.ts';
import type { TreatmentPhase, TreatmentView } from '../../../core/treatment/follow/treatment-view.ts';
import { copy } from '../../copy/zh-CN.ts';
import { separated } from '../../parts/words/separated.ts';

/** Returns what is known of the end of a treatment: that it ended, or that its time is over. */
export function endWords(phase: TreatmentPhase): { title: string; text?: string } {
  if (phase === 'over') return { title: copy.treatment.over, text: copy.treatment.overHint };
  if (phase === 'replaced') return { title: copy.treatment.finished, text: copy.treatment.replacedHint };
  return { title: copy.treatment.finished };
}

/** Names the mode that ran, and from when to when, as far as it is known. Undefined of a treatment that nothing showed running. */
export function wordsOfRun({ phase, mode, beganAt, endedAt }: TreatmentView): string | undefined {
  if (phase === 'over') return undefined;
  const time = (at: number) => timeOfDayText(at).slice(0, 5);
  return separated([
    mode && copy.modes.names[mode],
    beganAt !== undefined && endedAt !== undefined && copy.treatment.fromTo(time(beganAt), time(endedAt)),
  ]);
}
