import type { AbortSignalLike } from '../../ports/http.ts';
import type { Destination, LeaseTerms } from '../destination.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import { restrictionOn, type Restriction } from '../lease/lease-terms.ts';
import type { Plan } from '../lease/plan.ts';
import type { FindOrder } from '../order/find-order.ts';
import type { Order, PayableOrder } from '../order/order.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import type { CheckoutRecords } from './checkout-records.ts';
import type { PayOrder } from './pay-order.ts';
import type { KnownOrder, OrderRequest } from './order-steps.ts';
import type { PlacedOrder, PlaceOrder } from './place-order.ts';
import { isUnsettled } from './purchase.ts';

/** Outcome of an order, before any payment. */
export type OrderOutcome =
  | { kind: 'no-plan' }
  | { kind: 'restricted'; restriction: Restriction }
  /** `free`: the order needs no payment. `paid`: the user paid for the same intent before. */
  | { kind: 'free' | 'paid'; order: PayableOrder; destination: Destination }
  /** The order exists, and its price differs from the plan's. The user has to agree before the payment. */
  | { kind: 'price-changed'; order: PayableOrder & { amountFen: number }; planFen: number }
  /** The order exists and is unpaid: the caller requested no payment, the screen has closed, or nobody names a price. */
  | { kind: 'ordered'; order: PayableOrder };

export type RentOutcome =
  | OrderOutcome
  /** The outcome is unknown; the screen at the destination polls the server. */
  | { kind: 'confirming'; order: PayableOrder; destination: Destination }
  /** The order stays payable. `found` is the server's current order, if the destination shows its details. */
  | { kind: 'cancelled'; by: 'customer' | 'server'; order: PayableOrder; destination: Destination; found?: Order }
  /** The payment failed; a retry pays the same order. */
  | { kind: 'failed'; order: PayableOrder; message?: string };

/** What the plan is bought for. */
export interface RentTarget {
  /** The device; undefined if a card is recharged from the list of cards. */
  sno: string | undefined;
  /** The operator of the device, if known. */
  operatorId: string | undefined;
  terms: LeaseTerms;
}

export interface RentOptions {
  /** The price that the user accepted if it differs from the plan's; integer fen. */
  agreedFen?: number;
  /** Signal of the calling screen. After its abort, no request is sent and no payment sheet opens. */
  signal?: AbortSignalLike;
}

