import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { isForDevice, type PayableOrder } from '../order/order.ts';
import type { AccountScope } from '../state/account-scope.ts';
import {
  intentsOf,
  isSaidToBePaid,
  isUnsettled,
  orderOf,
  wasOpenedWithin,
  wasTriedWithin,
  type Paid,
  type Purchase,
  type UnpaidPurchase,
  type UnsettledPurchase,
} from './purchase.ts';
import { afterEvent, ofIntent, ofOrder } from './apply-event.ts';
import { storedOpenPurchases, storedPaidPurchases } from './stored.ts';
import type { PurchaseEvent } from './transitions.ts';

/**
 * Number of paid purchases to keep. A late answer of the payment sheet arrives within minutes, so a short history
 * suffices.
 */
const PAID_KEPT = 20;

/** Receives the recorded event; receives undefined after a change of account or server. */
type Listener = (event?: PurchaseEvent) => void;

/**
 * The only owner of the purchase records on this phone. It sends no requests. Each call reads the storage again,
 * because several pages of one phone share it. On the command line, every method throws the Problem `storage` if the
 * folder cannot be read or written.
 */
export class CheckoutRecords {
  private readonly open;
  private readonly paid;
  private readonly listeners = new Set<Listener>();

  constructor(
    scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.open = storedOpenPurchases(scope);
    this.paid = storedPaidPurchases(scope);
    scope.onChange(() => this.notify());
  }

  /** Records the event and notifies every listener. */
  record(event: PurchaseEvent): void {
    this.apply(event);
    this.notify(event);
  }

  /** Calls `listener` after each event that this page records, until the caller unsubscribes. */
  subscribe(listener: Listener): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Returns the purchase of an intent; creates a draft if there is none. */
  choose(intent: string): UnpaidPurchase {
    this.record({ type: 'intentChosen', intent, idempotencyKey: newIdempotencyKey(this.clock.now()) });
    const chosen = this.ofIntent(intent);
    if (!chosen) throw new Error('an intent that was chosen has a purchase');
    return chosen;
  }

  ofIntent(intent: string): UnpaidPurchase | undefined {
    return ofIntent(this.apply(), intent);
  }

  ofOrder({ number }: Pick<PayableOrder, 'number'>): Purchase | undefined {
    return ofOrder(this.apply(), number);
  }

  /**
   * Returns the purchases whose payment was opened less than a day ago and is not settled. The latest opened or
   * answered one is first.
   */
  unsettled(): UnsettledPurchase[] {
    return this.apply().filter(isUnsettled);
  }

  /** True if the payment sheet returned `ok` less than ten minutes ago and the server has not confirmed the payment. */
  isSaidToBePaid(order: Pick<PayableOrder, 'number'>): boolean {
    return isSaidToBePaid(this.ofOrder(order), this.clock.now());
  }

  /**
   * True if a payment of the order was opened or answered less than `ms` ago and is not settled. Such an order may be
   * paid although the server denies it.
   */
  wasOpenedWithin(ms: number, order: Pick<PayableOrder, 'number'>): boolean {
    return wasOpenedWithin(ms, this.ofOrder(order), this.clock.now());
  }

  /** True if the user tried the intent less than `ms` ago. */
  wasTriedWithin(ms: number, intent: string): boolean {
    const purchase = this.ofIntent(intent);
    return (
      purchase !== undefined &&
      intentsOf(purchase).some((each) => each.name === intent && wasTriedWithin(ms, each, this.clock.now()))
    );
  }

  /** Returns the orders that this phone placed or opened for payment and that are not known to be paid. */
  openOrders(): PayableOrder[] {
    return this.apply().flatMap((purchase) => (purchase.state === 'paid' ? [] : (orderOf(purchase) ?? [])));
  }

  /** Returns the order numbers of all other intents. */
  claimedNumbers(intent: string): string[] {
    return this.apply().flatMap((purchase) =>
      intentsOf(purchase).some(({ name }) => name !== intent) ? (orderOf(purchase)?.number ?? []) : [],
    );
  }

  /**
   * Returns the latest order that was paid in this session for this device, or for a card of this operator, and that
   * no treatment has used.
   */
  unusedPaidOrder(sno: string, operatorId: string | undefined): PayableOrder | undefined {
    return this.apply().find(
      (purchase): purchase is Paid =>
        purchase.state === 'paid' && !purchase.used && isForDevice(purchase.order, sno, operatorId),
    )?.order;
  }

  /** Applies the event, stores the result if it changed, and returns all purchases. */
  private apply(event: PurchaseEvent = { type: 'timePassed' }): readonly Purchase[] {
    const open = this.open.get() ?? [];
    const paid = this.paid.get() ?? [];
    const after = afterEvent([...open, ...paid], event, this.clock.now());
    const isPaid = (purchase: Purchase): purchase is Paid => purchase.state === 'paid';
    const nextOpen = after.filter((purchase): purchase is UnpaidPurchase => !isPaid(purchase));
    const nextPaid = after.filter(isPaid).slice(0, PAID_KEPT);
    if (!isSame(open, nextOpen)) this.open.set(nextOpen.length > 0 ? nextOpen : undefined);
    if (!isSame(paid, nextPaid)) this.paid.set(nextPaid.length > 0 ? nextPaid : undefined);
    return after;
  }

  private notify(event?: PurchaseEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

function isSame(before: readonly Purchase[], after: readonly Purchase[]): boolean {
  return before.length === after.length && before.every((purchase, index) => purchase === after[index]);
}
