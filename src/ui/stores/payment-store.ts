import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CheckoutRecords } from '../../core/checkout/records/checkout-records.ts';
import type { ConfirmPayment } from '../../core/checkout/confirm/confirm-payment.ts';
import type { PaymentOutcome } from '../../core/checkout/pay/pay-order.ts';
import { orderGate, withKnownEnd, type OrderGate } from '../../core/checkout/order-gate.ts';
import {
  isPaidBack,
  LIST_LAG_MS,
  type LapsedPayment,
  type PaymentDoubt,
  type UnsettledPurchase,
} from '../../core/checkout/records/purchase.ts';
import { notListedYet, Purchases } from '../../core/checkout/records/purchases.ts';
import type { RentOutcome } from '../../core/checkout/rent-device.ts';
import type { Destination } from '../../core/destination.ts';
import type { Purchased } from '../../core/lease/plan-terms.ts';
import type { Order } from '../../core/order/order.ts';
import type { Problem } from '../../core/problem.ts';
import type { Clock } from '../../ports/clock.ts';
import { copy } from '../copy/zh-CN.ts';
import { stateWordText } from '../parts/words/server-words.ts';
import { ConfirmedPayments } from './confirmed-payments.ts';
import type { Toasts, ToastTone } from './toasts.ts';

type PayableOrder = UnsettledPurchase['order'];

/** A payment whose outcome is unknown. */
export interface UnsettledPayment {
  order: PayableOrder;
  /** True while a query for its outcome is under way. */
  isQuerying: boolean;
}

/** The payments whose outcome is unknown. The store keeps them across screens until the server reports an outcome. */
export class PaymentStore {
  /**
   * Changes when the server has told the outcome of a payment, and again when no list lags behind that any more. What a screen
   * has read is read again when it changes.
   */
  freshness = 0;
  unsettledPayments: readonly UnsettledPayment[] = [];
  /** The payments that may have taken money for an order that is cancelled or gone, until the user has read of each. */
  lapsedPayments: readonly LapsedPayment[];
  readonly confirmed = new ConfirmedPayments();
  /** A copy of the records, read after each change, before each query and with each order that a screen reads. */
  private purchases = new Purchases([], 0);
  #activePayments = 0;
  readonly #pendingQueries = new Map<string, Promise<void>>();
  readonly #records: CheckoutRecords;
  readonly #confirmation: Pick<ConfirmPayment, 'pollUntilSettled'>;
  readonly #toasts: Toasts;
  readonly #time: Pick<Clock, 'now' | 'sleep'>;
  readonly #toProblem: (thrown: unknown) => Problem;

  constructor(
    records: CheckoutRecords,
    confirmation: Pick<ConfirmPayment, 'pollUntilSettled'>,
    toasts: Toasts,
    time: Pick<Clock, 'now' | 'sleep'>,
    toProblem: (thrown: unknown) => Problem,
  ) {
    this.#records = records;
    this.#confirmation = confirmation;
    this.#toasts = toasts;
    this.#time = time;
    this.#toProblem = toProblem;
    this.lapsedPayments = records.lapsed();
    makeAutoObservable<this, 'purchases'>(
      this,
      {
        unsettledPayments: observableRef,
        lapsedPayments: observableRef,
        confirmed: false,
        purchases: observableRef,
      },
      { autoBind: true },
    );
    records.subscribe((event, lapsed) => {
      this.readRecords();
      // Its line goes now, and whoever asked may have asked for another order.
      if (lapsed) void this.queryOrder(lapsed.order);
      if (event?.type === 'lateAnswer') void this.queryAgain(event.order.number);
    });
  }

