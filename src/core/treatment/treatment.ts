import type { DeviceState } from '../device/device-state.ts';
import { MINUTE, SECOND } from '../basics/time.ts';
import type { TreatmentSettings } from './settings/settings.ts';

/** A treatment started on this phone, with the server's response. */
export interface StartedTreatment {
  sno: string;
  /** Epoch ms. */
  at: number;
  state: DeviceState;
  /** The idempotency key of the start that began it; undefined if another release of the app stored it. */
  key?: string;
  /** As in `PendingStart`, until a rest or a run was seen. */
  recordMayBeOld?: boolean;
  /** As in `PendingStart`. */
  unseenBefore?: DeviceState;
  /** The device was observed running after the start. */
  ran?: boolean;
  /** The device had pushed that it runs when the server's record did not show it: for a while, that may be from before it. */
  unrecorded?: boolean;
  /** It may have run before the start, or it was observed running so long after it that it may have been started anew in between: only a count tells when the run began. */
  ranLate?: boolean;
  /** It was observed at rest after it ran, so a later run without a count may have begun since. */
  rested?: boolean;
}

/** A start that was sent and whose outcome is unknown. */
export interface PendingStart {
  sno: string;
  /** Undefined if another release of the app stored them in a way that this one cannot read. */
  settings?: TreatmentSettings;
  /** Idempotency key. */
  key: string;
  /** When it was sent first; epoch ms. */
  at: number;
  /** How often it was sent with this key; once if unknown. */
  tries?: number;
  /** The server's record showed a run when it was sent, or could not be read: for a while, it may show that run. */
  recordMayBeOld?: boolean;
  /** What was asked for a moment before, without a report of a run since: for a while, the server's record may show that run. */
  unseenBefore?: DeviceState;
}

/** A start counts as observed, and no other can have come in between, if the device reported so soon after it that it ran. */
export const OBSERVED_WITHIN_MS = 2 * MINUTE;

/** True if a run seen at that time, epoch ms, may have begun long after the start; undefined if not. */
export function isSeenLate({ at }: Pick<StartedTreatment, 'at'>, seenAt: number): true | undefined {
  return seenAt - at > OBSERVED_WITHIN_MS || undefined;
}

/** A stop that the user asked for, until it was sent or the treatment is over. */
export interface AskedStop {
  sno: string;
  /** Epoch ms. */
  at: number;
  /** When the treatment was started from here that it ends; epoch ms. Undefined if it was started elsewhere. */
  treatmentAt?: number;
}

/** Why the server refused a stop. It keeps no phone number. */
export interface RefusedStop {
  /** When the stop ended; epoch ms. */
  at: number;
  serverCode?: string;
  serverMessage?: string;
}

/** A stop that was asked for is sent by a page that opens within this time; afterwards the user decides again. */
export const STOP_IS_DUE_MS = 3 * MINUTE;

/** A start is sent within this time of the tap: the user of a page that was suspended longer may have left the device. */
export const START_IS_DUE_MS = 2 * MINUTE;

/** How long the server's record may be older than what a device does; ms. */
export const RECORD_LAG_MS = MINUTE;
/** The server refuses a stop earlier in a treatment. */
export const MIN_RUNTIME_BEFORE_STOP_MS = 5 * SECOND;
/** A report of rest sooner after the start of a treatment that ran is from before it. */
export const MIN_RUNTIME_BEFORE_REST_MS = 10 * SECOND;
/** The server refuses a start of a device sooner after its stop. */
export const RESTART_DELAY_MS = 10 * SECOND;

/** Timeouts of a command and of the state request that follows it; 15 s in total. */
export const COMMAND_TIMEOUT_MS = 10 * SECOND;
export const STATE_TIMEOUT_MS = 5 * SECOND;

/** How long the device may take to report the effect of an accepted command, and the poll interval. */
export const CONFIRMATION_TIMEOUT_MS = 15 * SECOND;
export const CONFIRMATION_INTERVAL_MS = SECOND;

/**
 * Called while a command awaits its confirmation: with undefined when the wait begins, then with each state that the
 * device reports. `endsAt`: epoch ms.
 */
export type OnConfirmationPoll = (state: DeviceState | undefined, endsAt: number) => void;

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
