import { timeOfDayText } from '../../core/time-text.ts';
import { progressOf } from '../../core/treatment/progress.ts';
import type { RunningTreatment } from '../../core/treatment/resume-treatment.ts';
import { copy } from '../copy/zh-CN-my.ts';
import { isUnheard } from '../stores/running-store.ts';

/** Returns what is known of a running treatment: the remaining time, or when it was last heard of. */
export function remainingWords(treatment: RunningTreatment, now: number): string {
  return unheardWords(treatment, now) ?? copy.running.left(progressOf(treatment, now).remainingMinutes);
}

/** Returns what is known of a running treatment: its expected end, or when it was last heard of. */
export function endWords(treatment: RunningTreatment, now: number): string {
  const { endsAt } = progressOf(treatment, now);
  return unheardWords(treatment, now) ?? copy.running.until(endsAt === undefined ? undefined : minuteOf(endsAt));
}

/** Returns when a treatment was last heard of if that is too long ago to say that it runs. */
export function unheardWords(treatment: RunningTreatment, now: number): string | undefined {
  return isUnheard(treatment, now) ? copy.running.mayRun(minuteOf(treatment.seenAt)) : undefined;
}

function minuteOf(at: number): string {
  return timeOfDayText(at).slice(0, 'HH:mm'.length);
}
