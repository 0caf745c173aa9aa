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

/** How long another page may be at an order before this one goes on without it. */
const LOCK_TIMEOUT_MS = MINUTE;
/** How long an order of which nobody can tell whether it is paid keeps the same from being ordered again. */
const UNKNOWN_STATUS_MAX_AGE_MS = DAY;

interface KnownOrder {
  order: PayableOrder;
  /** What the server said of it a moment ago; `to-pay` where it could not be asked. */
  state: Exclude<OrderState, 'cancelled'>;
}

/** An order for an intent; `paid` where the intent turns out to be fulfilled already. */
export interface PlacedOrder extends KnownOrder {
  /** Another page of this phone was ordering when this one wanted to. */
  waited: boolean;
}

/** What the user wants to buy, and under which terms. */
export interface OrderRequest extends OrderTarget {
  renewal?: Renewal;
  /** On behalf of a customer. */
  assist: boolean;
  /** The user rents for others: the lists hold the orders of customers as well. */
  isAssistant: boolean;
}

/** Makes one order for one intent, whatever happens to the answers on the way, and goes on with it while it is to be paid. */
export class PlaceOrder {
  constructor(
    private readonly api: ApiClient,
    private readonly confirmation: ConfirmPayment,
    private readonly lookup: OrderLookup,
    private readonly records: CheckoutRecords,
    private readonly mutex: Mutex,
  ) {}

  /** The plan was chosen: the orders that exist are asked for while there is time. */
  prefetch(request: OrderRequest): void {
    this.lookup.prefetch(request);
  }

  /**
   * Orders the plan, or goes on with the order of the same intent. Rejects with the Problem that kept it from being ordered; with
   * `cancelled`, nothing having been sent, where `signal` has aborted by then.
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

  private async resumeOrSend(request: OrderRequest, waited: boolean, signal?: AbortSignalLike): Promise<KnownOrder> {
    const intent = intentName(request);
    const purchase = this.records.choose(intent);
    if (isUnplaced(purchase)) return this.send(request, purchase, waited, signal);
    const resumed = await this.resume(request, purchase);
    if (resumed) return resumed;
    this.records.record({ type: 'intentReleased', intent });
    return this.resumeOrSend(request, true, signal);
  }

  /** The order that was made here for this very intent; undefined where it is over, and the same is a new purchase. */
  private async resume(request: OrderRequest, purchase: PlacedPurchase): Promise<KnownOrder | undefined> {
    const { order } = purchase;
    const isRecent = this.records.wasTriedWithin(SAME_INTENT_MS, intentName(request));
    if (request.assist && !isRecent) return undefined;
    const wasOpened = isUnsettled(purchase);
    const mayBePaid = this.records.wasOpenedWithin(TRUST_IN_OK_MS, order);
    const mayBeUnknown = wasOpened || this.records.wasTriedWithin(UNKNOWN_STATUS_MAX_AGE_MS, intentName(request));
    const found = await this.confirmation.query(order);
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

  /** Where nobody can say, it is not; but rows that cannot be read are taken for it only as long as it may have been paid a moment ago. */
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
    waited: boolean,
    signal?: AbortSignalLike,
  ): Promise<KnownOrder> {
    const wasSubmitted = purchase.state === 'submitted';
    const listed = wasSubmitted ? await this.lookup.newest(request) : await this.lookup.recent(request, waited);
    const needsTheList = request.plan.priceFen === 0 || request.assist || request.isAssistant;
    if (listed instanceof Problem && (listed.endsTheSession || needsTheList)) throw listed;
    const lost =
      wasSubmitted && !(listed instanceof Problem)
        ? this.lostAmong(listed.records, request, purchase.knownNumbers)
        : undefined;
    if (lost) return this.created(request, lost);
    if (wasSubmitted && !(listed instanceof Problem)) requireWhole(listed, listOf(request));
    if (signal?.aborted) throw new Problem('cancelled');
    const intent = intentName(request);
    const knownNumbers =
      purchase.knownNumbers ?? (listed instanceof Problem ? undefined : listed.records.map(({ number }) => number));
    this.records.record({ type: 'orderSubmitted', intent, idempotencyKey: purchase.idempotencyKey, knownNumbers });
    if (this.records.ofIntent(intent)?.state !== 'submitted') return this.resumeOrSend(request, true, signal);
    return this.created(request, await this.sendOrFind(request, purchase, knownNumbers));
  }

  private created(request: OrderRequest, known: KnownOrder): KnownOrder {
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
      const mayBeMade = problem.mayHaveTakenEffect || state === 'submitted';
      const newest = mayBeMade ? await this.lookup.newest(request).catch(ignoreFailure) : undefined;
      const lost = this.lostAmong(newest?.records ?? [], request, knownNumbers);
      if (lost) return lost;
      const isNotMade = !mayBeMade || newest?.unreadable === 0;
      if (problem.code === 'refused' && isNotMade) this.records.record({ type: 'orderRefused', intent });
      else if (!mayBeMade) this.records.record({ type: 'orderNotSent', intent });
      throw problem;
    }
  }

  private lostAmong(
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

/** A number that the server has given to another purchase since, as one does that has begun anew. */
function isOther(found: QueryResult, { plan, sno }: OrderRequest): boolean {
  if (found === undefined || found instanceof Problem) return false;
  return plan.basis === 'duration'
    ? found.sno !== undefined && !isSameDevice(found, sno)
    : found.uses !== undefined && found.uses !== plan.amount;
}

/** By which an intent is recorded: all of it that tells one purchase from another. */
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

/** An order that costs another amount than the plan did also fulfils the intent of the user who finds the plan at that price. */
function intentsFor(request: OrderRequest, { amountFen }: PayableOrder): [string, ...string[]] {
  return amountFen === request.plan.priceFen
    ? [intentName(request)]
    : [intentName(request), intentName(request, amountFen)];
}

/** What is due, where the server says so: an order that is to be paid costs something. */
function priceOf({ dueFen, amountFen }: Order): Pick<PayableOrder, 'amountFen'> | undefined {
  const due = dueFen ?? amountFen;
  return due !== undefined && due > 0 ? { amountFen: due } : undefined;
}
