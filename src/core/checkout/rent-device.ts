import type { AbortSignalLike } from '../../ports/http.ts';
import type { ApiClient } from '../api/api-client.ts';
import { throwIfCancelled } from '../basics/cancellation.ts';
import type { Destination, SaidTerms } from '../destination.ts';
import { checkDevice } from '../device/api.ts';
import { worksForUser } from '../device/device.ts';
import type { ReadDeviceUse } from './holdings/read-device-use.ts';
import type { PresentRental } from '../lease/present-rental.ts';
import { restrictionOn, type Restriction } from '../lease/lease-terms.ts';
import { agreedOf, type Plan } from '../lease/plan.ts';
import type { FindOrder } from '../order/find-order.ts';
import { refundedWord, type Order, type PayableOrder } from '../order/order.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SingleFlight } from '../basics/single-flight.ts';
import { SECOND } from '../basics/time.ts';
import type { CheckoutRecords } from './records/checkout-records.ts';
import type { OrderRequest } from './place/order-request.ts';
import type { OrdersPlacedHere } from './orders-placed-here.ts';
import type { PayOrder } from './pay/pay-order.ts';
import type { KnownOrder, PlacedOrder, PlaceOrder } from './place/place-order.ts';
import { isPaidBack, isUnsettled } from './records/purchase.ts';

/** Timeout of the reads that decide where the payment leads; the user waits for it. */
const CHECK_TIMEOUT_MS = 3 * SECOND;

/** Outcome of an order, before any payment. */
export type OrderOutcome =
  | { kind: 'no-plan' }
  | { kind: 'restricted'; restriction: Restriction }
  /** Nothing was ordered: the server returned an order of this phone that was for something or somebody else. */
  | { kind: 'other-order'; order: PayableOrder }
  /** The order needs no payment. */
  | { kind: 'free'; order: PayableOrder; destination: Destination }
  /** The order is paid. `elsewhere`: not by a payment that this phone knows. */
  | { kind: 'paid'; order: PayableOrder; destination: Destination; elsewhere?: true }
  /** The order exists, and its price differs from the plan's. The user has to agree before the payment. */
  | { kind: 'price-changed'; order: PayableOrder & { amountFen: number }; planFen: number; isEarlier?: true }
  /**
   * The order exists, and can be paid or cancelled: the caller requested no payment, the screen has closed, or nobody
   * names a price. `isEarlier`: an earlier command or tap placed it.
   */
  | { kind: 'ordered'; order: PayableOrder; isEarlier?: true }
  /**
   * The order exists, and nobody knows whether it is paid: the server does not say, says a word that no table knows, or
   * may not know of a payment of this phone yet.
   */
  | { kind: 'unknown'; order: PayableOrder };

export type RentOutcome =
  | OrderOutcome
  /** The outcome is unknown; the screen at the destination polls the server. */
  | { kind: 'confirming'; order: PayableOrder; destination: Destination }
  /** The order stays payable. `found` is the server's current order, if the destination shows its details. */
  | { kind: 'cancelled'; by: 'customer' | 'server'; order: PayableOrder; destination: Destination; found?: Order }
  /** The order was paid before, and its price was paid back, or is being paid back, in the server's `word`. */
  | { kind: 'refunded'; order: PayableOrder; word: string }
  /** The payment failed; a retry pays the same order. `destination`: after its payment. */
  | { kind: 'failed'; order: PayableOrder; message?: string; destination: Destination };

/** What the plan is bought for. */
export interface RentTarget {
  /** The device; undefined if a card is recharged from the list of cards. */
  sno: string | undefined;
  /** The operator of the device, if known. */
  operatorId: string | undefined;
  terms: SaidTerms;
  /** The rentals of the device that the user knows of. */
  present?: readonly PresentRental[] | undefined;
}

export interface RentOptions {
  /** The price that the user accepted last, in place of the plan's; integer fen. */
  agreedFen?: number;
  /** Signal of the calling screen. After its abort, no request is sent and no payment sheet opens. */
  signal?: AbortSignalLike;
  /** Called with the order of this wish before its payment, whatever becomes of that. */
  onPlaced?: (order: PayableOrder) => void;
}

