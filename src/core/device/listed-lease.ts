import { requireWhole, type Records } from '../paging.ts';
import { listDevices } from './api.ts';
import { isOwn, type LeasedDevice } from './device.ts';

/** Whose lease of a device the user's list contains. */
export type ListedLease =
  | { kind: 'own' | 'shared' | 'on-behalf'; device: LeasedDevice }
  | { kind: 'none'; device?: undefined };

/**
 * Finds a device in the user's list; the user's own lease takes precedence. Throws `parse` if the device may be an
 * unreadable row.
 */
export function listedLease(devices: Records<LeasedDevice>, sno: string): ListedLease {
  const listed = devices.records.filter((device) => device.sno === sno);
  const own = listed.find(isOwn);
  if (own) return { kind: 'own', device: own };
  const [other] = listed;
  if (other) return { kind: other.sharer ? 'shared' : 'on-behalf', device: other };
  requireWhole(devices, listDevices);
  return { kind: 'none' };
}
