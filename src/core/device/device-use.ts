import type { Records } from '../paging.ts';
import type { LeasedDevice } from './device.ts';

/** How this user may use a device, as the server's list shows at this moment. It is asked for, never kept. */
export type DeviceUse =
  /** `own`: the user's lease. `on-behalf`: a rental for a customer. `shared`: another user shares it. */
  | { kind: 'own' | 'on-behalf' | 'shared'; device: LeasedDevice }
  /** `ended`: the device's row whose end has passed. `unreadable`: rows that may be this device; see `requireWhole`. */
  | { kind: 'none'; device?: undefined; ended?: LeasedDevice; unreadable: number };

/** The order in which several rows of one device count. */
const KINDS = ['own', 'on-behalf', 'shared'] as const;

/** Finds how the user may use a device. A row counts until its end; an unknown end has not passed. */
export function deviceUseIn(devices: Records<LeasedDevice>, sno: string, now: number): DeviceUse {
  const rows = devices.records.filter((device) => device.sno === sno);
  for (const kind of KINDS) {
    const device = rows.find((row) => kindOf(row) === kind && lasts(row, now));
    if (device) return { kind, device };
  }
  return { kind: 'none', ended: rows[0], unreadable: devices.unreadable };
}

/** The row of the user's lease of a device: of a customer's if `assist`, else of their own. Undefined if none lasts. */
export function leaseIn(
  devices: Pick<Records<LeasedDevice>, 'records'>,
  { sno, assist }: { sno: string; assist: boolean },
  now: number,
): LeasedDevice | undefined {
  const kind = assist ? 'on-behalf' : 'own';
  return devices.records.find((row) => row.sno === sno && kindOf(row) === kind && lasts(row, now));
}

/** True if the row is the user's own lease, and its end has not passed. */
export function isOwnLease(device: LeasedDevice, now: number): boolean {
  return kindOf(device) === 'own' && lasts(device, now);
}

function kindOf({ sharer, assist }: LeasedDevice): (typeof KINDS)[number] {
  return sharer ? 'shared' : assist ? 'on-behalf' : 'own';
}

function lasts({ expiresAt }: LeasedDevice, now: number): boolean {
  return expiresAt === undefined || expiresAt > now;
}
