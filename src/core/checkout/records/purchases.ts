import { isForDevice, type OrderKind, type PayableOrder } from '../../order/order.ts';
import { ageOf } from '../../basics/time.ts';
import { Problem } from '../../problem.ts';
import {
  intentsOf,
  isHandedOver,
  isSameIntent,
  isUnplaced,
  isUnsettled,
  JUST_PAID_MS,
  LIST_LAG_MS,
  orderOf,
  paymentDoubt,
  sheetMayHaveTakenMoney,
  SAME_INTENT_MS,
  wasOpenedWithin,
  wasTriedWithin,
  type Intent,
  type Paid,
  type PaymentDoubt,
  type Purchase,
  type UnpaidPurchase,
  type UnsettledPurchase,
} from './purchase.ts';
import { transition, type PurchaseEvent } from './transitions.ts';

type OrderRef = Pick<PayableOrder, 'number'>;

/** The first purchase is the one that the app speaks of, for example after a treatment could not start. */
const MOVES_TO_FRONT: readonly PurchaseEvent['type'][] = [
  'sheetOpened',
  'sheetAnswered',
  'lateAnswer',
  'statusUnknown',
  'serverSaysPaid',
];

/** Why a list of the server is not believed that lacks what was ordered here a moment ago. */
export function notListedYet(): Problem {
  return new Problem('refused', { message: 'The server does not list yet what was ordered.' });
}

/** An order that the server's lists may not show yet. `isSettled`: the server has settled it. */
export interface UnlistedOrder {
  order: PayableOrder;
  isSettled: boolean;
}

/** All purchases of one phone at one moment. Immutable. The payment that was opened or settled last is first. */
export class Purchases {
  /** `now`: epoch ms. `cancelledAt`: when the orders with these numbers were last cancelled; epoch ms. */
  constructor(
    readonly all: readonly Purchase[],
    readonly now: number,
    private readonly cancelledAt: Readonly<Record<string, number>> = {},
  ) {}

  /** The same purchases, as seen at another time. */
  asOf(now: number): Purchases {
    return new Purchases(this.all, now, this.cancelledAt);
  }

  /** Returns the purchases after the event. The array stays the same if nothing changes. */
  after(event: PurchaseEvent): Purchases {
    return new Purchases(afterEvent(this.all, event, this.now), this.now, this.cancelledAt);
  }

  ofIntent(intent: Intent): UnpaidPurchase | undefined {
    return ofIntent(this.all, intent);
  }

  /**
   * True if another try of the same wish goes on with this purchase. Minutes after the last try, an order for a customer is of
   * another customer, unless a payment of the first one may have taken effect.
   */
  goesOnWith(purchase: UnpaidPurchase, { assist }: { assist: boolean }): boolean {
    if (!assist || intentsOf(purchase).some((each) => wasTriedWithin(SAME_INTENT_MS, each, this.now))) return true;
    const order = orderOf(purchase);
    return order !== undefined && this.isPaymentDoubted(order);
  }

  ofOrder({ number }: OrderRef): Purchase | undefined {
    return ofOrder(this.all, number);
  }

  /**
   * Returns the purchases whose payment was opened less than a day ago and is not settled. The latest opened or
   * answered one is first.
   */
  unsettled(): UnsettledPurchase[] {
    return this.all.filter(isUnsettled);
  }

  /** The orders that this phone placed, opened for payment or knows to be paid; unpaid ones first. */
  known(): PayableOrder[] {
    return this.all.flatMap((purchase) => orderOf(purchase) ?? []);
  }

  /** The order numbers of all other intents. */
  numbersOfOthers(intent: Intent): string[] {
    return this.all.flatMap((purchase) =>
      intentsOf(purchase).some((each) => !isSameIntent(each, intent)) ? (orderOf(purchase)?.number ?? []) : [],
    );
  }

  /** True if the user tried the intent less than `ms` ago. */
  wasTriedWithin(ms: number, intent: Intent): boolean {
    const purchase = this.ofIntent(intent);
    return (
      purchase !== undefined &&
      intentsOf(purchase).some((each) => isSameIntent(each, intent) && wasTriedWithin(ms, each, this.now))
    );
  }

