import type { DeviceState } from '../device/device-state.ts';
import { MINUTE } from '../time.ts';

/** How far a treatment has come. Until it is over, whole minutes treated and left make up the minutes set. */
export interface Progress {
  elapsedMinutes: number;
  /** Undefined where the device has not said how long it is set to. */
  remainingMinutes?: number;
  /** When it will be over, epoch ms; undefined once that has passed. */
  endsAt?: number;
  /** Of the time set, from 0 to 1. */
  fraction: number;
}

/** By so much less than its whole time a device may have run, as it is counted here, when it ends by itself. */
const WHOLE_BUT_FOR = 2 * MINUTE;

interface Timeline {
  beganAt?: number;
  /** When it was seen to be over. */
  endedAt?: number;
  state: Pick<DeviceState, 'workMinutes'>;
}

/** The progress at that instant, reckoned from the instant it began: no count here can be held up by a page that sleeps. */
export function progressOf(course: Timeline, now: number): Progress {
  const {
    beganAt,
    endedAt,
    state: { workMinutes },
  } = course;
  if (endedAt !== undefined) return progressAtTheEnd(course, endedAt);
  const since = beganAt === undefined ? 0 : Math.max(0, now - beganAt);
  if (workMinutes === undefined) return { elapsedMinutes: Math.floor(since / MINUTE), fraction: 0 };
  const whole = workMinutes * MINUTE;
  const spent = Math.min(since, whole);
  const elapsedMinutes = Math.floor(spent / MINUTE);
  const end = (beganAt ?? now) + whole;
  return {
    elapsedMinutes,
    remainingMinutes: Math.max(0, workMinutes - elapsedMinutes),
    endsAt: beganAt !== undefined && end > now ? end : undefined,
    fraction: whole > 0 ? spent / whole : 1,
  };
}

/** Nothing is left of what is over; it has run the minutes set, unless it was clearly cut short. */
function progressAtTheEnd({ beganAt, state: { workMinutes } }: Timeline, endedAt: number): Progress {
  const since = beganAt === undefined ? 0 : Math.max(0, endedAt - beganAt);
  if (workMinutes === undefined)
    return { elapsedMinutes: Math.floor(since / MINUTE), remainingMinutes: 0, fraction: 1 };
  const whole = workMinutes * MINUTE;
  const spent = whole - since <= WHOLE_BUT_FOR ? whole : since;
  return { elapsedMinutes: Math.floor(spent / MINUTE), remainingMinutes: 0, fraction: whole > 0 ? spent / whole : 1 };
}
