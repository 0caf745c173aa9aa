import type { AbortSignalLike } from '../../ports/http.ts';
import type { Destination } from '../destination.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import { restrictionOn, type LeaseTerms, type Restriction } from '../lease/lease-terms.ts';
import type { Plan } from '../lease/plan.ts';
import type { FindOrder } from '../order/find-order.ts';
import type { Order, PayableOrder } from '../order/order.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import type { CheckoutRecords } from './checkout-records.ts';
import type { PayOrder } from './pay-order.ts';
import type { OrderRequest, PlacedOrder, PlaceOrder } from './place-order.ts';

/** Where buying a plan has come to before any payment. */
export type OrderOutcome =
  | { kind: 'no-plan' }
  | { kind: 'restricted'; restriction: Restriction }
  /** Nothing to pay: it is rented. `paid`: this very intent was paid before. */
  | { kind: 'free' | 'paid'; order: PayableOrder; destination: Destination }
  /** The order is made, and another amount is due than the plan's: it is paid only once the user agrees to that. */
  | { kind: 'price-changed'; order: PayableOrder; planFen: number }
  /** The order is made and not paid: nobody meant to pay it yet, or the screen that did has gone. */
  | { kind: 'ordered'; order: PayableOrder };

export type RentOutcome =
  | OrderOutcome
  /** The place to go to asks the server. */
  | { kind: 'confirming'; order: PayableOrder; destination: Destination }
  /** The order stays, to be paid later; `found` is what the server said of it, where the destination shows its detail. */
  | { kind: 'cancelled'; order: PayableOrder; destination: Destination; found?: Order }
  /** Not paid; trying again pays the same order. */
  | { kind: 'failed'; order: PayableOrder; message?: string };

type Placed = Exclude<OrderOutcome, { kind: 'no-plan' | 'price-changed' | 'ordered' }> | { placed: PlacedOrder };

export interface RentOptions {
  /** The amount that the user has agreed to pay where it is not the plan's; integer fen. */
  agreedFen?: number;
  /** Of the screen that asks: once it has aborted nothing is sent, prepared or opened any more. */
  signal?: AbortSignalLike;
}

/** Buys a plan: one order for one intent, and its payment. */
export class RentDevice {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly placing: PlaceOrder,
    private readonly payments: PayOrder,
    private readonly findOrder: FindOrder,
    private readonly records: CheckoutRecords,
    private readonly current: CurrentDevice,
  ) {}

  /** The plan was chosen: whatever can be asked before it is paid for is asked now. */
  choose(plan: Plan, terms: LeaseTerms): void {
    if (!restrictionOn(plan.basis, terms)) this.placing.prefetch(this.requestFor(plan, terms));
  }

  /**
   * Orders the plan and lets it be paid. Rejects with the Problem of either, or with `cancelled` where the screen has gone before
   * anything was sent; trying again goes on with the same order.
   */
  rent(plan: Plan | undefined, terms: LeaseTerms, { agreedFen, signal }: RentOptions = {}): Promise<RentOutcome> {
    const renting = async (): Promise<RentOutcome> => {
      if (signal?.aborted) throw new Problem('cancelled');
      if (!plan) return { kind: 'no-plan' };
      const placed = await this.placed(plan, terms, signal);
      if (!('placed' in placed)) return placed;
      const { order, state, waited } = placed.placed;
      if (signal?.aborted) return { kind: 'ordered', order };
      const isAgreed = order.amountFen === plan.priceFen || order.amountFen === agreedFen;
      if (state !== 'unknown' && !isAgreed) return { kind: 'price-changed', order, planFen: plan.priceFen };
      const destination = this.afterPaying(plan, terms);
      const payment = await this.payments.pay(order, { leadsTo: destination, waited, state, signal });
      if (payment.kind === 'not-opened') return { kind: 'ordered', order };
      if (payment.kind === 'failed') return { ...payment, order };
      if (payment.kind !== 'cancelled') return { kind: payment.kind, order, destination };
      return { kind: 'cancelled', order, ...(await this.afterCancelling(order, terms)) };
    };
    return this.flights.run('rent', renting, signal);
  }

  /** Orders the plan without paying it, or names the order of the same intent. */
  order(plan: Plan | undefined, terms: LeaseTerms): Promise<OrderOutcome> {
    return this.flights.run('order', async (): Promise<OrderOutcome> => {
      if (!plan) return { kind: 'no-plan' };
      const placed = await this.placed(plan, terms);
      if (!('placed' in placed)) return placed;
      const { order } = placed.placed;
      return order.amountFen === plan.priceFen
        ? { kind: 'ordered', order }
        : { kind: 'price-changed', order, planFen: plan.priceFen };
    });
  }

  private requestFor(plan: Plan, { assist = false, renewal, rechargeOperatorId }: LeaseTerms): OrderRequest {
    const { sno, assist: isAssistant } = this.current;
    const operatorId = rechargeOperatorId ?? this.current.operatorId;
    return { plan, sno, operatorId, renewal, assist, isAssistant };
  }

  private async placed(plan: Plan, terms: LeaseTerms, signal?: AbortSignalLike): Promise<Placed> {
    const restriction = restrictionOn(plan.basis, terms);
    if (restriction) return { kind: 'restricted', restriction };
    const placed = await this.placing.place(this.requestFor(plan, terms), signal);
    const { order, state } = placed;
    if (state === 'paid') return { kind: 'paid', order, destination: this.afterPaying(plan, terms) };
    if (order.amountFen < 0) throw new Problem('parse', { message: 'an order that costs less than nothing' });
    if (order.amountFen > 0 || state === 'unknown') return { placed };
    this.records.record({ type: 'orderFree', order });
    return { kind: 'free', order, destination: { to: 'mode-menu' } };
  }

  private afterPaying(plan: Plan, { renewal }: LeaseTerms): Destination {
    if (renewal === 'device') return { to: 'my', renewed: true };
    if (plan.basis === 'uses') return { to: 'cards', paid: true };
    const { sno, isWorking } = this.current;
    return isWorking && sno !== undefined ? { to: 'process', sno, paid: true } : { to: 'mode-menu', paid: true };
  }

  private async afterCancelling(
    order: PayableOrder,
    { renewal }: LeaseTerms,
  ): Promise<{ destination: Destination; found?: Order }> {
    if (renewal === 'card') return { destination: { to: 'cards' } };
    const found = await this.findOrder.find(order).catch(ignoreFailure);
    if (!found) return { destination: { to: 'cards' } };
    return { destination: { to: 'order-detail', kind: found.kind, cancelled: true }, found };
  }
}
