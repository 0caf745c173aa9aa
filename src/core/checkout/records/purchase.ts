import type { PaymentAnswer } from '../../../ports/payment-bridge.ts';
import type { Destination, SaidTerms } from '../../destination.ts';
import type { PayableOrder } from '../../order/order.ts';
import { ageOf, DAY, MINUTE } from '../../basics/time.ts';
import type { PlanUnit } from '../../lease/plan.ts';

/** How long after its last attempt an intent counts as the same purchase. */
export const SAME_INTENT_MS = 10 * MINUTE;
/**
 * While the server has not confirmed the payment: how long an opened payment blocks a second order and a cancellation,
 * and how long an `ok` of the sheet outweighs a server that does not know the order.
 */
export const TRUST_IN_OK_MS = 10 * MINUTE;
/** How long the server's answers may lag behind what happened on this phone: an order that was placed, a payment that was opened or reported. */
export const LIST_LAG_MS = MINUTE;
/** How long a payment may stay unsettled. WeChat accepts a payment for two hours after the prepay request. */
const UNSETTLED_MAX_AGE_MS = DAY;

/** How long after its payment an unused order counts as just paid. */
export const JUST_PAID_MS = DAY;

/**
 * What the user wants to buy. `name` is of all that an earlier release names, too, so that its tabs and this one's find
 * each other's purchases. It stored no amount and no unit: then they are unknown.
 */
export interface Intent {
  name: string;
  amount?: number;
  unit?: PlanUnit;
}

/** `triedAt`: the last attempt; epoch ms. */
export interface OrderIntent extends Intent {
  triedAt: number;
}

interface Unplaced {
  intents: readonly OrderIntent[];
  /** Every attempt to place the order sends this key. */
  idempotencyKey: string;
  /** Order numbers listed before the submission; undefined if the list was not available. */
  knownNumbers?: readonly string[];
}

interface Placed {
  order: PayableOrder;
  /** Empty if the user paid from an order list. Two intents if the order's price differs from its plan's price. */
  intents: readonly OrderIntent[];
}

interface Payment {
  /** When the sheet last opened or answered; epoch ms. */
  at: number;
  /** Destination after the payment. */
  leadsTo?: Destination;
}

/** The user wants to buy; no request has been sent. */
export interface Draft extends Unplaced {
  state: 'draft';
}
/** The order request was sent, and its outcome is unknown. */
export interface Submitted extends Unplaced {
  state: 'submitted';
}
/** The server has the order, and this phone has no open payment for it. */
export interface Ordered extends Placed {
  state: 'ordered';
}
/** The payment sheet opened and has not answered. */
export interface Paying extends Placed, Payment {
  state: 'paying';
}
/** The payment sheet answered or timed out, and the server has not reported the outcome. */
export interface Unconfirmed extends Placed, Payment {
  state: 'unconfirmed';
  answer: PaymentAnswer['result'];
  /** No sheet opened on this phone: the customer was given a link, and may pay on another one. */
  handedOver?: true;
}
/** The server reported the order as paid, or asks nothing for it. */
export interface Paid {
  state: 'paid';
  order: PayableOrder;
  /** When it was paid, epoch ms; undefined if neither the server nor this phone knows, or if it was free. */
  at?: number;
  /** When the server first said so, epoch ms; undefined in a record of an earlier release. */
  reportedAt?: number;
  /** A treatment has used the order. */
  used?: true;
  /** The whole price was paid back, or is being paid back. */
  refunded?: true;
}

/** A purchase with an order on the server that is not reported as paid. */
export type PlacedPurchase = Ordered | Paying | Unconfirmed;
/** A purchase of which the server is not known to have an order. */
export type UnplacedPurchase = Draft | Submitted;
/** A purchase with an opened, unsettled payment. */
export type UnsettledPurchase = Paying | Unconfirmed;
export type UnpaidPurchase = UnplacedPurchase | PlacedPurchase;
/** One purchase, from the intent to buy until it is paid and used, or deleted. */
export type Purchase = UnpaidPurchase | Paid;
export type PurchaseState = Purchase['state'];

/**
 * An order whose payment may have taken money although the server has cancelled it, also after it had called it paid, or no
 * longer has it, or has not confirmed in a day what the sheet called paid.
 */
export interface LapsedPayment {
  order: PayableOrder;
  reason: 'cancelled' | 'gone' | 'unconfirmed';
  /** When that was found; epoch ms. */
  at: number;
}

export function isUnsettled(purchase: Purchase | undefined): purchase is UnsettledPurchase {
  return purchase?.state === 'paying' || purchase?.state === 'unconfirmed';
}

/** True while the server is not known to have an order for the purchase. */
export function isUnplaced(purchase: Purchase): purchase is UnplacedPurchase {
  return purchase.state === 'draft' || purchase.state === 'submitted';
}

/** An earlier release named a device as it was typed. */
function isSameName(intent: Intent, other: Intent): boolean {
  return intent.name.toUpperCase() === other.name.toUpperCase();
}

