import type { ForWhom, SaidTerms } from '../destination.ts';
import { isSameDevice } from '../basics/device-code.ts';
import type { Records } from '../basics/paging.ts';
import { works, type DeviceCheck, type LeasedDevice, type NoticeReason } from './device.ts';

/** How this user may use a device, as the server's list shows at this moment. It is asked for, never kept. */
export type DeviceUse =
  /**
   * `own`: the user's lease. `on-behalf`: a rental for a customer. `unclear`: a row that does not say which of the two.
   * `shared`: another user shares it.
   */
  | { kind: 'own' | 'on-behalf' | 'unclear' | 'shared'; device: LeasedDevice }
  /** `ended`: of the device's rows, whose end has passed, the last one. `unreadable`: rows that may be this device; see `requireWhole`. */
  | { kind: 'none'; device?: undefined; ended?: LeasedDevice; unreadable: number };

/** The order in which several rows of one device count. */
const KINDS = ['own', 'on-behalf', 'unclear', 'shared'] as const;

/** Finds how the user may use a device. A row counts until its end; an unknown end has not passed. */
export function deviceUseIn(devices: Records<LeasedDevice>, sno: string, now: number): DeviceUse {
  const rows = devices.records.filter((device) => isSameDevice(device.sno, sno));
  for (const kind of KINDS) {
    const device = endingLast(rows.filter((row) => kindOf(row) === kind && lasts(row, now)));
    if (device) return { kind, device };
  }
  return { kind: 'none', ended: endingLast(rows), unreadable: devices.unreadable };
}

/** Returns the row by which this account rents the device, or has rented it; a shared row is of another account's lease. */
export function rentedRowOf(use: DeviceUse): LeasedDevice | undefined {
  const row = use.kind === 'none' ? use.ended : use.device;
  return row?.sharer ? undefined : row;
}

/**
 * Finds the lease that a renewal extends: the user's own, or the one on behalf of a customer. Its end may have passed. A
 * row that does not say for whom it is cannot be renewed. Of several such leases, the one that ends last is extended.
 */
export function leaseToRenew(
  { records }: Pick<Records<LeasedDevice>, 'records'>,
  sno: string,
  forWhom: SaidTerms['forWhom'],
): LeasedDevice | undefined {
  const kind = forWhom === 'customer' ? 'on-behalf' : 'own';
  return endingLast(records.filter((row) => isSameDevice(row.sno, sno) && kindOf(row) === kind));
}

/**
 * Finds the rental of the device that this account holds for the other of the two, itself or a customer, and that an order
 * for this one leaves as it is. Undefined if one for this one lasts, which the order extends.
 */
export function rentalBeside(
  { records }: Pick<Records<LeasedDevice>, 'records'>,
  sno: string,
  forWhom: SaidTerms['forWhom'],
  now: number,
): LeasedDevice | undefined {
  const lasting = { records: records.filter((row) => lasts(row, now)) };
  if (leaseToRenew(lasting, sno, forWhom)) return undefined;
  return leaseToRenew(lasting, sno, forWhom === 'customer' ? 'self' : 'customer');
}

/** True if an order of this account may extend the row: it lasts, or the device has none that lasts, and it has ended last. */
export function mayBeExtended(
  row: LeasedDevice,
  { records }: Pick<Records<LeasedDevice>, 'records'>,
  now: number,
): boolean {
  if (row.sharer || lasts(row, now)) return !row.sharer;
  const rows = records.filter(({ sno, sharer }) => !sharer && isSameDevice(sno, row.sno));
  return endingLast(rows) === row;
}

/**
 * For whom the device is rented, as all its rows agree. A shared row says nothing, nor does one whose end has passed: who
 * rented it then need not be who rents it now. Undefined if no row is left, so that the list has no word about it.
 */