  /**
   * Runs a payment of a screen, which tells its outcome; queries the server afterwards if that is `confirming`.
   * `purchased`: what a line on the next screen says of it, once it is paid.
   */
  async track<Outcome extends RentOutcome | PaymentOutcome>(
    pay: () => Promise<Outcome>,
    purchased?: Purchased,
  ): Promise<Outcome> {
    this.#activePayments += 1;
    const before = this.readRecords();
    let ended: RentOutcome | PaymentOutcome | undefined;
    try {
      ended = await pay();
    } finally {
      this.#activePayments -= 1;
      this.removeSettled(before, ended);
    }
    const outcome: RentOutcome | PaymentOutcome = ended;
    const { kind } = outcome;
    const isTold = kind === 'paid' || kind === 'free' || kind === 'confirming';
    const order = 'order' in outcome && isTold ? outcome.order : undefined;
    if ('order' in outcome && kind !== 'other-order' && purchased)
      this.confirmed.keepPurchased(outcome.order, purchased);
    if (kind === 'confirming') this.queryAllAgain(order);
    else if (kind === 'paid' && order) this.showConfirmed(order, { elsewhere: outcome.elsewhere });
    else if (kind === 'free' && order) this.showConfirmed(order, { free: true });
    else if (kind === 'paid' || (kind === 'cancelled' && outcome.by === 'server')) this.countSettled();
    return outcome as Outcome;
  }

  /** The purchases as an answer that the server was asked for at `askedAt` is weighed against them; epoch ms. */
  asOf(askedAt: number): Purchases {
    return this.purchases.asOf(askedAt);
  }

