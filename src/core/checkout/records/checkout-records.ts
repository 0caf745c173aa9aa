import type { Clock, Unsubscribe } from '../../../ports/clock.ts';
import { notifyAll } from '../../state/notify-all.ts';
import { correctsOwn } from '../../state/own-instants.ts';
import type { AccountScope } from '../../state/account-scope.ts';
import { payable, refundedWord, type Order, type PayableOrder } from '../../order/order.ts';
import { ageOf } from '../../basics/time.ts';
import {
  hasTakenMoney,
  isPaidBack,
  isUnsettled,
  LIST_LAG_MS,
  mayHaveTakenMoney,
  saysNotPaid,
  type LapsedPayment,
  type Paid,
  type Purchase,
  type UnpaidPurchase,
} from './purchase.ts';
import { Purchases } from './purchases.ts';
import { storedCancellations, storedLapsedPayments, storedOpenPurchases, storedPaidPurchases } from './stored.ts';
import type { PurchaseEvent } from './transitions.ts';

/**
 * Number of paid purchases to keep. A late answer of the payment sheet arrives within minutes, so a short history
 * suffices.
 */
const PAID_KEPT = 20;

/**
 * Receives the recorded event, and the payment that had lapsed and is known to be paid by it, on whichever page it lapsed.
 * Receives undefined after a change of account or server.
 */
type Listener = (event?: PurchaseEvent, lapsed?: LapsedPayment) => void;

/**
 * The only owner of the purchase records on this phone. It sends no requests. Each call reads the storage again,
 * because several pages of one phone share it. On the command line, every method throws the Problem `storage` if the
 * folder cannot be read or written.
 */
export class CheckoutRecords {
  private readonly open;
  private readonly paid;
  private readonly lapsedPayments;
  private readonly cancellations;
  private readonly listeners = new Set<Listener>();

  constructor(
    private readonly scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.open = storedOpenPurchases(scope);
    this.paid = storedPaidPurchases(scope);
    this.lapsedPayments = storedLapsedPayments(scope);
    this.cancellations = storedCancellations(scope);
    scope.onChange(() => this.notify());
    correctsOwn(clock, [this.open, this.paid, this.lapsedPayments, this.cancellations]);
  }

  /** Returns the purchases as stored, without those that have expired. */
  purchases(): Purchases {
    const { after, open, paid } = this.applied({ type: 'timePassed' });
    return open || paid ? this.apply({ type: 'timePassed' }) : after;
  }

  /** Records the event, while no other process changes the records, and notifies every listener. */
  record(event: PurchaseEvent): void {
    const lapsed = this.scope.exclusively(() => {
      // What expires by now is kept as lapsed, whatever the event is.
      this.apply({ type: 'timePassed' });
      const known = event.type === 'serverSaysPaid' ? this.lapsedOf(event.order) : undefined;
      this.keepLapsed(event);
      if (event.type === 'serverSaysCancelled') this.keepCancelled(event);
      this.apply(event);
      return known;
    });
    this.notify(event, lapsed);
  }

  /**
   * Records which of the orders that this phone knows as paid the server has returned as paid back, or as cancelled since: more
   * than a moment after their payment, which an older answer may lack.
   */
  recordEndsOfPaid(returned: readonly Order[]): void {
    const purchases = this.purchases();
    for (const order of returned) {
      const known = purchases.ofOrder(order);
      if (known?.state !== 'paid' || isPaidBack(known)) continue;
      if (refundedWord(order) !== undefined)
        this.record({ type: 'serverSaysPaid', order: payable(order), refunded: true });
      else if (order.state === 'cancelled' && purchases.doubtAbout(order) !== 'just-paid')
        this.record({ type: 'serverSaysCancelled', order });
    }
  }

  /** Returns the payments that may have taken money and that nothing confirms any more, until each was read. */
  lapsed(): readonly LapsedPayment[] {
    return this.lapsedPayments.get();
  }

  /** Call it when the user has read of a lapsed payment. */
  dismissLapsed({ number }: Pick<LapsedPayment['order'], 'number'>): void {
    this.scope.exclusively(() => {
      const lapsed = this.lapsed();
      const others = lapsed.filter(({ order }) => order.number !== number);
      if (others.length < lapsed.length) this.lapsedPayments.set(others);
    });
  }