/** True if both may be of one purchase: what one of them does not know sets them apart from nothing. */
export function isSameIntent(intent: Intent, other: Intent): boolean {
  const agrees = <Value>(value: Value | undefined, known: Value | undefined) =>
    value === undefined || known === undefined || value === known;
  return isSameName(intent, other) && agrees(intent.amount, other.amount) && agrees(intent.unit, other.unit);
}

export function intentsOf(purchase: Purchase): readonly OrderIntent[] {
  return purchase.state === 'paid' ? [] : purchase.intents;
}

export function orderOf(purchase: Purchase): PayableOrder | undefined {
  return isUnplaced(purchase) ? undefined : purchase.order;
}

/** True if the user tried the intent less than `ms` ago. */
export function wasTriedWithin(ms: number, { triedAt }: OrderIntent, now: number): boolean {
  return ageOf(triedAt, now) < ms;
}

/**
 * What this phone knows of a payment that the server has not settled, or settled a moment ago. `said-paid`: the sheet said
 * `ok`, so that the order is neither paid again nor cancelled. `unanswered`: the sheet is open or without an answer since
 * less than ten minutes, so that the order is not cancelled; the same sheet may open again, because it can be paid only
 * once. `just-paid`: the server first reported the payment less than a minute ago, so that an answer that calls the
 * order unpaid may be older. `just-paid-back`: the same, and the price was paid back since. `just-cancelled`: the order was
 * cancelled less than a minute ago, so that an answer that calls it unpaid may be older. `none`: the server's word decides, as it does about a payment that was only handed over and is
 * not known to have begun.
 */
export type PaymentDoubt = 'none' | 'unanswered' | 'said-paid' | 'just-paid' | 'just-paid-back' | 'just-cancelled';

/** What the record of a purchase says of its payment. */
export function paymentDoubt(purchase: Purchase | undefined, now: number): Exclude<PaymentDoubt, 'just-cancelled'> {
  if (purchase?.state === 'paid') {
    if (purchase.reportedAt === undefined || ageOf(purchase.reportedAt, now) >= LIST_LAG_MS) return 'none';
    return purchase.refunded ? 'just-paid-back' : 'just-paid';
  }
  if (!sheetMayHaveTakenMoney(purchase)) return 'none';
  if (purchase.state === 'unconfirmed' && purchase.answer === 'ok') return 'said-paid';
  return ageOf(purchase.at, now) < TRUST_IN_OK_MS ? 'unanswered' : 'none';
}

/** True of a sheet's answer that the customer did not pay. */
export function saysNotPaid(answer: PaymentAnswer['result']): answer is 'cancel' | 'fail' {
  return answer === 'cancel' || answer === 'fail';
}

/** True if the last word of the payment sheet is that the customer did not pay. */
export function isCalledOff(purchase: UnsettledPurchase): boolean {
  return purchase.state === 'unconfirmed' && saysNotPaid(purchase.answer);
}

/** True if the server has reported that the order was paid and its price paid back, or that it is being paid back. */
export function isPaidBack(purchase: Purchase | undefined): boolean {
  return purchase?.state === 'paid' && purchase.refunded === true;
}

/** True if a payment of the purchase may have taken money, although the server has not reported it as paid. */
export function mayHaveTakenMoney(purchase: Purchase | undefined): purchase is UnsettledPurchase {
  return isUnsettled(purchase) && !isCalledOff(purchase);
}

/** True if the server has reported the purchase as paid, and nothing as paid back. A free one has taken no money. */
export function hasTakenMoney(purchase: Purchase | undefined): purchase is Paid {
  return purchase?.state === 'paid' && !isPaidBack(purchase) && purchase.order.amountFen !== 0;
}

/** As `mayHaveTakenMoney`, of a sheet on this phone: a payment that was only handed over is not known to have begun. */
export function sheetMayHaveTakenMoney(purchase: Purchase | undefined): purchase is UnsettledPurchase {
  return mayHaveTakenMoney(purchase) && !isHandedOver(purchase);
}

export function isHandedOver(purchase: UnsettledPurchase): boolean {
  return purchase.state === 'unconfirmed' && purchase.handedOver === true;
}

/** True if the payment was opened or answered less than `ms` ago and is not settled. */
export function wasOpenedWithin(ms: number, purchase: Purchase | undefined, now: number): boolean {
  return isUnsettled(purchase) && ageOf(purchase.at, now) < ms;
}

/** True a day after the sheet opened or answered: WeChat has long stopped accepting the payment, and the app stops asking. */
export function isExpired({ at }: UnsettledPurchase, now: number): boolean {
  return ageOf(at, now) >= UNSETTLED_MAX_AGE_MS;
}

/** An order that was placed here. */
export interface PlacedHere {
  forWhom: SaidTerms['forWhom'];
  /** When; epoch ms. */
  at: number;
  /** Of an order of a card package, its operator. */
  cardOperatorId?: string;
  /** The orders of the rentals of its device that the user knew of. */
  knownRentals?: string[];
}
