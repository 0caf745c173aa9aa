import type { DeviceState } from '../../device/device-state.ts';
import { MINUTE, SECOND } from '../../basics/time.ts';

/** Progress of a treatment. What no report and no observed start gives is undefined. */
export interface Progress {
  /** Whole minutes. Until the minutes set are over, they and the remaining minutes add up to the minutes set. */
  elapsedMinutes?: number;
  remainingMinutes?: number;
  /** Expected end, epoch ms; undefined if that has passed. */
  endsAt?: number;
  /** Elapsed part of the time set, from 0 to 1. */
  fraction?: number;
}

/** A device counts whole minutes, so it may have run this much longer than it says. */
const COUNT_TOLERANCE_MS = MINUTE + 10 * SECOND;
/** A device that runs on may have stopped counting for this time, and a phone may time it differently. */
const OVERTIME_TOLERANCE_MS = 2 * MINUTE;
/** How long time goes on after the last report. Later, nothing says that the device still runs. */
const MAX_SILENCE_MS = 2 * MINUTE;

interface Timeline {
  beganAt?: number;
  /** When the device last reported; epoch ms. */
  seenAt?: number;
  /** When it ended; epoch ms. */
  endedAt?: number;
  /** With the minutes that the device has counted, if known. */
  state: Pick<DeviceState, 'workMinutes' | 'usedMinutes'>;
}

/** True if nothing was reported for so long that nothing says that the device still runs. Times are epoch ms. */
export function isSilent(seenAt: number, now: number): boolean {
  return now > seenAt + MAX_SILENCE_MS;
}

/** Computes the progress from the start time, not from a counter, because a suspended page would stop a counter. */
export function progressOf({ beganAt, seenAt, endedAt, state }: Timeline, now: number): Progress {
  const { workMinutes } = state;
  if (beganAt === undefined) return {};
  if (endedAt !== undefined) return progressAtTheEnd(Math.max(0, endedAt - beganAt), state);
  const knownUntil = seenAt === undefined ? now : Math.min(now, seenAt + MAX_SILENCE_MS);
  const sinceStartMs = Math.max(0, knownUntil - beganAt);
  const elapsedMinutes = Math.floor(sinceStartMs / MINUTE);
  if (workMinutes === undefined) return { elapsedMinutes };
  const totalMs = workMinutes * MINUTE;
  if ((seenAt ?? now) - beganAt > totalMs + OVERTIME_TOLERANCE_MS) return { elapsedMinutes, fraction: 1 };
  const shownMinutes = Math.min(elapsedMinutes, workMinutes);
  const fraction = totalMs > 0 ? Math.min(1, sinceStartMs / totalMs) : 1;
  if (knownUntil < now) return { elapsedMinutes: shownMinutes, fraction };
  const end = beganAt + totalMs;
  return {
    elapsedMinutes: shownMinutes,
    remainingMinutes: workMinutes - shownMinutes,
    endsAt: end > now ? end : undefined,
    fraction,
  };
}

/** The treatment counts as complete unless the device must have ended early: its count may be a minute behind, and no more. */
function progressAtTheEnd(sinceStartMs: number, { workMinutes, usedMinutes }: Timeline['state']): Progress {
  if (workMinutes === undefined) return { elapsedMinutes: Math.floor(sinceStartMs / MINUTE), remainingMinutes: 0 };
  const totalMs = workMinutes * MINUTE;
  const isEarly = usedMinutes !== undefined && usedMinutes + 1 < workMinutes && sinceStartMs < totalMs;
  const tolerance = Math.min(COUNT_TOLERANCE_MS, totalMs / 2);
  const isComplete = !isEarly && Math.abs(totalMs - sinceStartMs) <= tolerance;
  const elapsedMs = isComplete ? totalMs : sinceStartMs;
  return {
    elapsedMinutes: Math.floor(elapsedMs / MINUTE),
    remainingMinutes: 0,
    fraction: totalMs > 0 ? Math.min(1, elapsedMs / totalMs) : 1,
  };
}
