import type { Clock } from '../../../ports/clock.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import { getUser } from '../../account/api.ts';
import type { ApiClient, CallOptions } from '../../api/api-client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { createCardOrder, createLeaseOrder } from '../../lease/api.ts';
import { listCardOrders, listLeaseOrders } from '../../order/api.ts';
import { amountDueOf, refundedWord, type Order, type OrderState, type PayableOrder } from '../../order/order.ts';
import { requireWhole, type Records } from '../../basics/paging.ts';
import { ignoreFailure, Problem } from '../../problem.ts';
import { reportOutcome } from '../../basics/report-problem.ts';
import { DAY, MINUTE, SECOND } from '../../basics/time.ts';
import type { ConfirmPayment } from '../confirm/confirm-payment.ts';
import { orderAnswerOf } from '../confirm/order-answer.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import {
  isUnplaced,
  isUnsettled,
  LIST_LAG_MS,
  orderOf,
  SAME_INTENT_MS,
  TRUST_IN_OK_MS,
  wasTriedWithin,
  type Intent,
  type OrderIntent,
  type PlacedPurchase,
  type UnpaidPurchase,
  type UnplacedPurchase,
} from '../records/purchase.ts';
import type { PurchaseEvent } from '../records/transitions.ts';
import { findLostOrder, isOther, orderOfAnotherWish, wasPaidSince, type ListedBefore } from './matching-order.ts';
import { intentOf, intentsFor, isSameWish, type OrderRequest, type OrderTarget } from './order-request.ts';

/** Maximum wait for another page's order. */
const LOCK_TIMEOUT_MS = MINUTE;
/** Timeout of the first request for the order list; the user waits for it. */
const LIST_TIMEOUT_MS = 3 * SECOND;
/** Maximum age of a prefetched order list. */
const PREFETCH_MAX_AGE_MS = 20 * SECOND;
/** How long an order with an unknown payment status blocks a new order of the same intent. */
const UNKNOWN_STATUS_MAX_AGE_MS = DAY;

export interface KnownOrder {
  order: PayableOrder;
  /** State that the server reported a moment ago; undefined if the server was not available. */
  state: Exclude<OrderState, 'cancelled'> | undefined;
  /** It was paid, and not by a payment that this phone knows. */
  elsewhere?: true;
  /** An earlier command or tap placed it for the same wish: nothing was ordered anew. */
  isEarlier?: true;
  /** The server returned an earlier order of another wish in place of a new one: nothing was ordered. */
  isOfAnotherWish?: true;
}

/** An order for an intent; `paid` if the intent is already fulfilled. */
export interface PlacedOrder extends KnownOrder {
  /** Another page of this phone held the order mutex when this call started. */
  waited: boolean;
}

/** The order request under way. */
interface Submission extends ListedBefore {
  /** As it was before the request: `submitted` if an earlier request has an unknown outcome. */
  purchase: UnplacedPurchase;
}

/** An order that has been found or made; undefined if the intent has another purchase by now, or none. */
type Placement = KnownOrder | undefined;

/**
 * Places exactly one order for an intent, even if responses are lost. Resumes that order while it is unpaid. The records
 * are read after each wait, because another page may have gone on meanwhile.
 */
export class PlaceOrder {
  private prefetched?: { list: string; at: number; orders: Promise<Records<Order> | Problem> };

  constructor(
    private readonly api: ApiClient,
    private readonly confirmation: ConfirmPayment,
    private readonly clock: Clock,
    private readonly records: CheckoutRecords,
    private readonly mutex: Mutex,
    private readonly reporter: Reporter,
  ) {}

