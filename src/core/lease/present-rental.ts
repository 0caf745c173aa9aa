import type { Records } from '../basics/paging.ts';
import type { ForWhom } from '../destination.ts';
import type { LeasedDevice } from '../device/device.ts';
import { lasts, leaseToRenew, rentalBeside, unclearRentalOf } from '../device/device-use.ts';

/**
 * A rental of the device that this account holds, and what paying for days of it does to that rental. `extends`: it is a customer's,
 * and the next one's unless it is renewed on purpose. `may-extend`: nobody can say whether they are for the same person.
 * `leaves`: it is a customer's beside days for the user, or the user's own beside days for a customer.
 */
export interface PresentRental extends Pick<LeasedDevice, 'orderNo' | 'expiresAt' | 'assist'> {
  effect: 'extends' | 'may-extend' | 'leaves';
}

/**
 * Finds the rentals that last and of which a person should know who pays for days of the device. The user's own, which days for the
 * user extend, is none of them. `forWhom`: for whom the days are.
 */
export function presentRentals(
  devices: Records<LeasedDevice>,
  sno: string,
  forWhom: ForWhom,
  now: number,
): PresentRental[] {
  const lasting = { records: devices.records.filter((row) => lasts(row, now)) };
  const ofCustomer = leaseToRenew(lasting, sno, 'customer');
  const beside = forWhom === 'unsaid' ? undefined : rentalBeside(devices, sno, forWhom, now);
  return [
    ...(forWhom !== 'self' && ofCustomer
      ? [rental(ofCustomer, forWhom === 'customer' ? 'extends' : 'may-extend')]
      : []),
    ...[unclearRentalOf(devices, sno, now)].flatMap((row) => (row ? [rental(row, 'may-extend')] : [])),
    ...(beside ? [rental(beside, 'leaves')] : []),
  ];
}

function rental({ orderNo, expiresAt, assist }: LeasedDevice, effect: PresentRental['effect']): PresentRental {
  return { orderNo, expiresAt, assist, effect };
}

/** True if both are of one order and for the same person, end at the same time, as far as it is known, and meet the same effect. */
export function isSameRental(one: PresentRental, other: PresentRental): boolean {
  const isSameEnd = [one.expiresAt, other.expiresAt].includes(undefined) || one.expiresAt === other.expiresAt;
  return one.orderNo === other.orderNo && one.assist === other.assist && one.effect === other.effect && isSameEnd;
}

/** True if each rental that was `found` is one of those that were `told`. */
export function wereTold(found: readonly PresentRental[] = [], told: readonly PresentRental[] = []): boolean {
  return found.every((one) => told.some((other) => isSameRental(one, other)));
}
