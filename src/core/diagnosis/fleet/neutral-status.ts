import { saysNoSuchDevice } from '../../api/server-failure.ts';
import type { Problem } from '../../problem.ts';
import type { DeviceCheck, DeviceStatus } from '../../device/device.ts';

export const NEUTRAL_STATUSES = [
  'free',
  'leased',
  'running',
  'offline',
  'locked',
  'not-in-operation',
  'unknown',
] as const;

/** The status of a device, which is the same for every user. `unknown`: nothing certain is known. */
export type NeutralStatus = (typeof NEUTRAL_STATUSES)[number];

/** The statuses that say something about a device. */
export const KNOWN_STATUSES = NEUTRAL_STATUSES.filter((status) => status !== 'unknown');

/** What the server has said about a device. Undefined: not asked, or not answered. */
export interface Evidence {
  /** The answer to the check, or the refusal because of the device. */
  answer?: DeviceCheck | Problem;
  /** The connection state of the device's details. */
  online?: boolean;
  /** Whether the device runs, as the latest state says. */
  runs?: boolean;
  /** The user's own list contains the device, and its lease has not ended. */
  isListed?: boolean;
}

/** The server calls a run of this user `working`, and a run of another one `used`. */
const NEUTRAL: Record<DeviceStatus, NeutralStatus> = {
  free: 'free',
  using: 'leased',
  working: 'running',
  used: 'running',
  offline: 'offline',
  locked: 'locked',
};

/** Server codes for "forbidden". */
const FORBIDDEN: readonly string[] = ['403'];

/**
 * Derives the status. The check decides, because it is about the device alone. If it has no known
 * status, the other answers decide. A report of a run counts only while the device is online, because the latest state
 * outlives the connection. A device that may run is not called leased alone.
 */
export function neutralStatus({ answer, online, runs, isListed }: Evidence): NeutralStatus {
  if (answer && 'code' in answer) return isAboutThisUser(answer) ? 'unknown' : 'not-in-operation';
  if (answer?.status) return NEUTRAL[answer.status];
  if (!answer) return 'unknown';
  if (online === false) return 'offline';
  if (runs !== false) return online === true && runs === true ? 'running' : 'unknown';
  return isListed ? 'leased' : 'unknown';
}

/** True if a refusal does not show whether the device is in operation: the number is wrong, or the user has no access. */
function isAboutThisUser(refusal: Problem): boolean {
  return saysNoSuchDevice(refusal) || FORBIDDEN.includes(refusal.serverCode ?? '');
}