  /** Requests the existing orders in advance; call it when the user chooses a plan. */
  prefetch(target: OrderTarget): void {
    this.prefetched = { list: listKey(target), at: this.clock.now(), orders: this.listQuickly(target) };
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
      ...(await this.run(request, waited, signal)),
      waited,
    }));
  }

  private async run(request: OrderRequest, waited: boolean, signal?: AbortSignalLike): Promise<KnownOrder> {
    for (let isAgain = false; ; isAgain = true) {
      const purchase = this.choose(request);
      const placement = isUnplaced(purchase)
        ? await this.order(request, purchase, { waited, isAgain, signal })
        : await this.resume(request, purchase);
      if (placement) return placement;
    }
  }

  /** Returns the purchase of the wish that is in doubt, else that of the intent, which begins if there is none. */
  private choose(request: OrderRequest): UnpaidPurchase {
    const doubtful = this.inDoubt(request);
    if (doubtful) return doubtful;
    const intent = intentOf(request);
    const purchases = this.records.purchases();
    const chosen: PurchaseEvent = { type: 'intentChosen', intent, idempotencyKey: newIdempotencyKey(purchases.now) };
    const purchase = purchases.after(chosen).ofIntent(intent);
    if (!purchase) throw new Error('an intent that was chosen has a purchase');
    this.records.record(chosen);
    return purchase;
  }

  /**
   * Returns the purchase of this wish whose payment may have taken money. It goes on, be it a renewal or not, and whatever its
   * price: a second order would be paid a second time.
   */
  private inDoubt(request: OrderRequest): PlacedPurchase | undefined {
    const intent = intentOf(request);
    const purchases = this.records.purchases();
    return purchases.unsettled().find((each) => {
      const isOfWish = each.intents.some((known) => isSameWish(known, intent));
      return isOfWish && purchases.mayHaveBeenPaid(each.order) && purchases.goesOnWith(each, request);
    });
  }

  /**
   * Asks the server about the order that this phone placed for the intent, and continues with it if it is still open. Of one
   * that has ended although its payment may have taken money, the user hears first: only the next try orders anew.
   */
  private async resume(request: OrderRequest, purchase: PlacedPurchase): Promise<Placement> {
    const intent = intentOf(request);
    const { order: known } = purchase;
    const before = this.records.purchases();
    if (!before.goesOnWith(purchase, request)) return this.release(known, intent);
    const isRecent = before.wasTriedWithin(SAME_INTENT_MS, intent);
    const wasOpened = isUnsettled(purchase);
    const mayHaveBeenPaid = before.mayHaveBeenPaid(known);
    const mayBePaid = before.wasOpenedWithin(TRUST_IN_OK_MS, known);
    const mayBeUnknown = wasOpened || before.wasTriedWithin(UNKNOWN_STATUS_MAX_AGE_MS, intent);

    const answer = await this.confirmation.queryOrder(known);
    const found = answer instanceof Problem ? undefined : answer;
    if (!mayBePaid) {
      if (found && isOther(found, known, request)) return this.forget(known, intent);
      const absence = await this.confirmation.absenceOf(known, orderAnswerOf(answer));
      const mayBeUnread = isRecent || isUnsettled(this.records.purchases().ofOrder(known));
      if (absence === 'proved' || (absence === 'unreadable' && !mayBeUnread)) {
        this.forget(known, intent);
        return mayHaveBeenPaid ? { order: known, state: 'unknown' } : undefined;
      }
    }
    if (found && refundedWord(found) !== undefined) return this.release(known, intent);
    const order = found ? { ...known, ...priceOf(found) } : known;
    const state = found?.state;
    if (state === 'to-pay' || state === undefined) {
      const resumed: PurchaseEvent = { type: 'orderResumed', intents: intentsFor(request, order), order };
      const isEnded = this.records.purchases().after(resumed).ofOrder(order) === undefined;
      this.records.record(resumed);
      return isEnded ? undefined : { order, state, isEarlier: true };
    }
    if (state === 'cancelled' && mayHaveBeenPaid) return { order, state: 'unknown' };
    const isSettledHere = state === 'paid' && (isRecent || wasOpened);
    if (isSettledHere) return { order, state, elsewhere: wasOpened ? undefined : true };
    return state === 'unknown' && mayBeUnknown ? { order, state } : this.release(known, intent);
  }

  /** Reads the existing orders, and orders unless they show the order of a lost response. */
  private async order(
    request: OrderRequest,
    purchase: UnplacedPurchase,
    { waited, isAgain, signal }: { waited: boolean; isAgain: boolean; signal: AbortSignalLike | undefined },
  ): Promise<Placement> {
    const intent = intentOf(request);
    const { idempotencyKey } = purchase;
    const wasSubmitted = purchase.state === 'submitted';
    // Another page may have ordered a moment ago, so that prefetched orders do not count.
    const listed = await this.list(request, wasSubmitted, waited || isAgain).catch(Problem.expected);
    if (!(listed instanceof Problem)) this.records.recordEndsOfPaid(listed.records);
    if (listed instanceof Problem) {
      // The user's orders may also be those of customers.
      const isForOthers = request.assist || (await this.isAssistant());
      const requiresList = wasSubmitted || request.plan.priceFen === 0 || isForOthers;
      if (listed.endsTheSession || requiresList) throw wasSubmitted ? listed : listed.beforeSending();
    } else if (wasSubmitted) {
      const lost = this.lostOrder(listed.records, request, purchase);
      if (lost) return this.placed({ ...lost, isEarlier: true }, request, purchase);
      requireWhole(listed, request.plan.basis === 'duration' ? listLeaseOrders : listCardOrders);
      // Another page has sent its request since, which may be on its way.
      if (isAgain) throw new Problem('timeout');
    }
    if (signal?.aborted) throw new Problem('cancelled');
    const purchases = this.records.purchases();
    // Another page has sent its order request, or opened a payment.
    if (!wasSubmitted && purchases.ofIntent(intent)?.state === 'submitted') return undefined;
    if (this.inDoubt(request)) return undefined;
    const newest = listed instanceof Problem ? undefined : listed;
    const knownNumbers = purchase.knownNumbers ?? newest?.records.map(({ number }) => number);
    const submitted: PurchaseEvent = { type: 'orderSubmitted', intent, idempotencyKey, knownNumbers };
    const isPlacedElsewhere = purchases.after(submitted).ofIntent(intent)?.state !== 'submitted';
    this.records.record(submitted);
    return isPlacedElsewhere ? undefined : this.submit(request, { purchase, knownNumbers, listed: newest });
  }

  /** Sends the order request, and looks the order up if the response is lost or refused. */
  private async submit(request: OrderRequest, submission: Submission): Promise<Placement> {
    const { purchase, knownNumbers } = submission;
    const { idempotencyKey } = purchase;
    const intent = intentOf(request);
    const created = await this.send(request, idempotencyKey).catch(Problem.expected);
    if (!(created instanceof Problem)) {
      const other = orderOfAnotherWish(created, request, submission, this.records.purchases());
      const isEarlier = knownNumbers?.includes(created.number) ? true : undefined;
      if (!other) return this.created({ order: created, isEarlier }, request, purchase);
      if (!this.isReplaced(purchase, intent)) this.records.record({ type: 'orderRefused', intent });
      return { order: other, state: undefined, isOfAnotherWish: true };
    }
    const isRefusal = created.code === 'refused';
    if (created.mayHaveTakenEffect || purchase.state === 'submitted') {
      const listed = await this.newestOrders(request).catch(Problem.expected);
      const orders = listed instanceof Problem ? [] : listed.records;
      const lost = this.lostOrder(orders, request, { ...purchase, knownNumbers });
      if (lost) return this.placed(lost, request, purchase);
      // A list that does not show the order may be older than the earlier request, or than that of a server that broke down.
      const showsAll = !(listed instanceof Problem) && listed.unreadable === 0 && !this.mayBeUnlisted(purchase);
      if (!isRefusal || created.mayHaveTakenEffect || !showsAll) {
        // The outcome is unknown from now on, however long the request took: the page may have been suspended meanwhile.
        if (!this.isReplaced(purchase, intent))
          this.records.record({ type: 'orderSubmitted', intent, idempotencyKey, knownNumbers });
        throw created;
      }
    }
    if (!this.isReplaced(purchase, intent))
      this.records.record({ type: isRefusal ? 'orderRefused' : 'orderNotSent', intent });
    throw created.beforeSending();
  }

  /**
   * Continues with the order that the server has named. One that was paid before this attempt is that of an earlier
   * purchase, whose request was repeated: then this purchase needs a request of its own.
   */
  private async created(
    named: Pick<KnownOrder, 'order' | 'isEarlier'>,
    request: OrderRequest,
    asked: UnplacedPurchase,
  ): Promise<Placement> {
    const { order } = named;
    const intent = intentOf(request);
    const purchases = this.records.purchases();
    const isKnownAsPaid = purchases.ofOrder(order)?.state === 'paid';
    if (!isKnownAsPaid || wasPaidSince(order, this.attempts(asked, intent), purchases))
      return this.placed({ ...named, state: 'to-pay' }, request, asked);
    // A server with reset data assigns order numbers again.
    const answer = orderAnswerOf(await this.confirmation.queryOrder(order));
    if (answer !== 'paid' || asked.state !== 'submitted')
      return this.placed({ ...named, state: answer === 'to-pay' ? answer : undefined }, request, asked);
    if (!this.isReplaced(asked, intent)) this.records.record({ type: 'intentReleased', intent });
    return undefined;
  }

  /** True if an earlier request of the purchase was sent a moment ago, so that a list may not show its order yet. */
  private mayBeUnlisted({ state, intents }: UnplacedPurchase): boolean {
    const { now } = this.records.purchases();
    return state === 'submitted' && intents.some((each) => wasTriedWithin(LIST_LAG_MS, each, now));
  }

  private lostOrder(orders: readonly Order[], request: OrderRequest, asked: UnplacedPurchase) {
    const attempts = this.attempts(asked, intentOf(request));
    return findLostOrder(orders, request, { knownNumbers: asked.knownNumbers, attempts }, this.records.purchases());
  }

  /** The attempts to order, unless another page has begun another purchase of the intent. A correction of the clock has moved those on record only. */
  private attempts(asked: UnplacedPurchase, intent: Intent): readonly OrderIntent[] {
    const current = this.records.purchases().ofIntent(intent);
    const isAsked = current !== undefined && !this.isReplaced(asked, intent);
    return isAsked ? [...asked.intents, ...current.intents] : asked.intents;
  }

  /**
   * Continues with the order, unless another page has placed another one for the intent since. `asked`: the purchase as
   * it was before the wait, because it may have expired since.
   */
  private placed(known: KnownOrder, request: OrderRequest, asked: UnplacedPurchase): Placement {
    const { order } = known;
    const intent = intentOf(request);
    const purchases = this.records.purchases();
    const current = purchases.ofIntent(intent);
    const number = current && orderOf(current)?.number;
    if (number !== undefined && number !== order.number) return undefined;
    if (wasPaidSince(order, this.attempts(asked, intent), purchases)) {
      if (current && !this.isReplaced(asked, intent)) this.records.record({ type: 'intentReleased', intent });
      return { order, state: 'paid' };
    }
    this.records.record({ type: 'orderCreated', intents: intentsFor(request, order), order });
    reportOutcome(this.reporter, 'ordered');
    return known;
  }

  /** True if another page has begun another purchase of the intent since: the outcome of this one says nothing about it. */
  private isReplaced({ idempotencyKey }: UnplacedPurchase, intent: Intent): boolean {
    const current = this.records.purchases().ofIntent(intent);
    return current !== undefined && (!isUnplaced(current) || current.idempotencyKey !== idempotencyKey);
  }

  private forget(order: PayableOrder, intent: Intent): undefined {
    this.records.record({ type: 'orderForgotten', order });
    this.release(order, intent);
  }

  /** Ends the purchase of the intent, unless another page has begun another one since the order became known. */
  private release(order: PayableOrder, intent: Intent): undefined {
    const current = this.records.purchases().ofIntent(intent);
    if (current && orderOf(current)?.number === order.number) this.records.record({ type: 'intentReleased', intent });
  }

  /** True also if the server does not answer. */
  private async isAssistant(): Promise<boolean> {
    const user = await this.api.call(getUser, {}).catch(ignoreFailure);
    return user?.assist ?? true;
  }

  /** Reads the existing orders. They decide whether a lost order exists, so prefetched ones do not suffice then. */
  private async list(target: OrderTarget, wasSubmitted: boolean, skipsPrefetch: boolean): Promise<Records<Order>> {
    if (wasSubmitted) return this.newestOrders(target);
    const prefetched = this.takePrefetched(target);
    const known = skipsPrefetch ? undefined : await prefetched;
    const listed = known === undefined || known instanceof Problem ? await this.listQuickly(target) : known;
    if (listed instanceof Problem) throw listed;
    return listed;
  }

  /** Removes and returns the prefetched orders of the target's kind; undefined if there are none, or too old ones. */
  private takePrefetched(target: OrderTarget): Promise<Records<Order> | Problem> | undefined {
    const { prefetched } = this;
    this.prefetched = undefined;
    if (prefetched?.list !== listKey(target)) return undefined;
    const age = this.clock.now() - prefetched.at;
    return age >= 0 && age < PREFETCH_MAX_AGE_MS ? prefetched.orders : undefined;
  }

  /** Resolves to the Problem if the request fails or takes longer than three seconds. */
  private listQuickly(target: OrderTarget): Promise<Records<Order> | Problem> {
    return this.newestOrders(target, { timeoutMs: LIST_TIMEOUT_MS }).catch(Problem.expected);
  }

  /** Returns the newest orders of the target's kind. Rejects with the Problem of the request. */
  private async newestOrders({ plan, operatorId }: OrderTarget, options?: CallOptions): Promise<Records<Order>> {
    if (plan.basis === 'duration') return this.api.call(listLeaseOrders, { page: 0 }, options);
    return operatorId === undefined
      ? { records: [], unreadable: 0 }
      : this.api.call(listCardOrders, { page: 0, operatorId }, options);
  }

  private async send({ plan, sno, operatorId, assist }: OrderRequest, idempotencyKey: string): Promise<PayableOrder> {
    const created =
      plan.basis === 'duration'
        ? this.api.call(createLeaseOrder, { plan, sno: sno ?? '', assist }, { idempotencyKey })
        : this.api.call(createCardOrder, { plan, operatorId: operatorId ?? '' }, { idempotencyKey });
    return { ...(await created), sno, operatorId };
  }
}

function listKey({ plan, operatorId }: OrderTarget): string {
  return plan.basis === 'duration' ? 'leases' : `cards of ${operatorId ?? ''}`;
}

/** What the server says of the amount. The amount that an order owed proves nothing about the one that was paid. */
function priceOf(order: Order): Pick<PayableOrder, 'amountFen'> | undefined {
  const amountFen = amountDueOf(order);
  return amountFen === undefined && order.state !== 'paid' ? undefined : { amountFen };
}
