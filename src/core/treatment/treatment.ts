import type { DeviceState } from '../device/device-state.ts';
import { MINUTE, SECOND } from '../time.ts';
import type { TreatmentSettings } from './settings.ts';

/** A treatment started on this phone, with the server's response. */
export interface StartedTreatment {
  sno: string;
  /** Epoch ms. */
  at: number;
  state: DeviceState;
  /** The device is shared with this user. */
  isShare?: boolean;
  /** The device was observed running after the start. */
  ran?: boolean;
}

/** A start that was sent and whose outcome is unknown. */
export interface PendingStart {
  sno: string;
  settings: TreatmentSettings;
  /** Idempotency key. */
  key: string;
  /** When it was sent first; epoch ms. */
  at: number;
  /** How often it was sent with this key; once if unknown. */
  tries?: number;
}

/**
 * Phase of a treatment. `starting`: requested, and the device has not reported that it runs. `unresponsive`: no such
 * report for 15 s. `idle`: the device does not run, and no treatment is known on this phone. `finished` and `offline`:
 * reported for the device.
 */
export type TreatmentPhase = 'loading' | 'starting' | 'running' | 'unresponsive' | 'idle' | 'finished' | 'offline';

const MIN_RUNTIME_BEFORE_FINISH_MS = 10 * SECOND;
/** One second below 15 s, because time-based changes are detected once a second. */
const DEVICE_RESPONSE_TIMEOUT_MS = 14 * SECOND;
/** The server refuses a stop earlier in a treatment. */
export const MIN_RUNTIME_BEFORE_STOP_MS = 5 * SECOND;
/** The server refuses a start of a device sooner after its stop. */
export const RESTART_DELAY_MS = 10 * SECOND;

/** Timeouts of a command and of the state request that follows it; 15 s in total. */
export const COMMAND_TIMEOUT_MS = 10 * SECOND;
export const STATE_TIMEOUT_MS = 5 * SECOND;

/** How long the device may take to report the effect of an accepted command, and the poll interval. */
export const CONFIRMATION_TIMEOUT_MS = 15 * SECOND;
export const CONFIRMATION_INTERVAL_MS = SECOND;

/** How far the local clock may run ahead of a device's count. */
const CLOCK_TOLERANCE_MS = 10 * SECOND;

/** Minutes that a device has counted, and when it reported them; epoch ms. */
export interface Count {
  minutes: number;
  at: number;
}

/** A device that repeats a count within this time has stopped counting. */
const COUNT_INTERVAL_MS = MINUTE;

/**
 * Estimates the start of a treatment, epoch ms, from the device's count. A device counts whole minutes, so a known
 * start remains while it agrees with the count. At least the counted minutes have always elapsed. If the device repeats
 * a count, the elapsed time stops at the maximum for that count and never shrinks.
 */
export function beganAt(known: number | undefined, count: Count | undefined, before?: Count): number | undefined {
  if (count === undefined) return known;
  const latest = count.at - count.minutes * MINUTE;
  const earliest = latest - MINUTE - CLOCK_TOLERANCE_MS;
  if (known === undefined) return latest;
  if (known > earliest) return Math.min(known, latest);
  const repeatsCount = before?.minutes === count.minutes && count.at - before.at <= COUNT_INTERVAL_MS;
  return repeatsCount ? earliest : latest;
}

/** True if both are the same request, not a repetition. */
export function isSameStart(one: PendingStart | undefined, other: PendingStart | undefined): boolean {
  return one?.key === other?.key && one?.tries === other?.tries;
}

/** True if the device reports a running treatment. */
export function runs({ on, workMinutes }: DeviceState): boolean {
  return on === true && workMinutes !== 0;
}

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
