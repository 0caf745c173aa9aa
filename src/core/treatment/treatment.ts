import type { DeviceState } from '../device/device-state.ts';
import { MINUTE, SECOND } from '../time.ts';

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

/** How long a device may have started by a start that was never answered. */
export const PENDING_START_MAX_AGE_MS = 10 * MINUTE;

/** How far the clock here may be ahead of a device's count without contradicting it. */
const TOLERANCE = 10 * SECOND;

/**
 * The instant a treatment began, from the minutes the device has counted. A device counts whole minutes, so a known instant stays
 * while it agrees with them, and otherwise moves no further than it must: no more time has passed than the device counts, and the
 * elapsed time never shrinks where a device counts slowly or not at all. Only a count that is lower than the one before, the
 * count of a new treatment, sets it anew.
 */
export function beganAt(known: number | undefined, usedMinutes: number | undefined, now: number, countedBefore?: number): number | undefined {
  if (usedMinutes === undefined) return known;
  const latest = now - usedMinutes * MINUTE;
  const isNewTreatment = countedBefore !== undefined && usedMinutes < countedBefore;
  if (known === undefined || isNewTreatment) return latest;
  return Math.min(latest, Math.max(known, latest - MINUTE - TOLERANCE));
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
  /** Whether it was started here, in this visit. */
  startedHere: boolean;
  /** Whether the device or the server has told its state yet. */
  told: boolean;
  /** Since the treatment began, or since it is looked at where that is unknown; ms. */
  elapsed: number;
}

/** The phase, by what is known and for how long it has been so. */
export function phaseOf({ state, online, wasRunning, startedHere, told, elapsed }: TreatmentFacts): TreatmentPhase {
  if (online === false) return 'offline';
  if (told && state.on === true) return state.workMinutes === 0 ? 'finished' : 'running';
  if (startedHere && !wasRunning) return elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'starting';
  if (told && state.workMinutes === 0) return 'finished';
  if (!told) return 'loading';
  if (state.on === undefined) return elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'loading';
  if (!wasRunning) return 'idle';
  return elapsed > USED_BEFORE_FINISHING ? 'finished' : 'starting';
}
