import type { DeviceState } from '../device/device-state.ts';
import { MINUTE } from '../time.ts';

/** How far a treatment has come. Whole minutes treated and left always make up the minutes set. */
export interface Progress {
  elapsedMinutes: number;
  /** Undefined where the device has not said how long it is set to. */
  remainingMinutes?: number;
  /** When it will be over, epoch ms; undefined once that has passed. */
  endsAt?: number;
  /** Of the time set, from 0 to 1. */
  share: number;
}

/** The progress at that instant, reckoned from the instant it began: no count here can be held up by a page that sleeps. */
export function progressOf({ beganAt, state: { workMinutes } }: { beganAt?: number; state: Pick<DeviceState, 'workMinutes'> }, now: number): Progress {
  const since = beganAt === undefined ? 0 : Math.max(0, now - beganAt);
  if (workMinutes === undefined) return { elapsedMinutes: Math.floor(since / MINUTE), share: 0 };
  const whole = workMinutes * MINUTE;
  const spent = Math.min(since, whole);
  const elapsedMinutes = Math.floor(spent / MINUTE);
  const end = (beganAt ?? now) + whole;
  return {
    elapsedMinutes,
    remainingMinutes: Math.max(0, workMinutes - elapsedMinutes),
    endsAt: beganAt !== undefined && end > now ? end : undefined,
    share: whole > 0 ? spent / whole : 1,
  };
}
