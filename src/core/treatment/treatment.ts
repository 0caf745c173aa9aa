import type { DeviceState } from '../device/device-state.ts';
import { MINUTE, SECOND } from '../time.ts';
import type { TreatmentSettings } from './settings.ts';

/** A treatment that was started here, and what the server said of it. */
export interface StartedTreatment {
  sno: string;
  /** Epoch ms. */
  at: number;
  state: DeviceState;
  /** On a device that is shared with this user. */
  isShare?: boolean;
  /** Its device was seen running since. */
  ran?: boolean;
}

/** A start that was sent and whose outcome is unknown. */
export interface PendingStart {
  sno: string;
  settings: TreatmentSettings;
  /** Its idempotency key. */
  key: string;
  /** When it was sent; epoch ms. */
  at: number;
}

/**
 * Where a treatment stands. `starting`: asked for, and the device has not said yet that it runs. `unresponsive`: it has not said
 * so for 15 s. `idle`: the device stands still, and nothing is known of a treatment here. `finished` and `offline` are the device's
 * own word.
 */
export type TreatmentPhase = 'loading' | 'starting' | 'running' | 'unresponsive' | 'idle' | 'finished' | 'offline';

const USED_BEFORE_FINISHING = 10 * SECOND;
/** What comes with time alone is told within a second, so that nobody waits for a silent device longer than 15 s. */
const DEVICE_RESPONSE_TIMEOUT_MS = 14 * SECOND;
/** The server takes no stop before. */
export const USED_BEFORE_STOPPING = 5 * SECOND;
/** The server takes no start of a device so soon after its stop. */
export const REST_AFTER_STOPPING = 10 * SECOND;

/** How long a start or a stop may take, and after that the question whether it took effect; ms, 15 s in all. */
export const COMMAND_TIMEOUT_MS = 10 * SECOND;
export const STATE_TIMEOUT_MS = 5 * SECOND;

/** How long after the server took a command the device has to say that it did as told, and how often it is asked; ms. */
export const CONFIRMATION_TIMEOUT_MS = 15 * SECOND;
export const CONFIRMATION_INTERVAL_MS = SECOND;

/** How long a device may have started by a start that was never answered. */
export const PENDING_START_MAX_AGE_MS = 10 * MINUTE;

/** How far the clock here may be ahead of a device's count without contradicting it. */
const TOLERANCE = 10 * SECOND;

/** Minutes that a device has counted, and when it told them; epoch ms. */
export interface Count {
  minutes: number;
  at: number;
}

/** How long after the same count a device that tells it once more has stood still in its counting. */
const COUNT_INTERVAL_MS = MINUTE;

/**
 * The instant a treatment began, from the minutes the device has counted. A device counts whole minutes, so a known instant stays
 * while it agrees with them; fewer minutes than the device has counted have never passed. Where it tells the same count over and
 * over the elapsed time stands still and never shrinks: it is as long as that count allows.
 */
export function beganAt(known: number | undefined, count: Count | undefined, before?: Count): number | undefined {
  if (count === undefined) return known;
  const latest = count.at - count.minutes * MINUTE;
  const earliest = latest - MINUTE - TOLERANCE;
  if (known === undefined) return latest;
  if (known > earliest) return Math.min(known, latest);
  const standsStill = before?.minutes === count.minutes && count.at - before.at <= COUNT_INTERVAL_MS;
  return standsStill ? earliest : latest;
}

/** Whether a device treats somebody, by what it says of itself. */
export function runs({ on, workMinutes }: DeviceState): boolean {
  return on === true && workMinutes !== 0;
}

/** What the facts of a treatment amount to. */
export interface TreatmentFacts {
  state: DeviceState;
  online?: boolean;
  /** The device has been seen running since this treatment began. */
  wasRunning: boolean;
  /** Whether it was started here. */
  startedHere: boolean;
  /** Whether the server said that the device works for this user, or a start of it was sent and never answered. */
  mayRun: boolean;
  /** Whether the device or the server has told its state yet. */
  told: boolean;
  /** Since the treatment began, or since it is looked at where that is unknown; ms. */
  elapsed: number;
}

/** The phase, by what is known and for how long it has been so. */
export function phaseOf({
  state,
  online,
  wasRunning,
  startedHere,
  mayRun,
  told,
  elapsed,
}: TreatmentFacts): TreatmentPhase {
  if (online === false) return 'offline';
  if (told && state.on === true) return state.workMinutes === 0 ? 'finished' : 'running';
  if (startedHere && !wasRunning) return elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'starting';
  if (told && state.workMinutes === 0) return 'finished';
  if (!told) return 'loading';
  if (state.on === undefined) return elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'loading';
  if (!wasRunning) return mayRun && elapsed <= DEVICE_RESPONSE_TIMEOUT_MS ? 'starting' : 'idle';
  return elapsed > USED_BEFORE_FINISHING ? 'finished' : 'starting';
}
