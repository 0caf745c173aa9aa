import type { DeviceState } from '../device/device-state.ts';
import { MINUTE } from '../time.ts';

/** Progress of a treatment. While the treatment runs, elapsed and remaining whole minutes add up to the minutes set. */
export interface Progress {
  elapsedMinutes: number;
  /** Undefined if the device has not reported its minutes. */
  remainingMinutes?: number;
  /** Expected end, epoch ms; undefined if that has passed. */
  endsAt?: number;
  /** Elapsed part of the time set, from 0 to 1. */
  fraction: number;
}

/** A device that ends by itself may have run this much less than the time set, according to the local clock. */
const COMPLETION_TOLERANCE_MS = 2 * MINUTE;

interface Timeline {
  beganAt?: number;
  /** When the end was observed; epoch ms. */
  endedAt?: number;
  state: Pick<DeviceState, 'workMinutes'>;
}

/** Computes the progress from the start time, not from a counter, because a suspended page would stop a counter. */
export function progressOf(timeline: Timeline, now: number): Progress {
  const {
    beganAt,
    endedAt,
    state: { workMinutes },
  } = timeline;
  if (endedAt !== undefined) return progressAtTheEnd(timeline, endedAt);
  const sinceStartMs = beganAt === undefined ? 0 : Math.max(0, now - beganAt);
  if (workMinutes === undefined) return { elapsedMinutes: Math.floor(sinceStartMs / MINUTE), fraction: 0 };
  const totalMs = workMinutes * MINUTE;
  const elapsedMs = Math.min(sinceStartMs, totalMs);
  const elapsedMinutes = Math.floor(elapsedMs / MINUTE);
  const end = (beganAt ?? now) + totalMs;
  return {
    elapsedMinutes,
    remainingMinutes: Math.max(0, workMinutes - elapsedMinutes),
    endsAt: beganAt !== undefined && end > now ? end : undefined,
    fraction: totalMs > 0 ? elapsedMs / totalMs : 1,
  };
}

/** No time remains after the end. The treatment counts as complete unless it ended clearly early. */
function progressAtTheEnd({ beganAt, state: { workMinutes } }: Timeline, endedAt: number): Progress {
  const sinceStartMs = beganAt === undefined ? 0 : Math.max(0, endedAt - beganAt);
  if (workMinutes === undefined)
    return { elapsedMinutes: Math.floor(sinceStartMs / MINUTE), remainingMinutes: 0, fraction: 1 };
  const totalMs = workMinutes * MINUTE;
  const elapsedMs = totalMs - sinceStartMs <= COMPLETION_TOLERANCE_MS ? totalMs : sinceStartMs;
  return {
    elapsedMinutes: Math.floor(elapsedMs / MINUTE),
    remainingMinutes: 0,
    fraction: totalMs > 0 ? elapsedMs / totalMs : 1,
  };
}
