import type { AbortSignalLike } from '../../ports/http.ts';
import type { Mutex } from '../../ports/mutex.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Renewal } from '../destination.ts';
import { createCardOrder, createLeaseOrder } from '../lease/api.ts';
import type { Order, OrderState, PayableOrder } from '../order/order.ts';
import { requireWhole } from '../paging.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { DAY, MINUTE } from '../time.ts';
import type { CheckoutRecords } from './checkout-records.ts';
import type { ConfirmPayment, QueryResult } from './confirm-payment.ts';
import { findMatchingOrder, isSameDevice, listOf, type OrderLookup, type OrderTarget } from './order-lookup.ts';
import {
  isUnplaced,
  isUnsettled,
  SAME_INTENT_MS,
  TRUST_IN_OK_MS,
  type Draft,
  type PlacedPurchase,
  type Submitted,
} from './purchase.ts';

/** Maximum wait for another page's order. */
const LOCK_TIMEOUT_MS = MINUTE;
/** How long an order with an unknown payment status blocks a new order of the same intent. */
const UNKNOWN_STATUS_MAX_AGE_MS = DAY;

interface KnownOrder {
  order: PayableOrder;
  /** State that the server reported a moment ago; `to-pay` if the server was not available. */
  state: Exclude<OrderState, 'cancelled'>;
}

/** An order for an intent; `paid` if the intent is already fulfilled. */
export interface PlacedOrder extends KnownOrder {
  /** Another page of this phone held the order mutex when this call started. */
  waited: boolean;
}

/** The plan to buy, and its terms. */
export interface OrderRequest extends OrderTarget {
  renewal?: Renewal;
  /** The order is on behalf of a customer. */
  assist: boolean;
  /** The user rents for customers, so the order lists also contain their orders. */
  isAssistant: boolean;
}

/** Places exactly one order for an intent, even if responses are lost, and resumes that order while it is unpaid. */
export class PlaceOrder {
  constructor(
    private readonly api: ApiClient,
    private readonly confirmation: ConfirmPayment,
    private readonly lookup: OrderLookup,
    private readonly records: CheckoutRecords,
    private readonly mutex: Mutex,
  ) {}

  /** Requests the existing orders in advance; call it when the user chooses a plan. */
  prefetch(request: OrderRequest): void {
    this.lookup.prefetch(request);
  }

  /**
   * Places the order of the intent or resumes it. Rejects with the Problem that prevented the order. Rejects with
   * `cancelled` if `signal` aborts before the request is sent.
   */
  async place(request: OrderRequest, signal?: AbortSignalLike): Promise<PlacedOrder> {
    const { plan, sno, operatorId } = request;
    if (plan.basis === 'duration' && sno === undefined)
      throw new Problem('invalid-input', { message: 'choose a device before renting it' });
    if (plan.basis === 'uses' && operatorId === undefined)
      throw new Problem('invalid-input', { message: 'choose an operator before buying uses' });
    return this.mutex.runExclusive('order', LOCK_TIMEOUT_MS, async (waited) => ({
      ...(await this.resumeOrSend(request, waited, signal)),
      waited,
    }));
  }

  /** With `afresh`, the order list is read again instead of prefetched, because another page may have ordered since. */
  private async resumeOrSend(request: OrderRequest, afresh: boolean, signal?: AbortSignalLike): Promise<KnownOrder> {
    const intent = intentName(request);
    const purchase = this.records.choose(intent);
    if (isUnplaced(purchase)) return this.send(request, purchase, afresh, signal);
    const resumed = await this.resume(request, purchase);
    if (resumed) return resumed;
    this.records.record({ type: 'intentReleased', intent });
    return this.resumeOrSend(request, true, signal);
  }

  /**
   * Returns the order that this phone placed for the intent. Returns undefined if that order is closed, so that the
   * next submission is a new purchase.
   */
  private async resume(request: OrderRequest, purchase: PlacedPurchase): Promise<KnownOrder | undefined> {
    const { order } = purchase;
    const isRecent = this.records.wasTriedWithin(SAME_INTENT_MS, intentName(request));
    if (request.assist && !isRecent) return undefined;
    const wasOpened = isUnsettled(purchase);
    const mayBePaid = this.records.wasOpenedWithin(TRUST_IN_OK_MS, order);
    const mayBeUnknown = wasOpened || this.records.wasTriedWithin(UNKNOWN_STATUS_MAX_AGE_MS, intentName(request));
    const found = await this.confirmation.queryOrder(order);
    if (!mayBePaid && (isOther(found, request) || (await this.isForgotten(order, found, isRecent)))) {
      this.confirmation.forget(order);
      return undefined;
    }
    const known =
      found === undefined || found instanceof Problem
        ? { order, state: 'to-pay' as const }
        : { order: { ...order, ...priceOf(found) }, state: found.state };
    switch (known.state) {
      case 'to-pay':
        this.records.record({ type: 'orderResumed', intents: intentsFor(request, known.order), order: known.order });
        return { ...known, state: known.state };
      case 'paid':
        return isRecent || wasOpened ? { ...known, state: known.state } : undefined;
      case 'unknown':
        return mayBeUnknown ? { ...known, state: known.state } : undefined;
      case 'cancelled':
        return undefined;
    }
  }

