import type { CommandSteps, Step } from '../../basics/command-steps.ts';
import type { Renewal } from '../../destination.ts';
import { isSameDevice } from '../../basics/device-code.ts';
import { amountDueOf, refundedWord, type Order, type OrderState, type PayableOrder } from '../../order/order.ts';
import type { Records } from '../../basics/paging.ts';
import { DAY } from '../../basics/time.ts';
import { proofOfAbsence, type OrderAnswer } from '../confirm/order-answer.ts';
import { findMatchingOrder, usesFit, type OrderTarget } from './matching-order.ts';
import {
  isPaidBack,
  isUnplaced,
  isUnsettled,
  orderOf,
  SAME_INTENT_MS,
  TRUST_IN_OK_MS,
  type Intent,
  type PlacedPurchase,
  type UnpaidPurchase,
} from '../records/purchase.ts';
import type { Purchases } from '../records/purchases.ts';
import type { PurchaseEvent } from '../records/transitions.ts';

/** The plan to buy, and its terms. */
export interface OrderRequest extends OrderTarget {
  renewal?: Renewal;
  /** The order is on behalf of a customer. */
  assist: boolean;
}

export interface KnownOrder {
  order: PayableOrder;
  /** State that the server reported a moment ago; undefined if the server was not available. */
  state: Exclude<OrderState, 'cancelled'> | undefined;
}

/** What was known of the intent's order before the server was asked about it. */
interface Resumed {
  order: PayableOrder;
  /** The user tried the intent less than ten minutes ago. */
  isRecent: boolean;
  /** A payment of the order is unsettled. */
  wasOpened: boolean;
  /** That payment was opened or answered less than ten minutes ago. */
  mayBePaid: boolean;
  /** An unknown status blocks a new order. */
  mayBeUnknown: boolean;
}

/** The order request under way. */
interface Submission {
  idempotencyKey: string;
  /** An earlier request for the same intent has an unknown outcome. */
  wasSubmitted: boolean;
  knownNumbers?: readonly string[];
}

/** The state of one attempt to place an order. */
export type PlacementState =
  /** The server is asked about the order that this phone placed for the intent. */
  | ({ at: 'querying' } & Resumed)
  /** The order list is read, because the server denied the order. */
  | ({ at: 'searching-list' } & Resumed)
  /** The existing orders are read before the request. `skipsPrefetch`: prefetched ones do not count, because another page may have ordered since. */
  | ({ at: 'listing'; skipsPrefetch: boolean } & Submission)
  /** The order request is sent. */
  | ({ at: 'submitting' } & Submission)
  /** The existing orders are read after the request, whose response was lost or refused. */
  | ({ at: 'looking-up'; failure: SubmissionFailure } & Submission)
  | ({ at: 'placed' } & KnownOrder)
  /** A row of the list that cannot be read may be the lost order. */
  | { at: 'unreadable'; unreadable: number }
  /** The screen has closed before the request was sent, or the last request has failed. `mayBePlaced`: an order request was sent, and its outcome is unknown. */
  | { at: 'failed'; isScreenClosed: boolean; mayBePlaced: boolean };

/** Why the order request has no usable response. */
export interface SubmissionFailure {
  isRefusal: boolean;
  mayHaveTakenEffect: boolean;
}

type ListedOrders = Records<Order>;

/** What each state waits for. */
export interface PlacementInputs {
  querying: { answer: OrderAnswer; found?: Order };
  'searching-list': 'proved' | 'unreadable' | 'unproved';
  /** `isAssistant`: the user's orders may also be those of customers. Only a failed list asks for it. */
  listing: {
    listed: ListedOrders | 'failed' | 'session-ended';
    isScreenClosed: boolean;
    isAssistant: boolean;
  };
  submitting: { order: PayableOrder } | SubmissionFailure;
  'looking-up': ListedOrders | 'failed';
}

/** The request, and the purchases of this phone when the input arrives. */
export interface PlacementFacts {
  request: OrderRequest;
  purchases: Purchases;
  /** A new idempotency key, for a new purchase. */
  newKey: string;
}

type PlacementStep = Step<PlacementState, PurchaseEvent>;