/** Buys a plan: places one order for one intent and pays it. */
export class RentDevice {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly placing: PlaceOrder,
    private readonly payments: PayOrder,
    private readonly findOrder: FindOrder,
    private readonly records: CheckoutRecords,
    private readonly placedHere: OrdersPlacedHere,
    private readonly api: ApiClient,
    private readonly uses: ReadDeviceUse,
  ) {}

  /** Prefetches the data for the order; call it when the user chooses a plan. */
  choose(plan: Plan, { sno, operatorId, terms }: RentTarget): void {
    if (restrictionOn(plan.basis, terms)) return;
    this.placing.prefetch({ plan, sno, operatorId: terms.rechargeOperatorId ?? operatorId });
  }

  /**
   * Places the order and pays it. Rejects with the Problem of either step, or with `cancelled` if the screen closes
   * before a request is sent. A retry resumes the same order.
   */
  rent(
    plan: Plan | undefined,
    target: RentTarget,
    { agreedFen, signal, onPlaced }: RentOptions = {},
  ): Promise<RentOutcome> {
    const placeAndPay = async (): Promise<RentOutcome> => {
      if (signal?.aborted) throw new Problem('cancelled');
      const begun = await this.place(plan, target, signal);
      if ('kind' in begun) return begun;
      onPlaced?.(begun.placed.order);
      const { plan: chosen, placed, destination } = begun;
      const acceptedFen = agreedFen ?? chosen.priceFen;
      const next = afterPlacing(placed, { acceptedFen, isScreenClosed: signal?.aborted });
      if (next !== 'pay') return this.withoutPayment(next, begun);
      const { order, state, waited } = placed;
      // Without a record, another page has settled the order since.
      const reported = this.records.purchases().ofOrder(order) ? state : undefined;
      const payment = await this.payments
        .pay(order, { acceptedFen, leadsTo: destination, waited, reported, signal })
        .catch((thrown: unknown) => {
          // Nobody sees the retry, and no sheet opens after it: what remains is the order.
          const problem = Problem.expected(thrown);
          if (signal?.aborted) return { kind: 'not-opened' } as const;
          throw problem;
        });
      if (payment.kind === 'not-opened') return this.withoutPayment('ordered', begun);
      if (payment.kind === 'price-unknown')
        return this.withoutPayment('ordered', { ...begun, placed: { ...placed, state: 'to-pay' } });
      if (payment.kind === 'failed') return { ...payment, order, destination };
      if (payment.kind === 'price-changed') {
        const { amountFen } = payment;
        return { kind: 'price-changed', order: { ...order, amountFen }, planFen: chosen.priceFen };
      }
      if (payment.kind === 'paid' && payment.refunded !== undefined)
        return { kind: 'refunded', order, word: payment.refunded };
      if (payment.kind !== 'cancelled') return { ...payment, order, destination };
      const wasRecorded = this.records.purchases().ofOrder(order) !== undefined;
      const after = await this.afterCancelling(order, target);
      const word = after.found && refundedWord(after.found);
      if (word !== undefined) return { kind: 'refunded', order, word };
      // The order may have been paid while it was read, also on another page, whose end of it is not recorded here.
      const since = this.records.purchases().ofOrder(order);
      if (isPaidBack(since)) return { kind: 'unknown', order };
      if (after.found?.state === 'paid' || since?.state === 'paid') return { kind: 'paid', order, destination };
      if (isUnsettled(since)) return { kind: 'confirming', order, destination };
      if (wasRecorded && !since) return { kind: 'unknown', order };
      return { kind: 'cancelled', by: payment.by, order, ...after };
    };
    return this.flights.run(`rent ${flightOf(plan, target)}`, placeAndPay, signal);
  }

  /** Places the order without a payment, or returns the existing order of the intent. */
  order(plan: Plan | undefined, target: RentTarget): Promise<OrderOutcome> {
    return this.flights.run(`order ${flightOf(plan, target)}`, async (): Promise<OrderOutcome> => {
      const begun = await this.place(plan, target);
      if ('kind' in begun) return begun;
      const next = afterPlacing(begun.placed, { acceptedFen: begun.plan.priceFen });
      return this.withoutPayment(next === 'pay' ? 'ordered' : next, begun);
    });
  }

  private async place(
    plan: Plan | undefined,
    target: RentTarget,
    signal?: AbortSignalLike,
  ): Promise<Begun | Extract<OrderOutcome, { kind: 'no-plan' | 'restricted' | 'other-order' }>> {
    if (!plan) return { kind: 'no-plan' };
    const restriction = restrictionOn(plan.basis, target.terms);
    if (restriction) return { kind: 'restricted', restriction };
    const request = await this.requestFor(plan, target).catch((thrown: unknown) => {
      throw Problem.of(thrown).beforeSending();
    });
    throwIfCancelled(signal);
    const [known, destination] = await Promise.all([
      this.placing.place(request, signal),
      this.afterPaying(plan, target),
    ]);
    const { order } = known;
    if (known.isOfAnotherWish) return { kind: 'other-order', order };
    const cardOperatorId = order.kind === 'card' ? order.operatorId : undefined;
    const knownRentals = target.present?.flatMap(({ orderNo }) => orderNo ?? []);
    this.placedHere.add(order.number, target.terms.forWhom, { cardOperatorId, knownRentals });
    // The destination may have come later than the order, and another tap may have heard of a refund meanwhile. Nobody can say
    // that what the sheet called paid is to be paid, at whichever price.
    const purchases = this.records.purchases();
    const isUnsure =
      known.state === 'paid' ? isPaidBack(purchases.ofOrder(order)) : purchases.doubtAbout(order) === 'said-paid';
    const placed: PlacedOrder = isUnsure ? { ...known, state: 'unknown' } : known;
    return { plan, target, placed, destination };
  }

  /** Asks the server who sells the uses, where nobody has said so. */
  private async requestFor(plan: Plan, { sno, operatorId, terms }: RentTarget): Promise<OrderRequest> {
    const { renewal, rechargeOperatorId } = terms;
    const seller = rechargeOperatorId ?? operatorId;
    const isUnknownSeller = plan.basis === 'uses' && seller === undefined && sno !== undefined;
    return {
      plan,
      sno,
      operatorId: isUnknownSeller ? await this.uses.operatorOf(sno) : seller,
      renewal,
      assist: terms.forWhom === 'customer',
    };
  }

  private withoutPayment(
    kind: Exclude<ReturnType<typeof afterPlacing>, 'pay'>,
    { plan, target: { sno }, placed: { order, state, elsewhere, isEarlier }, destination }: Begun,
  ): OrderOutcome {
    if (kind === 'ordered') {
      const purchases = this.records.purchases();
      // Without a record, another page has settled the order since.
      const isToBePaid =
        state === 'to-pay' && purchases.ofOrder(order) !== undefined && !purchases.mayHaveBeenPaid(order);
      return isToBePaid ? { kind, order, isEarlier } : { kind: 'unknown', order };
    }
    if (kind === 'price-changed') {
      const { amountFen = plan.priceFen } = order;
      return { kind, order: { ...order, amountFen }, planFen: plan.priceFen, isEarlier };
    }
    if (kind === 'paid') return { kind, order, destination, elsewhere };
    this.records.record({ type: 'orderFree', order });
    return { kind, order, destination: sno === undefined ? { to: 'cards' } : { to: 'mode-menu', sno } };
  }

  /** Asks the server whether the purchase extends a lease, and else whether the device runs for the user. */
  private async afterPaying(plan: Plan, { sno, terms }: RentTarget): Promise<Destination> {
    if (plan.basis === 'uses' || sno === undefined) return { to: 'cards', paid: true };
    if (terms.renewal === 'device') {
      const lease = await this.uses
        .leaseToRenew(sno, terms.forWhom, { timeoutMs: CHECK_TIMEOUT_MS })
        .catch(ignoreFailure);
      if (lease) return { to: 'my', renewed: true };
    }
    const check = await this.api
      .call(checkDevice, { sno, assist: terms.forWhom === 'customer' }, { timeoutMs: CHECK_TIMEOUT_MS })
      .catch(ignoreFailure);
    return { to: worksForUser(check) ? 'process' : 'mode-menu', sno, paid: true };
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

/** A placed order with all that it was placed for. */
interface Begun {
  plan: Plan;
  target: RentTarget;
  placed: PlacedOrder;
  destination: Destination;
}

/** Names the purchase: a second tap joins it, and another purchase does not. */
function flightOf(plan: Plan | undefined, { sno, operatorId, terms }: RentTarget): string {
  return JSON.stringify([plan && agreedOf(plan), sno, operatorId, terms]);
}

/**
 * Decides what follows from a placed order. `acceptedFen`: the amount that the user accepted last. Throws the Problem `parse`
 * for a negative amount.
 */
export function afterPlacing(
  { order: { amountFen }, state }: KnownOrder,
  { acceptedFen, isScreenClosed = false }: { acceptedFen: number; isScreenClosed?: boolean },
): 'paid' | 'free' | 'ordered' | 'price-changed' | 'pay' {
  if (state === 'paid') return 'paid';
  if (amountFen !== undefined && amountFen < 0)
    throw new Problem('parse', { message: 'an order that costs less than nothing' });
  if (amountFen === 0 && state !== 'unknown') return 'free';
  if (isScreenClosed) return 'ordered';
  // Without an amount, the payment asks the server for it.
  const isToBeAskedFor = state === 'unknown' || amountFen === undefined;
  return isToBeAskedFor || amountFen === acceptedFen ? 'pay' : 'price-changed';
}
