import type { CommandSteps, Step } from '../../basics/command-steps.ts';
import type { OrderState, PayableOrder } from '../../order/order.ts';
import { LIST_LAG_MS, TRUST_IN_OK_MS, type Purchase } from '../records/purchase.ts';
import type { Purchases } from '../records/purchases.ts';
import type { PurchaseEvent } from '../records/transitions.ts';

/**
 * `confirming`: the outcome is still unknown. `not-paid`: the sheet returned `answer`, and the server reports the order
 * as unpaid. `cancelled`, `not-found`: the server has cancelled the order, or no longer has it.
 */
export type ConfirmOutcome =
  /** `refunded`: what `refundedWord` says of the order. */
  | { kind: 'paid'; refunded?: string }
  | { kind: 'not-paid'; answer: 'cancel' | 'fail' }
  | { kind: 'cancelled' }
  | { kind: 'confirming' }
  | { kind: 'not-found' };

/**
 * What one query told about an order. `absent`: the server answered without the order. `denied`: it refused the query
 * or sent an unreadable order. `failed`: no answer.
 */
export type OrderAnswer = OrderState | 'absent' | 'denied' | 'failed';

/** What the order list told about an order. `unreadable`: a row that cannot be read may be the order. */
export type ListAnswer = 'listed' | 'not-listed' | 'unreadable' | 'failed';

/** The state of a poll for the outcome of a payment. */
export type ConfirmationState =
  | { at: 'querying'; triesLeft: number; denials: number; isListSearched: boolean }
  /** The order list is read, because the server denied the order several times. */
  | { at: 'searching-list'; triesLeft: number; denials: number }
  | { at: 'ended'; outcome: ConfirmOutcome };

/** What each state waits for. */
export interface ConfirmationInputs {
  querying: OrderAnswer;
  'searching-list': ListAnswer;
}

/** The order, and the purchases of this phone when the answer arrives, with the answer recorded as `ANSWER_EVENTS` says. */
export interface ConfirmationFacts {
  order: PayableOrder;
  purchases: Purchases;
}

type ConfirmationStep = Step<ConfirmationState, PurchaseEvent>;

/**
 * Consecutive denials before the order list is searched. A replica of the server's data may lag, so one denial proves
 * nothing.
 */
const DENIALS_BEFORE_LOOKUP = 3;

/** The event that each answer is recorded as, whoever asked. Other answers prove nothing by themselves. */
export const ANSWER_EVENTS: { readonly [Answer in OrderAnswer]?: 'serverSaysPaid' | 'serverSaysCancelled' } = {
  paid: 'serverSaysPaid',
  cancelled: 'serverSaysCancelled',
};

/** `tries`: maximum number of queries. */
export function beginConfirmation(tries: number): ConfirmationStep {
  return poll({ triesLeft: tries, denials: 0, isListSearched: false });
}

/** The decisions of a poll: what each answer proves. */
export const CONFIRMATION_STEPS: CommandSteps<ConfirmationState, ConfirmationInputs, ConfirmationFacts, PurchaseEvent> =
  {
    querying: {
      to: ['querying', 'searching-list', 'ended'],
      next({ triesLeft, denials: before, isListSearched }, answer, facts) {
        const { order, purchases } = facts;
        if (answer === 'paid' || answer === 'cancelled') return end({ kind: answer });
        const calledOff = answer === 'to-pay' ? calledOffBy(purchases.ofOrder(order)) : undefined;
        if (calledOff !== undefined)
          return end({ kind: 'not-paid', answer: calledOff }, [{ type: 'serverSaysUnpaid', order }]);
        const denials = isDenial(answer) ? before + 1 : 0;
        if (isListSearched || denials < DENIALS_BEFORE_LOOKUP || purchases.wasOpenedWithin(LIST_LAG_MS, order))
          return poll({ triesLeft, denials, isListSearched });
        switch (proofOfAbsence(answer, facts)) {
          case 'complete':
            return end({ kind: 'not-found' }, [{ type: 'orderForgotten', order }]);
          case 'needs-list':
            return { next: { at: 'searching-list', triesLeft, denials }, events: [] };
          case 'none':
            return poll({ triesLeft, denials, isListSearched: true });
        }
      },
    },
    'searching-list': {
      to: ['querying', 'ended'],
      next({ triesLeft, denials }, answer, { order }) {
        return answer === 'not-listed'
          ? end({ kind: 'not-found' }, [{ type: 'orderForgotten', order }])
          : poll({ triesLeft, denials, isListSearched: true });
      },
    },
  };

/**
 * Whether an answer proves that the server no longer has the order. A recent `ok` of the sheet outweighs a denial. Without
 * its operator, a card order cannot be listed.
 */
export function proofOfAbsence(
  answer: OrderAnswer,
  { order, purchases }: ConfirmationFacts,
): 'none' | 'needs-list' | 'complete' {
  const isListable = order.kind === 'lease' || order.operatorId !== undefined;
  const hasRecentOk = purchases.doubtAbout(order) === 'said-paid' && purchases.wasOpenedWithin(TRUST_IN_OK_MS, order);
  if (!isDenial(answer) || hasRecentOk || !isListable) return 'none';
  // A query for a card order has read its operator's list.
  return answer === 'absent' && order.kind === 'card' ? 'complete' : 'needs-list';
}

/** The sheet's answer, if it says that the customer did not pay. */
function calledOffBy(purchase: Purchase | undefined): 'cancel' | 'fail' | undefined {
  if (purchase?.state !== 'unconfirmed') return undefined;
  return purchase.answer === 'cancel' || purchase.answer === 'fail' ? purchase.answer : undefined;
}

function isDenial(answer: OrderAnswer): boolean {
  return answer === 'absent' || answer === 'denied';
}

function poll({ triesLeft, denials, isListSearched }: Omit<PollState, 'at'>): ConfirmationStep {
  return triesLeft === 0
    ? end({ kind: 'confirming' })
    : { next: { at: 'querying', triesLeft: triesLeft - 1, denials, isListSearched }, events: [] };
}

type PollState = Extract<ConfirmationState, { at: 'querying' }>;

function end(outcome: ConfirmOutcome, events: readonly PurchaseEvent[] = []): ConfirmationStep {
  return { next: { at: 'ended', outcome }, events };
}