/** How long an order with an unknown payment status blocks a new order of the same intent. */
const UNKNOWN_STATUS_MAX_AGE_MS = DAY;

/** Resumes the purchase of the intent, or begins one. `skipsPrefetch`: another page may have ordered a moment ago. */
export function beginPlacement({ request, purchases, newKey }: PlacementFacts, skipsPrefetch: boolean): PlacementStep {
  const intent = intentOf(request);
  const chosen: PurchaseEvent = { type: 'intentChosen', intent, idempotencyKey: newKey };
  const after = purchases.after(chosen);
  const purchase = after.ofIntent(intent);
  if (!purchase) throw new Error('an intent that was chosen has a purchase');
  if (!isUnplaced(purchase)) return resume(purchase, { request, purchases: after, newKey }, [chosen]);
  const { idempotencyKey, knownNumbers } = purchase;
  const wasSubmitted = purchase.state === 'submitted';
  return { next: { at: 'listing', skipsPrefetch, idempotencyKey, wasSubmitted, knownNumbers }, events: [chosen] };
}

/** The decisions of an order: exactly one order for an intent, even if responses are lost. */
export const PLACEMENT_STEPS: CommandSteps<PlacementState, PlacementInputs, PlacementFacts, PurchaseEvent> = {
  querying: {
    to: ['searching-list', 'listing', 'querying', 'placed'],
    next(state, { answer, found }, facts) {
      const { order, mayBePaid } = state;
      if (mayBePaid) return resumeAs(state, found, facts);
      if (found && isOther(found, order, facts.request)) return forget(order, facts);
      switch (proofOfAbsence(answer, order, facts.purchases)) {
        case 'complete':
          return forget(order, facts);
        case 'needs-list':
          return { next: { ...state, at: 'searching-list' }, events: [] };
        case 'none':
          return resumeAs(state, found, facts);
      }
    },
  },
  'searching-list': {
    to: ['listing', 'querying', 'placed'],
    next(state, answer, facts) {
      const { order, isRecent } = state;
      const isUnreadableProof = !isRecent && !isUnsettled(facts.purchases.ofOrder(order));
      return answer === 'proved' || (answer === 'unreadable' && isUnreadableProof)
        ? forget(order, facts)
        : resumeAs(state, undefined, facts);
    },
  },
  listing: {
    to: ['submitting', 'placed', 'unreadable', 'failed', 'querying', 'listing'],
    next({ idempotencyKey, wasSubmitted, knownNumbers: known }, { listed, isScreenClosed, isAssistant }, facts) {
      const { request, purchases } = facts;
      const requiresList = wasSubmitted || request.plan.priceFen === 0 || request.assist || isAssistant;
      if (listed === 'session-ended' || (listed === 'failed' && requiresList))
        return fail({ mayBePlaced: wasSubmitted });
      if (wasSubmitted && listed !== 'failed') {
        const lost = findLost(listed.records, facts, known);
        if (lost) return placed(lost, facts);
        if (listed.unreadable > 0) return { next: { at: 'unreadable', unreadable: listed.unreadable }, events: [] };
      }
      if (isScreenClosed) return { next: { at: 'failed', isScreenClosed, mayBePlaced: wasSubmitted }, events: [] };
      const intent = intentOf(request);
      const isSubmittedElsewhere = !wasSubmitted && purchases.ofIntent(intent)?.state === 'submitted';
      if (isSubmittedElsewhere) return beginPlacement(facts, true);
      const knownNumbers = known ?? (listed === 'failed' ? undefined : listed.records.map(({ number }) => number));
      const submitted: PurchaseEvent = { type: 'orderSubmitted', intent, idempotencyKey, knownNumbers };
      const after = purchases.after(submitted);
      const isPlacedElsewhere = after.ofIntent(intent)?.state !== 'submitted';
      if (isPlacedElsewhere) return precededBy([submitted], beginPlacement({ ...facts, purchases: after }, true));
      return { next: { at: 'submitting', idempotencyKey, wasSubmitted, knownNumbers }, events: [submitted] };
    },
  },
  submitting: {
    to: ['looking-up', 'placed', 'failed', 'querying'],
    next({ idempotencyKey, wasSubmitted, knownNumbers }, response, facts) {
      if ('order' in response) return placed({ order: response.order, state: 'to-pay' }, facts);
      if (!response.mayHaveTakenEffect && !wasSubmitted) return notCreated(response, facts);
      const submission = { idempotencyKey, wasSubmitted, knownNumbers };
      return { next: { at: 'looking-up', failure: response, ...submission }, events: [] };
    },
  },
  'looking-up': {
    to: ['placed', 'failed', 'querying'],
    next({ failure, idempotencyKey, knownNumbers }, listed, facts) {
      const lost = findLost(listed === 'failed' ? [] : listed.records, facts, knownNumbers);
      if (lost) return placed(lost, facts);
      const wasNotCreated = listed !== 'failed' && listed.unreadable === 0;
      if (failure.isRefusal && wasNotCreated) return notCreated(failure, facts);
      // The outcome is unknown from now on, however long the request took: the page may have been suspended meanwhile.
      const intent = intentOf(facts.request);
      return fail({ mayBePlaced: true }, [{ type: 'orderSubmitted', intent, idempotencyKey, knownNumbers }]);
    },
  },
};