  /**
   * An unavailable list does not prove that the order is gone. An unreadable list does, unless the order is recent or
   * has an unsettled payment.
   */
  private async isForgotten(order: PayableOrder, found: QueryResult, isRecent: boolean): Promise<boolean> {
    try {
      return await this.confirmation.isForgotten(order, found);
    } catch (thrown) {
      return Problem.expected(thrown).code === 'parse' && !isRecent && !isUnsettled(this.records.ofOrder(order));
    }
  }

  private async send(
    request: OrderRequest,
    purchase: Draft | Submitted,
    afresh: boolean,
    signal?: AbortSignalLike,
  ): Promise<KnownOrder> {
    const wasSubmitted = purchase.state === 'submitted';
    const listed = wasSubmitted ? await this.lookup.newest(request) : await this.lookup.recent(request, afresh);
    const requiresOrderList = request.plan.priceFen === 0 || request.assist || request.isAssistant;
    if (listed instanceof Problem && (listed.endsTheSession || requiresOrderList)) throw listed;
    const lost =
      wasSubmitted && !(listed instanceof Problem)
        ? this.findLost(listed.records, request, purchase.knownNumbers)
        : undefined;
    if (lost) return this.recordCreated(request, lost);
    if (wasSubmitted && !(listed instanceof Problem)) requireWhole(listed, listOf(request));
    if (signal?.aborted) throw new Problem('cancelled');
    const intent = intentName(request);
    const knownNumbers =
      purchase.knownNumbers ?? (listed instanceof Problem ? undefined : listed.records.map(({ number }) => number));
    this.records.record({ type: 'orderSubmitted', intent, idempotencyKey: purchase.idempotencyKey, knownNumbers });
    if (this.records.ofIntent(intent)?.state !== 'submitted') return this.resumeOrSend(request, true, signal);
    return this.recordCreated(request, await this.sendOrFind(request, purchase, knownNumbers));
  }

  private recordCreated(request: OrderRequest, known: KnownOrder): KnownOrder {
    this.records.record({ type: 'orderCreated', intents: intentsFor(request, known.order), order: known.order });
    return known;
  }

  private async sendOrFind(
    request: OrderRequest,
    { state, idempotencyKey }: Draft | Submitted,
    knownNumbers: readonly string[] | undefined,
  ): Promise<KnownOrder> {
    const intent = intentName(request);
    try {
      return {
        order: { ...(await this.request(request, idempotencyKey)), sno: request.sno, operatorId: request.operatorId },
        state: 'to-pay',
      };
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      const mayExist = problem.mayHaveTakenEffect || state === 'submitted';
      const newest = mayExist ? await this.lookup.newest(request).catch(ignoreFailure) : undefined;
      const lost = this.findLost(newest?.records ?? [], request, knownNumbers);
      if (lost) return lost;
      const wasNotCreated = !mayExist || newest?.unreadable === 0;
      if (problem.code === 'refused' && wasNotCreated) this.records.record({ type: 'orderRefused', intent });
      else if (!mayExist) this.records.record({ type: 'orderNotSent', intent });
      throw problem;
    }
  }

  private findLost(
    orders: readonly Order[],
    request: OrderRequest,
    knownNumbers: readonly string[] | undefined,
  ): KnownOrder | undefined {
    const lost = findMatchingOrder(orders, request, {
      knownNumbers,
      claimedNumbers: this.records.claimedNumbers(intentName(request)),
    });
    if (!lost) return undefined;
    const { kind, number, state } = lost;
    const order: PayableOrder = {
      kind,
      number,
      amountFen: request.plan.priceFen,
      ...priceOf(lost),
      sno: request.sno,
      operatorId: request.operatorId,
    };
    return { order, state: state === 'unknown' ? state : 'to-pay' };
  }

  private request(
    { plan, sno = '', operatorId = '', assist }: OrderRequest,
    idempotencyKey: string,
  ): Promise<PayableOrder> {
    return plan.basis === 'duration'
      ? this.api.call(createLeaseOrder, { plan, sno, assist }, { idempotencyKey: idempotencyKey })
      : this.api.call(createCardOrder, { plan, operatorId }, { idempotencyKey: idempotencyKey });
  }
}

/** True if the server has reused the order number for another purchase, for example after a data reset. */
function isOther(found: QueryResult, { plan, sno }: OrderRequest): boolean {
  if (found === undefined || found instanceof Problem) return false;
  return plan.basis === 'duration'
    ? found.sno !== undefined && !isSameDevice(found, sno)
    : found.uses !== undefined && found.uses !== plan.amount;
}

/** Key of an intent: every property that distinguishes one purchase from another. */
function intentName({ plan, sno, operatorId, renewal, assist }: OrderRequest, priceFen = plan.priceFen): string {
  return JSON.stringify([
    plan.basis,
    plan.modeId,
    plan.id,
    priceFen,
    plan.basis === 'duration' ? sno : operatorId,
    renewal,
    assist,
  ]);
}

/**
 * An order with another price than the plan also fulfils the intent at that price, in case the user finds the plan at
 * the new price.
 */
function intentsFor(request: OrderRequest, { amountFen }: PayableOrder): [string, ...string[]] {
  return amountFen === request.plan.priceFen
    ? [intentName(request)]
    : [intentName(request), intentName(request, amountFen)];
}

/** The amount due, if the server states one above zero; an unpaid order is never free. */
function priceOf({ dueFen, amountFen }: Order): Pick<PayableOrder, 'amountFen'> | undefined {
  const due = dueFen ?? amountFen;
  return due !== undefined && due > 0 ? { amountFen: due } : undefined;
}