  /**
   * True if the server's answers may not show the order yet: less than a minute ago, the user tried to buy what it is for, or the
   * server first reported it as paid.
   */
  mayBeUnlisted(order: OrderRef): boolean {
    const purchase = this.ofOrder(order);
    if (purchase?.state === 'paid') return this.isPaymentDoubted(order);
    return purchase !== undefined && intentsOf(purchase).some((each) => wasTriedWithin(LIST_LAG_MS, each, this.now));
  }

  /**
   * True if nobody may call the order unpaid, whatever the server says of it: a payment of this phone may have taken money,
   * however long ago.
   */
  mayHaveBeenPaid(order: OrderRef): boolean {
    return this.isPaymentDoubted(order) || sheetMayHaveTakenMoney(this.ofOrder(order));
  }

  /** What `orderGate` is asked with, beside the server's word. */
  doubtAbout(order: OrderRef): PaymentDoubt {
    const doubt = paymentDoubt(this.ofOrder(order), this.now);
    const cancelledAt = this.cancelledAt[order.number];
    const isJustCancelled = cancelledAt !== undefined && ageOf(cancelledAt, this.now) < LIST_LAG_MS;
    return doubt === 'none' && isJustCancelled ? 'just-cancelled' : doubt;
  }

  private isPaymentDoubted(order: OrderRef): boolean {
    return paymentDoubt(this.ofOrder(order), this.now) !== 'none';
  }

  /**
   * True if a payment of the order was opened or answered less than `ms` ago and is not settled. Such an order may be
   * paid although the server denies it.
   */
  wasOpenedWithin(ms: number, order: OrderRef): boolean {
    return wasOpenedWithin(ms, this.ofOrder(order), this.now);
  }

  /**
   * Returns the latest order that was paid within the last day for this device, or for a card of this operator,
   * that was not paid back, and that no treatment has used.
   */
  unusedPaidOrder(sno: string, operatorId: string | undefined): PayableOrder | undefined {
    const paid = this.all.filter((purchase): purchase is Paid => purchase.state === 'paid');
    return paid.find((each) => isForDevice(each.order, sno, operatorId) && this.isUnusedPayment(each))?.order;
  }

  /** True if the order was paid within the last day, was not paid back, and no treatment has used it. */
  isUnusedPaidOrder(order: OrderRef): boolean {
    const purchase = this.ofOrder(order);
    return purchase?.state === 'paid' && this.isUnusedPayment(purchase);
  }

  private isUnusedPayment({ at, used, refunded }: Paid): boolean {
    return !used && !refunded && at !== undefined && ageOf(at, this.now) < JUST_PAID_MS;
  }

  /**
   * Returns the order for this device, or of a card of this operator, that the server's lists of devices and cards may not
   * show yet: one that the server settled less than a minute ago, else one whose payment is not settled.
   */
  unlistedOrder(sno: string, operatorId: string | undefined): UnlistedOrder | undefined {
    const settled = this.unlisted().find(({ order }) => isForDevice(order, sno, operatorId));
    if (settled) return { order: settled.order, isSettled: true };
    const unsettled = this.unsettled().find(
      ({ order }) => isForDevice(order, sno, operatorId) && this.isPaymentDoubted(order),
    );
    return unsettled && { order: unsettled.order, isSettled: false };
  }

  /** Returns the order for this device, or of a card of this operator, whose payment was handed over: only the server knows of it. */
  handedOverOrder(sno: string, operatorId: string | undefined): PayableOrder | undefined {
    return this.unsettled().find((each) => isForDevice(each.order, sno, operatorId) && isHandedOver(each))?.order;
  }

  /**
   * Returns the orders, or those of this kind, that the server settled less than a minute ago, and which its lists may not show
   * yet, each with the end of that minute; epoch ms.
   */
  unlisted(kind?: OrderKind): { order: PayableOrder; until: number }[] {
    return this.all.flatMap((purchase) => {
      if (purchase.state !== 'paid' || purchase.reportedAt === undefined) return [];
      if (kind !== undefined && purchase.order.kind !== kind) return [];
      const { order, reportedAt } = purchase;
      return this.doubtAbout(order) === 'just-paid' ? [{ order, until: reportedAt + LIST_LAG_MS }] : [];
    });
  }

