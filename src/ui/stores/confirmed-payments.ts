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
  /** The visit of the only screen with the line. Undefined until a screen shows it. */
  visit?: string;
}

/** The confirmed payments of plans, each until the user leaves the screen after it. */
export class ConfirmedPayments {
  /** Latest first. */
  all: readonly ConfirmedPayment[] = [];
  /** The visit of the screen that the user sees. */
  #visit: string | undefined = undefined;
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
    const isBeside = ({ visit = this.#visit, order: { number } }: ConfirmedPayment) =>
      visit === this.#visit && number !== order.number;
    this.all = [{ order, purchased: this.#purchased.get(order.number), ...how }, ...this.all.filter(isBeside)];
  }

  /**
   * Call it with each visit of a screen. Removes the payments that another one has shown, and shows the others on this one,
   * unless it `leadsOn` to the screen after the payment by itself.
   */
  showOn(visit: string, { leadsOn }: { leadsOn: boolean }): void {
    this.#visit = visit;
    if (this.all.every((payment) => payment.visit === (leadsOn ? undefined : visit))) return;
    const shown = this.all.filter((payment) => (payment.visit ?? visit) === visit);
    this.all = leadsOn ? shown : shown.map((payment) => ({ ...payment, visit }));
  }

  dismiss({ number }: Pick<PayableOrder, 'number'>): void {
    this.all = this.all.filter(({ order }) => order.number !== number);
  }
}