  /**
   * A payment that ends with its order has lapsed, unless the sheet's last word was that nothing was paid. Of one that a sheet
   * called paid, the answer of a later sheet says nothing. So has one that the server has called paid, if its order is cancelled
   * without a word about the money.
   */
  private keepLapsed(event: PurchaseEvent): void {
    const isCalledOffNow =
      'answer' in event && saysNotPaid(event.answer) && this.lapsedOf(event.order)?.reason !== 'unconfirmed';
    if (event.type === 'serverSaysPaid' || isCalledOffNow) this.dismissLapsed(event.order);
    if (event.type !== 'serverSaysCancelled' && event.type !== 'orderForgotten') return;
    const purchase = this.purchases().ofOrder(event.order);
    const lapsed = this.lapsedOf(event.order);
    const reason = event.type === 'orderForgotten' ? 'gone' : 'cancelled';
    const isPaid = reason === 'cancelled' && hasTakenMoney(purchase);
    const payment = isPaid || mayHaveTakenMoney(purchase) ? purchase : lapsed;
    if (payment && lapsed?.reason !== reason) this.addLapsed(payment.order, reason);
  }

  /** Of an order that this phone has neither cancelled nor on record, nothing was said that an older answer could contradict. */
  private keepCancelled({ order: { number }, here }: Extract<PurchaseEvent, { type: 'serverSaysCancelled' }>): void {
    if (!here && !this.purchases().ofOrder({ number })) return;
    const now = this.clock.now();
    const recent = Object.entries(this.cancellations.get()).filter(([, at]) => ageOf(at, now) < LIST_LAG_MS);
    this.cancellations.set({ ...Object.fromEntries(recent), [number]: now });
  }

  private addLapsed(order: PayableOrder, reason: LapsedPayment['reason']): void {
    const others = this.lapsed().filter(({ order: { number } }) => number !== order.number);
    this.lapsedPayments.set([{ order, reason, at: this.clock.now() }, ...others].slice(0, PAID_KEPT));
  }

  /** What the sheet called paid is not forgotten with its record, whose time is over. */
  private keepUnconfirmed(before: readonly Purchase[], after: Purchases): void {
    for (const purchase of before) {
      const isSaidPaid = purchase.state === 'unconfirmed' && purchase.answer === 'ok';
      if (isSaidPaid && !isUnsettled(after.ofOrder(purchase.order))) this.addLapsed(purchase.order, 'unconfirmed');
    }
  }

  /** Calls `listener` after each event that this page records, until the caller unsubscribes. */
  subscribe(listener: Listener): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Applies the event and stores the result if it changed, while no other process changes the records. */
  private apply(event: PurchaseEvent): Purchases {
    return this.scope.exclusively(() => {
      const { before, after, open, paid } = this.applied(event);
      if (event.type === 'timePassed') this.keepUnconfirmed(before, after);
      if (open) this.open.set(open);
      if (paid) this.paid.set(paid);
      return after;
    });
  }

  /** The purchases as stored, and after the event; `open` and `paid` if it changes them. */
  private applied(event: PurchaseEvent) {
    const open = this.open.get();
    const paid = this.paid.get();
    const after = new Purchases([...open, ...paid], this.clock.now(), this.cancellations.get()).after(event);
    const isPaid = (purchase: Purchase): purchase is Paid => purchase.state === 'paid';
    const nextOpen = after.all.filter((purchase): purchase is UnpaidPurchase => !isPaid(purchase));
    const nextPaid = after.all.filter(isPaid).slice(0, PAID_KEPT);
    return {
      before: open,
      after,
      open: isSame(open, nextOpen) ? undefined : nextOpen,
      paid: isSame(paid, nextPaid) ? undefined : nextPaid,
    };
  }

  private lapsedOf({ number }: Pick<LapsedPayment['order'], 'number'>): LapsedPayment | undefined {
    return this.lapsed().find(({ order }) => order.number === number);
  }

  private notify(event?: PurchaseEvent, lapsed?: LapsedPayment): void {
    notifyAll(this.listeners, event, lapsed);
  }
}

function isSame(before: readonly Purchase[], after: readonly Purchase[]): boolean {
  return before.length === after.length && before.every((purchase, index) => purchase === after[index]);
}
