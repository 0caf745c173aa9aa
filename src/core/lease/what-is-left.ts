import type { LeasedDevice } from '../device/device.ts';
import { deviceUseIn, rentedRowOf } from '../device/device-use.ts';
import type { Records } from '../basics/paging.ts';
import { DAY, remainingDays } from '../basics/time.ts';
import type { Order } from '../order/order.ts';
import { remainingUsesWith, type AllCards } from '../wallet/card.ts';

/** What this user can still use of a device, as far as the server says. */
export interface WhatIsLeft {
  /** The user's own lease of the device. Its end may have passed; then it can be renewed. */
  lease?: LeasedDevice;
  /** Whole days until the own lease ends. */
  days?: number;
  /** Uses on the card of the device's operator, if the user does not lease the device. */
  uses?: number;
}

/** The facts that decide what is left; undefined if they could not be read. */
interface Facts {
  sno: string;
  operatorId: string | undefined;
  devices: Records<LeasedDevice> | undefined;
  cards: AllCards | undefined;
}

/** Derives what is left. Claims nothing for a device of another user, or from a list that could not be read. */
export function whatIsLeft({ sno, operatorId, devices, cards }: Facts, now: number): WhatIsLeft {
  const use = devices && deviceUseIn(devices, sno, now);
  if (!use) return {};
  if (use.kind === 'own') {
    const { expiresAt } = use.device;
    return { lease: use.device, days: expiresAt === undefined ? undefined : remainingDays(expiresAt, now) };
  }
  if (use.kind !== 'none' || use.unreadable > 0) return {};
  const rented = rentedRowOf(use);
  const lease = rented?.assist === false ? rented : undefined;
  const seller = operatorId ?? use.ended?.ownerId;
  return { lease, uses: cards && seller !== undefined ? remainingUsesWith(cards, seller) || undefined : undefined };
}

/** The shortest rental. */
const SHORTEST_LEASE_MS = DAY;

/**
 * True if a paid lease order is over: the list shows no way to use its device, no use is left with its seller, and it was
 * paid so long ago that the list knows of it. False while any of this is unknown.
 */
export function isLeaseOrderOver(
  { sno, operatorId, paidAt, orderedAt }: Pick<Order, 'sno' | 'operatorId' | 'paidAt' | 'orderedAt'>,
  { devices, cards }: Pick<Facts, 'devices' | 'cards'>,
  now: number,
): boolean {
  const since = paidAt ?? orderedAt;
  if (sno === undefined || operatorId === undefined || !devices || !cards) return false;
  if (since === undefined || now - since < SHORTEST_LEASE_MS) return false;
  const use = deviceUseIn(devices, sno, now);
  return use.kind === 'none' && use.unreadable === 0 && remainingUsesWith(cards, operatorId) === 0;
}

/**
 * True if the device of a paid lease order is rented for a customer by another order, which may be another customer's: what
 * the list shows is then no way to use this order. False of an order that was paid so short a time ago that the list may not
 * know of it.
 */
export function isRentedByAnotherOrder(
  { number, sno, paidAt, orderedAt }: Pick<Order, 'number' | 'sno' | 'paidAt' | 'orderedAt'>,
  devices: Facts['devices'],
  now: number,
): boolean {
  const since = paidAt ?? orderedAt;
  if (sno === undefined || !devices || since === undefined || now - since < SHORTEST_LEASE_MS) return false;
  const { kind, device } = deviceUseIn(devices, sno, now);
  return kind === 'on-behalf' && device.orderNo !== undefined && device.orderNo !== number;
}