/** Buys a plan: places one order for one intent and pays it. */
export class RentDevice {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly placing: PlaceOrder,
    private readonly payments: PayOrder,
    private readonly findOrder: FindOrder,
    private readonly records: CheckoutRecords,
    private readonly current: CurrentDevice,
  ) {}

  /** Prefetches the data for the order; call it when the user chooses a plan. */
  choose(plan: Plan, target: RentTarget): void {
    if (!restrictionOn(plan.basis, target.terms)) this.placing.prefetch(this.requestFor(plan, target));
  }

  /**
   * Places the order and pays it. Rejects with the Problem of either step, or with `cancelled` if the screen closes
   * before a request is sent. A retry resumes the same order.
   */
  rent(plan: Plan | undefined, target: RentTarget, { agreedFen, signal }: RentOptions = {}): Promise<RentOutcome> {
    const placeAndPay = async (): Promise<RentOutcome> => {
      if (signal?.aborted) throw new Problem('cancelled');
      if (!plan) return { kind: 'no-plan' };
      const restriction = restrictionOn(plan.basis, target.terms);
      if (restriction) return { kind: 'restricted', restriction };
      const placed = await this.placing.place(this.requestFor(plan, target), signal);
      const acceptedFen = agreedFen === undefined ? [plan.priceFen] : [plan.priceFen, agreedFen];
      const next = afterPlacing(placed, { acceptedFen, isScreenClosed: signal?.aborted });
      if (next !== 'pay') return this.withoutPayment(next, placed, plan, target);
      const { order, state, waited } = placed;
      const destination = this.afterPaying(plan, target);
      const payment = await this.payments.pay(order, {
        acceptedFen,
        leadsTo: destination,
        waited,
        reported: state,
        signal,
      });
      if (payment.kind === 'not-opened' || payment.kind === 'price-unknown') return { kind: 'ordered', order };
      if (payment.kind === 'failed') return { ...payment, order };
      if (payment.kind === 'price-changed') {
        const { amountFen } = payment;
        return { kind: 'price-changed', order: { ...order, amountFen }, planFen: plan.priceFen };
      }
      if (payment.kind !== 'cancelled') return { kind: payment.kind, order, destination };
      const after = await this.afterCancelling(order, target);
      // The order may have been paid while it was read.
      const since = this.records.purchases().ofOrder(order);
      if (after.found?.state === 'paid' || since?.state === 'paid') return { kind: 'paid', order, destination };
      if (isUnsettled(since)) return { kind: 'confirming', order, destination };
      return { kind: 'cancelled', by: payment.by, order, ...after };
    };
    return this.flights.run('rent', placeAndPay, signal);
  }

  /** Places the order without a payment, or returns the existing order of the intent. */
  order(plan: Plan | undefined, target: RentTarget): Promise<OrderOutcome> {
    return this.flights.run('order', async (): Promise<OrderOutcome> => {
      if (!plan) return { kind: 'no-plan' };
      const restriction = restrictionOn(plan.basis, target.terms);
      if (restriction) return { kind: 'restricted', restriction };
      const placed = await this.placing.place(this.requestFor(plan, target));
      const next = afterPlacing(placed, { acceptedFen: [plan.priceFen] });
      return this.withoutPayment(next === 'pay' ? 'ordered' : next, placed, plan, target);
    });
  }

  private requestFor(plan: Plan, { sno, operatorId: ofDevice, terms }: RentTarget): OrderRequest {
    const { assist = false, renewal, rechargeOperatorId } = terms;
    const operatorId = rechargeOperatorId ?? ofDevice;
    return { plan, sno, operatorId, renewal, assist, isAssistant: this.current.assist };
  }

  private withoutPayment(
    kind: Exclude<ReturnType<typeof afterPlacing>, 'pay'>,
    { order }: PlacedOrder,
    plan: Plan,
    target: RentTarget,
  ): OrderOutcome {
    if (kind === 'ordered') return { kind, order };
    if (kind === 'price-changed') {
      const { amountFen = plan.priceFen } = order;
      return { kind, order: { ...order, amountFen }, planFen: plan.priceFen };
    }
    if (kind === 'paid') return { kind, order, destination: this.afterPaying(plan, target) };
    this.records.record({ type: 'orderFree', order });
    const { sno } = target;
    return { kind, order, destination: sno === undefined ? { to: 'cards' } : { to: 'mode-menu', sno } };
  }

  private afterPaying(plan: Plan, { sno, terms }: RentTarget): Destination {
    if (terms.renewal === 'device') return { to: 'my', renewed: true };
    if (plan.basis === 'uses' || sno === undefined) return { to: 'cards', paid: true };
    const isWorking = this.current.isWorking && this.current.sno === sno;
    return { to: isWorking ? 'process' : 'mode-menu', sno, paid: true };
  }

  private async afterCancelling(
    order: PayableOrder,
    { terms }: RentTarget,
  ): Promise<{ destination: Destination; found?: Order }> {
    if (terms.renewal === 'card') return { destination: { to: 'cards' } };
    const found = await this.findOrder.find(order).catch(ignoreFailure);
    if (!found) return { destination: { to: 'cards' } };
    const { number, kind } = order;
    const operatorId = found.operatorId ?? order.operatorId;
    return { destination: { to: 'order-detail', number, kind, operatorId, cancelled: true }, found };
  }
}

/**
 * Decides what follows from a placed order. `acceptedFen`: the amounts that the user saw and accepted. Throws the Problem
 * `parse` for a negative amount.
 */
export function afterPlacing(
  { order: { amountFen }, state }: KnownOrder,
  { acceptedFen, isScreenClosed = false }: { acceptedFen: readonly number[]; isScreenClosed?: boolean },
): 'paid' | 'free' | 'ordered' | 'price-changed' | 'pay' {
  if (state === 'paid') return 'paid';
  if (amountFen !== undefined && amountFen < 0)
    throw new Problem('parse', { message: 'an order that costs less than nothing' });
  if (amountFen === 0 && state !== 'unknown') return 'free';
  if (isScreenClosed) return 'ordered';
  // Without an amount, the payment asks the server for it.
  const isToBeAskedFor = state === 'unknown' || amountFen === undefined;
  return isToBeAskedFor || acceptedFen.includes(amountFen) ? 'pay' : 'price-changed';
}
