import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import type { PayableOrder } from '../order/order.ts';
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
import { afterEvent, ofIntent, ofOrder } from './purchases.ts';
import { storedOpenPurchases, storedPaidPurchases } from './stored.ts';
import type { PurchaseEvent } from './transitions.ts';

/** How many paid purchases are kept: a customer's side that answers late does so within minutes. */
const PAID_KEPT = 20;

/** Called with what happened to a purchase; without an event after another account or another server has come. */
type Listener = (event?: PurchaseEvent) => void;

/**
 * Owns what this phone knows of its purchases; nobody else reads or writes it. Asks nobody. Each call reads what is stored anew, since several pages of
 * one phone share it. Every method throws the Problem `storage` where the phone forbids storing.
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
    scope.onCleared(() => this.notify());
  }

  /** Records what happened, and calls every listener. */
  record(event: PurchaseEvent): void {
    this.all(event);
    this.notify(event);
  }

  /** Calls `listener` after each event that this page records, until unsubscribed. */
  subscribe(listener: Listener): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The purchase of an intent, which begins now where there is none. */
  choose(intent: string): UnpaidPurchase {
    this.record({ type: 'intentChosen', intent, idempotencyKey: newIdempotencyKey(this.clock.now()) });
    const chosen = this.ofIntent(intent);
    if (!chosen) throw new Error('an intent that was chosen has a purchase');
    return chosen;
  }

  ofIntent(intent: string): UnpaidPurchase | undefined {
    return ofIntent(this.all(), intent);
  }

  ofOrder({ number }: Pick<PayableOrder, 'number'>): Purchase | undefined {
    return ofOrder(this.all(), number);
  }

  /** The purchases whose payment was opened and is not settled, the one that was opened or answered last first; none that is older than a day. */
  unsettled(): UnsettledPurchase[] {
    return this.all().filter(isUnsettled);
  }

  /** True where the customer's side said within ten minutes that the order was paid, and only the server has not. */
  isSaidToBePaid(order: Pick<PayableOrder, 'number'>): boolean {
    return isSaidToBePaid(this.ofOrder(order), this.clock.now());
  }

  /** True where a payment of the order was opened or answered less than `ms` ago and is not settled: it may be paid although the server denies it. */
  wasOpenedWithin(ms: number, order: Pick<PayableOrder, 'number'>): boolean {
    return wasOpenedWithin(ms, this.ofOrder(order), this.clock.now());
  }

  /** True where the intent was tried less than `ms` ago. */
  wasTriedWithin(ms: number, intent: string): boolean {
    const purchase = this.ofIntent(intent);
    return (
      purchase !== undefined &&
      intentsOf(purchase).some((each) => each.name === intent && wasTriedWithin(ms, each, this.clock.now()))
    );
  }

  /** The orders that were placed or paid for here and are not known to be paid. */
  openOrders(): PayableOrder[] {
    return this.all().flatMap((purchase) => (purchase.state === 'paid' ? [] : (orderOf(purchase) ?? [])));
  }

  /** The numbers of the orders of all other intents. */
  claimedNumbers(intent: string): string[] {
    return this.all().flatMap((purchase) =>
      intentsOf(purchase).some(({ name }) => name !== intent) ? (orderOf(purchase)?.number ?? []) : [],
    );
  }

  /** The order that was paid last in this session, where it was paid for this device, or for uses with this operator, and no treatment was started since. */
  unusedPaidOrder(sno: string, operatorId: string | undefined): PayableOrder | undefined {
    const last = this.all().find((purchase) => purchase.state === 'paid');
    const isFor = last?.order.kind === 'card' ? last.order.operatorId === operatorId : last?.order.sno === sno;
    return isFor && !last?.used ? last?.order : undefined;
  }

  /** All purchases, after the event. */
  private all(event: PurchaseEvent = { type: 'timePassed' }): readonly Purchase[] {
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
