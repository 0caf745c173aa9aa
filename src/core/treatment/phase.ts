import type { DeviceState } from '../device/device-state.ts';
import { SECOND } from '../time.ts';

/**
 * Phase of a treatment. `starting`: requested, and the device has not reported that it runs. `unresponsive`: no such
 * report for 15 s. `idle`: the device does not run, and no treatment is known on this phone. `finished` and `offline`:
 * reported for the device.
 */
export type TreatmentPhase = 'loading' | 'starting' | 'running' | 'unresponsive' | 'idle' | 'finished' | 'offline';

const MIN_RUNTIME_BEFORE_FINISH_MS = 10 * SECOND;
/** One second below 15 s, because time-based changes are detected once a second. */
const DEVICE_RESPONSE_TIMEOUT_MS = 14 * SECOND;

/** Input of `phaseOf`. */
export interface TreatmentFacts {
  state: DeviceState;
  online?: boolean;
  /** The device was observed running in this treatment. */
  wasRunning: boolean;
  /** This phone started the treatment. */
  startedHere: boolean;
  /** The server reports the device as working for this user, or a start of it has an unknown outcome. */
  mayRun: boolean;
  /** The device or the server has reported the state. */
  told: boolean;
  /** Time since the treatment began, or since the tracker was created if the start is unknown; ms. */
  elapsed: number;
}

/** Derives the phase from the facts and the elapsed time. */
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
  if (!wasRunning && mayRun) return elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'starting';
  if (!wasRunning) return 'idle';
  return elapsed > MIN_RUNTIME_BEFORE_FINISH_MS ? 'finished' : 'starting';
}