  /**
   * Call it with a list of what orders of this kind have bought, or of such orders, that the server was asked for at this moment.
   * Throws the Problem `refused` if it is empty and may not show yet what was paid.
   */
  requireListed(kind: OrderKind, { records }: { records: readonly unknown[] }): void {
    if (records.length === 0 && this.unlisted(kind).length > 0) throw notListedYet();
  }

  /**
   * Call it with a list of the orders that are asked for. Throws the Problem `refused` if it is empty and may not show yet what was
   * ordered.
   */
  requireOrdersListed(
    { records }: { records: readonly unknown[] },
    isAskedFor: (order: PayableOrder) => boolean,
  ): void {
    if (records.length > 0) return;
    if (this.known().some((order) => isAskedFor(order) && this.mayBeUnlisted(order))) throw notListedYet();
  }
}

function afterEvent(purchases: readonly Purchase[], event: PurchaseEvent, now: number): readonly Purchase[] {
  const current = applyToAll(purchases, { type: 'timePassed' }, now);
  if (event.type === 'timePassed') return current;
  if (event.type !== 'orderCreated' && event.type !== 'orderResumed')
    return applyToOne(current, purchaseOf(current, event), withoutClaimed(event, current), now);
  const known = ofOrder(current, event.order.number);
  const isOver = known === undefined || known.state === 'paid';
  if (event.type === 'orderResumed' && isOver) return current;
  const target = known ?? unplaced(current, event.intents[0]);
  const released = event.intents.reduce((all, intent) => {
    const claimant = ofIntent(all, intent);
    return claimant === target ? all : applyToOne(all, claimant, { type: 'intentReleased', intent }, now);
  }, current);
  return applyToOne(released, target, event, now);
}

/** An intent that has another purchase by now stays with it. */
function withoutClaimed(event: PurchaseEvent, purchases: readonly Purchase[]): PurchaseEvent {
  if ((event.type !== 'sheetAnswered' && event.type !== 'lateAnswer') || !event.intents) return event;
  return { ...event, intents: event.intents.filter((intent) => !ofIntent(purchases, intent)) };
}

/** Prefers the purchase that knows all of the intent to one that may be of it. */
function ofIntent(purchases: readonly Purchase[], intent: Intent): UnpaidPurchase | undefined {
  const all = purchases.filter((purchase): purchase is UnpaidPurchase =>
    intentsOf(purchase).some((each) => isSameIntent(each, intent)),
  );
  const isExact = (each: Intent) =>
    isSameIntent(each, intent) && each.amount === intent.amount && each.unit === intent.unit;
  return all.find((purchase) => purchase.intents.some(isExact)) ?? all[0];
}

/** Prefers an unpaid purchase, because a server with reset data assigns order numbers again. */
function ofOrder(purchases: readonly Purchase[], number: string): Purchase | undefined {
  const all = purchases.filter((purchase) => orderOf(purchase)?.number === number);
  return all.find(({ state }) => state !== 'paid') ?? all[0];
}

function unplaced(purchases: readonly Purchase[], intent: Intent): Purchase | undefined {
  const purchase = ofIntent(purchases, intent);
  return purchase && isUnplaced(purchase) ? purchase : undefined;
}

/** The purchase that the event refers to. */
function purchaseOf(purchases: readonly Purchase[], event: PurchaseEvent): Purchase | undefined {
  if ('intent' in event) return ofIntent(purchases, event.intent);
  if ('order' in event) return ofOrder(purchases, event.order.number);
  return undefined;
}

function applyToAll(purchases: readonly Purchase[], event: PurchaseEvent, now: number): readonly Purchase[] {
  return purchases.reduce((all, purchase) => applyToOne(all, purchase, event, now), purchases);
}

function applyToOne(
  purchases: readonly Purchase[],
  purchase: Purchase | undefined,
  event: PurchaseEvent,
  now: number,
): readonly Purchase[] {
  const next = transition(purchase, event, now);
  if (next === purchase && !(next && MOVES_TO_FRONT.includes(event.type))) return purchases;
  const isOther = (other: Purchase) =>
    other !== purchase && !(next?.state === 'paid' && orderOf(other)?.number === next.order.number);
  if (!next) return purchases.filter(isOther);
  const place = purchase && !MOVES_TO_FRONT.includes(event.type) ? purchases.indexOf(purchase) : 0;
  return [...purchases.slice(0, place).filter(isOther), next, ...purchases.slice(place).filter(isOther)];
}
