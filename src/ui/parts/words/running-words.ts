import { isWithin, pastMinuteText, timeOfDayText } from '../../../core/basics/time.ts';
import { CONFIRMATION_TIMEOUT_MS } from '../../../core/treatment/treatment.ts';
import { progressOf } from '../../../core/treatment/follow/progress.ts';
import type { RunningTreatment } from '../../../core/treatment/resume-treatment.ts';
import { copy } from '../../copy/zh-CN.ts';
import { isUnheard } from '../../stores/running-store.ts';

/** Returns what is known of a running treatment: the remaining time, or what is not known. */
export function remainingWords(treatment: RunningTreatment, now: number): string {
  return uncertaintyWords(treatment, now) ?? copy.running.left(progressOf(treatment, now).remainingMinutes);
}

/** Returns what is known of a running treatment: its expected end, or what is not known. */
export function expectedEndWords(treatment: RunningTreatment, now: number): string {
  const { endsAt } = progressOf(treatment, now);
  return uncertaintyWords(treatment, now) ?? copy.running.until(endsAt === undefined ? undefined : minuteOf(endsAt));
}

/** Returns what to say instead of a run that was heard of too long ago, or that the device has not reported yet. */
export function uncertaintyWords(treatment: RunningTreatment, now: number): string | undefined {
  const { seenAt } = treatment;
  if (seenAt !== undefined && isUnheard(treatment, now)) return copy.running.mayRun(pastMinuteText(seenAt, now));
  if (!treatment.isStarting) return undefined;
  return isAwaited(treatment, now) ? copy.running.starting : copy.running.unreported;
}

/** A device that this phone has just started still has time to report that it runs. */
function isAwaited({ startedAt }: RunningTreatment, now: number): boolean {
  return startedAt !== undefined && isWithin(CONFIRMATION_TIMEOUT_MS, startedAt, now);
}

function minuteOf(at: number): string {
  return timeOfDayText(at).slice(0, 'HH:mm'.length);
}