function resume(purchase: PlacedPurchase, facts: PlacementFacts, events: readonly PurchaseEvent[]): PlacementStep {
  const { request, purchases } = facts;
  const intent = intentOf(request);
  const { order } = purchase;
  const isRecent = purchases.wasTriedWithin(SAME_INTENT_MS, intent);
  // Later, the wish is of another customer, unless the first one's payment may have taken effect.
  if (request.assist && !isRecent && purchases.doubtAbout(order) === 'none')
    return precededBy(events, release(order, facts));
  const wasOpened = isUnsettled(purchase);
  const mayBePaid = purchases.wasOpenedWithin(TRUST_IN_OK_MS, order);
  const mayBeUnknown = wasOpened || purchases.wasTriedWithin(UNKNOWN_STATUS_MAX_AGE_MS, intent);
  return { next: { at: 'querying', order, isRecent, wasOpened, mayBePaid, mayBeUnknown }, events };
}

/** Continues with the known order if it is still open. Otherwise the next request is a new purchase. */
function resumeAs(
  { order: known, isRecent, wasOpened, mayBeUnknown }: Resumed,
  found: Order | undefined,
  facts: PlacementFacts,
): PlacementStep {
  const order = found ? { ...known, ...priceOf(found) } : known;
  const state = found?.state;
  if (found && refundedWord(found) !== undefined) return release(known, facts);
  const isSettledHere = state === 'paid' && (isRecent || wasOpened);
  if (state === 'to-pay' || state === undefined) {
    const resumed: PurchaseEvent = { type: 'orderResumed', intents: intentsFor(facts.request, order), order };
    return { next: { at: 'placed', order, state }, events: [resumed] };
  }
  if (isSettledHere || (state === 'unknown' && mayBeUnknown))
    return { next: { at: 'placed', order, state }, events: [] };
  return release(known, facts);
}

function forget(order: PayableOrder, facts: PlacementFacts): PlacementStep {
  const forgotten: PurchaseEvent = { type: 'orderForgotten', order };
  return precededBy([forgotten], release(order, { ...facts, purchases: facts.purchases.after(forgotten) }));
}

/** Begins a new purchase of the intent, unless another page has begun one since the order became known. */
function release(order: PayableOrder, facts: PlacementFacts): PlacementStep {
  const intent = intentOf(facts.request);
  const current = facts.purchases.ofIntent(intent);
  if (!current || orderOf(current)?.number !== order.number) return beginPlacement(facts, true);
  const released: PurchaseEvent = { type: 'intentReleased', intent };
  return precededBy([released], beginPlacement({ ...facts, purchases: facts.purchases.after(released) }, true));
}

