import { makeAutoObservable, observableRef } from 'mobx';
import type { UnsettledPurchase } from '../../core/checkout/records/purchase.ts';
import type { Destination } from '../../core/destination.ts';
import type { Purchased } from '../../core/lease/plan-terms.ts';

type PayableOrder = UnsettledPurchase['order'];

/** A confirmed payment, or an order that needed none, which a line above the screen after it reports. */
export interface ConfirmedPayment {
  order: PayableOrder;
  /** Undefined if this page did not choose the plan. */
  purchased: Purchased | undefined;
  /** The order was paid, and not by a payment that this phone knows. */
  elsewhere?: true;
  /** The order needed no payment. */
  free?: true;
  /** Where the purchase leads; undefined if its screen goes there by itself. */
  leadsTo?: Destination;
  /** The path of the only screen with the line. Undefined until a screen shows it. */
  path?: string;
}

/** The confirmed payments of plans, each until the user leaves the screen after it. */
export class ConfirmedPayments {
  /** Latest first. */
  all: readonly ConfirmedPayment[] = [];
  /** The path of the screen that the user sees. */
  #path: string | undefined = undefined;
  /** What this page tried to buy, by order number, as it was at the first try: a later one may find the lease extended. */
  readonly #purchased = new Map<string, Purchased>();

  constructor() {
    makeAutoObservable(this, { all: observableRef }, { autoBind: true });
  }

  /** Keeps what the line of the order says was bought, once it is paid. The first try counts. */
  keepPurchased({ number }: PayableOrder, purchased: Purchased): void {
    if (!this.#purchased.has(number)) this.#purchased.set(number, purchased);
  }

  /**
   * A line on the next screen reports the confirmed payment of a plan, or that it needed none, in place of those that an
   * earlier screen has shown.
   */
  add(order: PayableOrder, how: Pick<ConfirmedPayment, 'leadsTo' | 'elsewhere' | 'free'>): void {
    const isBeside = ({ path = this.#path, order: { number } }: ConfirmedPayment) =>
      path === this.#path && number !== order.number;
    this.all = [{ order, purchased: this.#purchased.get(order.number), ...how }, ...this.all.filter(isBeside)];
  }

  /**
   * Call it with each screen that the user sees. Removes the payments that another screen has shown, and shows the others on
   * this one, unless it `leadsOn` to the screen after the payment by itself.
   */
  showOn(path: string, { leadsOn }: { leadsOn: boolean }): void {
    this.#path = path;
    if (this.all.every((payment) => payment.path === (leadsOn ? undefined : path))) return;
    const shown = this.all.filter((payment) => (payment.path ?? path) === path);
    this.all = leadsOn ? shown : shown.map((payment) => ({ ...payment, path }));
  }

  dismiss({ number }: Pick<PayableOrder, 'number'>): void {
    this.all = this.all.filter(({ order }) => order.number !== number);
  }
}
