import type { PaymentAnswer } from '../../ports/payment-bridge.ts';
import type { Destination } from '../destination.ts';
import type { PayableOrder } from '../order/order.ts';
import { ageOf, DAY, MINUTE } from '../time.ts';

/** How long after its last try an intent to buy is still the same purchase. */
export const SAME_INTENT_MS = 10 * MINUTE;
/** How long an `ok` keeps a second payment from being opened, and any payment a second order from being made, while the server has not seen the money. */
export const TRUST_IN_OK_MS = 10 * MINUTE;
/** How long the server's lists may lag behind a payment that was opened here. */
export const LIST_LAG_MS = MINUTE;
/** How long a payment may stay unsettled: what WeChat prepared can be paid for two hours. */
const UNSETTLED_MAX_AGE_MS = DAY;

/** What the user set out to buy, by a name that tells it from every other purchase, and when it was last tried; epoch ms. */
export interface OrderIntent {
  name: string;
  triedAt: number;
}

interface Unplaced {
  intents: readonly OrderIntent[];
  /** Every try to place the order carries it. */
  idempotencyKey: string;
  /** The numbers of the orders that the server listed before this one was submitted; undefined where they could not be read. */
  knownNumbers?: readonly string[];
}

interface Placed {
  order: PayableOrder;
  /** None where the payment was opened from a list of orders. Two where the order costs another amount than its plan did. */
  intents: readonly OrderIntent[];
}

interface Payment {
  /** When the sheet was opened or answered last; epoch ms. */
  at: number;
  /** Where the user is led once the order is paid. */
  leadsTo?: Destination;
}

/** The user wants to buy; nothing was sent. */
export interface Draft extends Unplaced {
  state: 'draft';
}
/** The order was sent for, and no answer has told what became of it. */
export interface Submitted extends Unplaced {
  state: 'submitted';
}
/** The server has the order, and no payment of it is open here. */
export interface Ordered extends Placed {
  state: 'ordered';
}
/** A payment sheet was opened, and the customer's side has said nothing. */
export interface Paying extends Placed, Payment {
  state: 'paying';
}
/** The customer's side has answered, or did not in time, and the server has not said what came of it. */
export interface Unconfirmed extends Placed, Payment {
  state: 'unconfirmed';
  answer: PaymentAnswer['result'];
}
/** The server said that it is paid. */
export interface Paid {
  state: 'paid';
  order: PayableOrder;
  /** A treatment was started since. */
  used?: true;
}

/** A purchase whose order the server has and has not called paid. */
export type PlacedPurchase = Ordered | Paying | Unconfirmed;
/** A purchase whose payment was opened and is not settled. */
export type UnsettledPurchase = Paying | Unconfirmed;
export type UnpaidPurchase = Draft | Submitted | PlacedPurchase;
/** One purchase, from the intent to buy until it is paid and used, or gone. */
export type Purchase = UnpaidPurchase | Paid;
export type PurchaseState = Purchase['state'];

export function isUnsettled(purchase: Purchase | undefined): purchase is UnsettledPurchase {
  return purchase?.state === 'paying' || purchase?.state === 'unconfirmed';
}

/** True while the server is not known to have an order for it. */
export function isUnplaced(purchase: Purchase): purchase is Draft | Submitted {
  return purchase.state === 'draft' || purchase.state === 'submitted';
}

export function intentsOf(purchase: Purchase): readonly OrderIntent[] {
  return purchase.state === 'paid' ? [] : purchase.intents;
}

export function orderOf(purchase: Purchase): PayableOrder | undefined {
  return isUnplaced(purchase) ? undefined : purchase.order;
}

/** True where the intent was tried less than `ms` ago. */
export function wasTriedWithin(ms: number, { triedAt }: OrderIntent, now: number): boolean {
  return ageOf(triedAt, now) < ms;
}

/** True where the customer's side said within ten minutes that the order was paid, and only the server has not. */
export function isSaidToBePaid(purchase: Purchase | undefined, now: number): boolean {
  return purchase?.state === 'unconfirmed' && purchase.answer === 'ok' && ageOf(purchase.at, now) < TRUST_IN_OK_MS;
}

/** True where the payment was opened or answered less than `ms` ago and is not settled. */
export function wasOpenedWithin(ms: number, purchase: Purchase | undefined, now: number): boolean {
  return isUnsettled(purchase) && ageOf(purchase.at, now) < ms;
}

/** True once an unsettled payment can no longer be made: a day after it was opened or answered. */
export function isExpired({ at }: UnsettledPurchase, now: number): boolean {
  return ageOf(at, now) >= UNSETTLED_MAX_AGE_MS;
}