/** Continues with the order, unless another page has placed another one for the intent since. */
function placed(known: KnownOrder, facts: PlacementFacts): PlacementStep {
  const { order } = known;
  const current = facts.purchases.ofIntent(intentOf(facts.request));
  const number = current && orderOf(current)?.number;
  if (number !== undefined && number !== order.number) return beginPlacement(facts, true);
  if (wasPaidSince(order, current, facts.purchases))
    return {
      next: { at: 'placed', order, state: isPaidBack(facts.purchases.ofOrder(order)) ? 'unknown' : 'paid' },
      events: [{ type: 'intentReleased', intent: intentOf(facts.request) }],
    };
  const created: PurchaseEvent = { type: 'orderCreated', intents: intentsFor(facts.request, order), order };
  return { next: { at: 'placed', ...known }, events: [created] };
}

/**
 * True if the server has reported the order as paid since its request was sent. Paid before, it is another order: a server
 * with reset data assigns order numbers again.
 */
function wasPaidSince(order: PayableOrder, current: UnpaidPurchase | undefined, purchases: Purchases): boolean {
  const known = purchases.ofOrder(order);
  const paidAt = known?.state === 'paid' ? known.reportedAt : undefined;
  return paidAt !== undefined && current !== undefined && current.intents.some(({ triedAt }) => triedAt <= paidAt);
}

function notCreated({ isRefusal }: SubmissionFailure, { request }: PlacementFacts): PlacementStep {
  const intent = intentOf(request);
  return fail({ mayBePlaced: false }, [{ type: isRefusal ? 'orderRefused' : 'orderNotSent', intent }]);
}

function fail({ mayBePlaced }: { mayBePlaced: boolean }, events: readonly PurchaseEvent[] = []): PlacementStep {
  return { next: { at: 'failed', isScreenClosed: false, mayBePlaced }, events };
}

function precededBy(events: readonly PurchaseEvent[], step: PlacementStep): PlacementStep {
  return { next: step.next, events: [...events, ...(step.events ?? [])] };
}

function findLost(
  orders: readonly Order[],
  { request, purchases }: PlacementFacts,
  knownNumbers: readonly string[] | undefined,
): KnownOrder | undefined {
  const claimedNumbers = purchases.numbersOfOthers(intentOf(request));
  const lost = findMatchingOrder(orders, request, { knownNumbers, claimedNumbers });
  if (!lost) return undefined;
  const { kind, number, state } = lost;
  const { plan, sno, operatorId } = request;
  const amountFen = amountDueOf(lost) ?? (plan.priceFen === 0 ? 0 : undefined);
  const order: PayableOrder = { kind, number, amountFen, sno, operatorId };
  return { order, state: state === 'unknown' ? state : 'to-pay' };
}

/** True if the server has reused the order number for another purchase, for example after a data reset. */
function isOther(found: Order, placed: PayableOrder, { plan, sno }: OrderRequest): boolean {
  const prices = [plan.priceFen, placed.amountFen ?? plan.priceFen];
  return plan.basis === 'duration'
    ? found.sno !== undefined && !isSameDevice(found.sno, sno)
    : usesFit(found, plan, prices) === 'no';
}

/** Every property that distinguishes one purchase from another. Capitals do not distinguish devices. */
function intentOf({ plan, sno, operatorId, renewal, assist }: OrderRequest, priceFen = plan.priceFen): Intent {
  const { basis, modeId, id, amount, unit } = plan;
  const seller = basis === 'duration' ? sno?.toUpperCase() : operatorId;
  return { name: JSON.stringify([basis, modeId, id, priceFen, seller, renewal, assist]), amount, unit };
}

/**
 * An order with another price than the plan also fulfils the intent at that price, in case the user finds the plan at
 * the new price.
 */
function intentsFor(request: OrderRequest, { amountFen }: PayableOrder): [Intent, ...Intent[]] {
  return amountFen === undefined || amountFen === request.plan.priceFen
    ? [intentOf(request)]
    : [intentOf(request), intentOf(request, amountFen)];
}

/** What the server says of the amount. The amount that an order owed proves nothing about the one that was paid. */
function priceOf(order: Order): Pick<PayableOrder, 'amountFen'> | undefined {
  const amountFen = amountDueOf(order);
  return amountFen === undefined && order.state !== 'paid' ? undefined : { amountFen };
}