  /** What the rule of the payment and of the cancellation says of this order. */
  doubtAbout(order: Pick<PayableOrder, 'number'>): PaymentDoubt {
    return this.asOf(this.#time.now()).doubtAbout(order);
  }

  /** What may be done with an order that a screen has read. */
  gateOf(order: Order): OrderGate {
    return orderGate(order, this.doubtAbout(order));
  }

  /**
   * An order that a screen has read, as `withKnownEnd` says it. The answer is as old as its question, `askedAt`, however
   * long it is shown; one whose question is not known may be older than all that is known of the payment.
   */
  said(order: Order, askedAt: number | 'unknown'): Order {
    const asOf = askedAt === 'unknown' ? -Infinity : askedAt;
    return withKnownEnd(order, this.purchases.asOf(asOf).doubtAbout(order));
  }

  /** True while a payment of this order is open or has no known outcome. */
  isUnsettled(order: Pick<PayableOrder, 'number'>): boolean {
    return this.find(order) !== undefined;
  }

  /** As `Purchases.mayHaveBeenPaid`, and of a payment that has lapsed or is being asked about here. */
  mayHaveBeenPaid(order: Pick<PayableOrder, 'number'>): boolean {
    const isDoubtful = this.isUnsettled(order) || this.findLapsed(order) !== undefined;
    return isDoubtful || this.asOf(this.#time.now()).mayHaveBeenPaid(order);
  }

  /**
   * True if lists that the server was asked for at `askedAt` may not show what was ordered for this device, or of uses with
   * this operator: before the question, or since.
   */
  isUnlisted({ sno, operatorId }: { sno: string; operatorId?: string }, askedAt: number): boolean {
    return this.purchases.asOf(askedAt).unlistedOrder(sno, operatorId) !== undefined;
  }

  isQuerying(order: Pick<PayableOrder, 'number'>): boolean {
    return this.find(order)?.isQuerying ?? false;
  }

  /**
   * Queries the payments that an earlier page, or this page before it was hidden, left unsettled. A query under way may have
   * been suspended with the page. Does nothing while a payment is under way.
   */
  resumeUnsettled(): void {
    if (this.#activePayments === 0) this.queryAllAgain();
    // An earlier page may have paid a moment ago.
    if (this.purchases.unlisted().length > 0) void this.countUpToDate();
  }

  /**
   * Queries the outcome of every unconfirmed payment, and of the lapsed ones whose order is there: the server may have confirmed
   * them while no page was open, or the shop may have set their orders right.
   */
  async queryAll(): Promise<void> {
    const unsettled = this.readRecords();
    const lapsed = this.lapsedPayments.filter(({ reason }) => reason !== 'gone');
    const unrecorded = [...this.unsettledPayments, ...lapsed].filter(({ order }) =>
      unsettled.every((payment) => payment.order.number !== order.number),
    );
    const queries: { order: PayableOrder; leadsTo?: Destination }[] = [...unsettled, ...unrecorded];
    await Promise.all(queries.map(({ order, leadsTo }) => this.queryOrder(order, leadsTo)));
  }

  /** Queries the outcome of one payment. Concurrent calls for the same order share one query. */
  queryOrder(order: PayableOrder, leadsTo?: Destination): Promise<void> {
    const pending = this.#pendingQueries.get(order.number);
    if (pending) {
      // Another payment may have removed the order since the query began.
      if (!this.find(order)) this.upsert({ order, isQuerying: true });
      return pending;
    }
    const query = this.queryOutcome(order, leadsTo).finally(() => this.#pendingQueries.delete(order.number));
    this.#pendingQueries.set(order.number, query);
    return query;
  }

  /**
   * Call it with the orders that a screen has read. Queries those that the server calls paid, paid back or cancelled while a banner
   * doubts their payment or says that they have ended unpaid, so that screen and banner do not contradict each other.
   */
  heard(orders: readonly Order[]): void {
    this.#records.recordEndsOfPaid(orders);
    this.readRecords();
    for (const order of orders) {
      const { kind } = this.gateOf(order);
      const isPaid = kind === 'paid' || kind === 'refunded';
      const unsettled = isPaid || kind === 'cancelled' ? this.find(order) : undefined;
      const lapsed = isPaid ? this.findLapsed(order) : undefined;
      if (unsettled) void this.queryAgain(order.number);
      else if (lapsed) void this.queryOrder(lapsed.order);
    }
  }

  /**
   * Call it with an order that a screen has asked for at `askedAt` and the server does not know. Queries it while a banner doubts
   * its payment. Throws the Problem `refused` if the answer may be older than the order or a payment of it.
   */
  heardGone(order: Pick<PayableOrder, 'number'>, askedAt: number): void {
    if (this.find(order)) void this.queryAgain(order.number);
    const purchases = this.purchases.asOf(askedAt);
    if (purchases.mayBeUnlisted(order) || purchases.wasOpenedWithin(LIST_LAG_MS, order)) throw notListedYet();
  }

  /** Tells what the server says of the payment. Names the order, because the screen may be about another one by now. */
  tellSettled({ number }: Pick<PayableOrder, 'number'>, outcome: string, tone?: ToastTone): void {
    this.countSettled();
    this.#toasts.tell(copy.tasks.ended(copy.tasks.pay(number), outcome), tone);
  }

  /** Call it when the user has read of the lapsed payment. */
  dismissLapsed(order: Pick<PayableOrder, 'number'>): void {
    this.#records.dismissLapsed(order);
    this.lapsedPayments = this.#records.lapsed();
  }

  /** Queries again after the query under way, whose response may predate the event. */
  private async queryAgain(number: string): Promise<void> {
    await this.#pendingQueries.get(number);
    const purchase = this.readRecords().find(({ order }) => order.number === number);
    const order = purchase?.order ?? this.find({ number })?.order;
    if (order) await this.queryOrder(order, purchase?.leadsTo);
  }

  /**
   * Queries all outcomes, and again those whose query is under way: its last answer may come too early. `order` is queried
   * also if another page has recorded its outcome: the screen does not know it.
   */
  private queryAllAgain(order?: PayableOrder): void {
    const pending = [...this.#pendingQueries.keys()];
    void this.queryAll();
    if (order) void this.queryOrder(order);
    for (const number of pending) void this.queryAgain(number);
  }

  private async queryOutcome(order: PayableOrder, leadsTo: Destination | undefined): Promise<void> {
    const lapsedAs = this.findLapsed(order)?.reason;
    this.upsert({ order, isQuerying: true });
    const outcome = await this.#confirmation.pollUntilSettled(order).catch((thrown: unknown) => {
      const { code } = this.#toProblem(thrown);
      if (code === 'internal') this.#toasts.show(copy.problems.internal, 'bad');
    });
    runInAction(() => {
      if (
        outcome === undefined ||
        (outcome.kind === 'confirming' && (this.isRecorded(order) || this.isPaidBack(order)))
      )
        return this.stopQuerying(order);
      this.remove(order);
      // The payment has expired, or another page has settled it.
      if (outcome.kind === 'confirming') return this.countSettled();
      if (outcome.kind === 'not-paid')
        return this.tellSettled(order, outcome.answer === 'cancel' ? copy.payment.cancelled : copy.payment.failed);
      if (outcome.kind === 'not-found' || outcome.kind === 'cancelled')
        return this.notifyEnded(order, outcome.kind, lapsedAs);
      if (outcome.refunded !== undefined) return this.tellSettled(order, stateWordText(outcome.refunded));
      return leadsTo ? this.showConfirmed(order, { leadsTo }) : this.tellSettled(order, copy.payment.paid, 'good');
    });
  }

  private isRecorded({ number }: Pick<PayableOrder, 'number'>): boolean {
    return this.readRecords().some(({ order }) => order.number === number);
  }

  private find({ number }: Pick<PayableOrder, 'number'>): UnsettledPayment | undefined {
    return this.unsettledPayments.find(({ order }) => order.number === number);
  }

  private findLapsed({ number }: Pick<PayableOrder, 'number'>): LapsedPayment | undefined {
    return this.lapsedPayments.find(({ order }) => order.number === number);
  }

  /** Replaces the payment of the same order, or appends it. */
  private upsert(payment: UnsettledPayment): void {
    const { number } = payment.order;
    this.unsettledPayments = this.find(payment.order)
      ? this.unsettledPayments.map((other) => (other.order.number === number ? payment : other))
      : [...this.unsettledPayments, payment];
  }

  /** Does nothing if a payment has removed the order since, because the server has reported it. */
  private stopQuerying({ number }: Pick<PayableOrder, 'number'>): void {
    this.unsettledPayments = this.unsettledPayments.map((other) =>
      other.order.number === number ? { ...other, isQuerying: false } : other,
    );
  }

  private remove({ number }: Pick<PayableOrder, 'number'>): void {
    this.unsettledPayments = this.unsettledPayments.filter(({ order }) => order.number !== number);
  }

  /** Tells on the next screen that the order is paid, or that it needed no payment. */
  showConfirmed(order: PayableOrder, how: Parameters<ConfirmedPayments['add']>[1]): void {
    this.countSettled();
    this.confirmed.add(order, how);
  }

  private countSettled(): void {
    this.freshness += 1;
    void this.countUpToDate();
  }

  /** Counts when no list lags behind what is known now. */
  private async countUpToDate(): Promise<void> {
    await this.#time.sleep(LIST_LAG_MS);
    runInAction(() => (this.freshness += 1));
  }

  /**
   * The order has ended without a confirmed payment. A banner reports it where the sheet may have taken money; if it did so
   * before the query, by `lapsedAs`, nothing has changed.
   */
  private notifyEnded(
    order: PayableOrder,
    kind: 'not-found' | 'cancelled',
    lapsedAs: LapsedPayment['reason'] | undefined,
  ): void {
    this.lapsedPayments = this.#records.lapsed();
    const lapsed = this.findLapsed(order);
    if (lapsed && lapsed.reason !== lapsedAs) this.countSettled();
    if (lapsed) return;
    this.tellSettled(order, kind === 'cancelled' ? copy.payment.orderCancelled : copy.payment.orderGone);
  }

  private readRecords(): readonly UnsettledPurchase[] {
    const purchases = this.#records.purchases();
    this.lapsedPayments = this.#records.lapsed();
    this.purchases = purchases;
    return purchases.unsettled();
  }

  /**
   * The screen tells the `outcome` of its order. That another one was paid back is told here, also one of another page of the
   * phone that was unsettled `before`.
   */
  private removeSettled(before: readonly UnsettledPurchase[], outcome: RentOutcome | PaymentOutcome | undefined): void {
    const isTold = ({ number }: PayableOrder) =>
      outcome && ('order' in outcome ? outcome.order.number === number : outcome.kind === 'paid');
    const unsettled = this.readRecords();
    const isUnsettled = ({ number }: PayableOrder) => unsettled.some(({ order }) => order.number === number);
    const wereOpen = [...this.unsettledPayments, ...before.filter(({ order }) => !this.find(order))];
    this.unsettledPayments = this.unsettledPayments.filter(({ order }) => isUnsettled(order));
    for (const { order } of wereOpen)
      if (!isUnsettled(order) && !isTold(order) && this.isPaidBack(order)) void this.queryOrder(order);
  }

  private isPaidBack({ number }: PayableOrder): boolean {
    return isPaidBack(this.asOf(this.#time.now()).ofOrder({ number }));
  }
}