export function listedForWhom(
  { records }: Pick<Records<LeasedDevice>, 'records'>,
  sno: string,
  now: number,
): ForWhom | undefined {
  const rows = records.filter((row) => isSameDevice(row.sno, sno) && !row.sharer && lasts(row, now));
  const kinds = new Set(rows.map(kindOf));
  if (kinds.size === 0) return undefined;
  const [kind] = kinds.size === 1 ? kinds : [];
  return kind === 'own' ? 'self' : kind === 'on-behalf' ? 'customer' : 'unsaid';
}

/** Returns the row of the device that lasts and does not say for whom it is rented; of several, the one that ends last. */
export function unclearRentalOf(
  { records }: Pick<Records<LeasedDevice>, 'records'>,
  sno: string,
  now: number,
): LeasedDevice | undefined {
  return endingLast(
    records.filter((row) => isSameDevice(row.sno, sno) && kindOf(row) === 'unclear' && lasts(row, now)),
  );
}

/** True if a row of the device does not say for whom it is rented. */
export function hasUnclearRow({ records }: Pick<Records<LeasedDevice>, 'records'>, sno: string): boolean {
  return records.some((row) => isSameDevice(row.sno, sno) && kindOf(row) === 'unclear');
}

/** How somebody else has a device, so that no days of it are for sale. */
export type HeldByOther = Extract<NoticeReason, 'using' | 'used'>;

/**
 * Whether somebody else has a device that this account does not rent, as the list shows: rents it (`using`), or is treated on
 * it (`used`). Who shares a device rents it. Undefined if nobody has it, or while the list or the check is unknown.
 */
export function heldByOther(
  { devices, check }: { devices: Records<LeasedDevice> | undefined; check: DeviceCheck | undefined },
  sno: string,
  now: number,
): HeldByOther | undefined {
  const status = check?.status;
  if (!devices || status === undefined) return undefined;
  const { kind } = deviceUseIn(devices, sno, now);
  if (kind === 'shared') return status === 'using' || works(status) ? 'using' : undefined;
  const isListedWhole = devices.unreadable === 0;
  return kind === 'none' && isListedWhole && (status === 'using' || status === 'used') ? status : undefined;
}

/** True unless the list or the check, as far as they could be read, shows that nobody else has the device. */
export function mayBeHeldByOther(
  { devices, check }: { devices: Records<LeasedDevice> | undefined; check: DeviceCheck | undefined },
  sno: string,
  now: number,
): boolean {
  if (check && check.status !== 'using' && !works(check.status)) return false;
  const kind = devices && deviceUseIn(devices, sno, now).kind;
  return kind === undefined || kind === 'none' || kind === 'shared';
}

/** True if the row is the user's own lease, and its end has not passed. */
export function isOwnLease(device: LeasedDevice, now: number): boolean {
  return kindOf(device) === 'own' && lasts(device, now);
}

/** True if the row is the user's own lease, or does not say so, and its end has not passed. */
export function mayBeOwnLease(device: LeasedDevice, now: number): boolean {
  return ['own', 'unclear'].includes(kindOf(device)) && lasts(device, now);
}

/** True if this account rents the device on behalf of a customer. A shared row says for whom the other user rents it. */
export function isOnBehalf(device: LeasedDevice): boolean {
  return kindOf(device) === 'on-behalf';
}

function kindOf({ sharer, assist }: LeasedDevice): (typeof KINDS)[number] {
  if (sharer) return 'shared';
  if (assist === undefined) return 'unclear';
  return assist ? 'on-behalf' : 'own';
}

/** Returns the row that ends last; an unknown end counts as the last one. */
function endingLast(rows: readonly LeasedDevice[]): LeasedDevice | undefined {
  const endOf = ({ expiresAt = Infinity }: LeasedDevice) => expiresAt;
  const [first, ...others] = rows;
  return others.reduce((last, row) => (last && endOf(row) > endOf(last) ? row : last), first);
}

/** True until the end of the row; an unknown end has not passed. */
export function lasts({ expiresAt }: Pick<LeasedDevice, 'expiresAt'>, now: number): boolean {
  return expiresAt === undefined || expiresAt > now;
}
