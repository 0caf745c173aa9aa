import type { PaymentAnswer } from '../../ports/payment-bridge.ts';
import type { Destination } from '../destination.ts';
import type { OrderState, PayableOrder } from '../order/order.ts';
import type { CommandSteps, Step } from '../command-steps.ts';
import { MINUTE } from '../time.ts';
import { isUnsettled, type OrderIntent } from './purchase.ts';
import type { Purchases } from './purchases.ts';
import type { PurchaseEvent } from './transitions.ts';

/**
 * `confirming`: the outcome is unknown and `ConfirmPayment` has to poll. `not-opened`: no sheet opened. The server
 * reports the other outcomes.
 */
export type PaymentOutcome =
  | { kind: 'paid' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message?: string }
  | { kind: 'confirming' }
  | { kind: 'not-opened' };

/** The state of one attempt to pay an order. In every state except `ended`, the attempt waits for one input. */
export type PaymentState =
  /** The server is asked about the order first, because it may be paid already. */
  | { at: 'querying-before'; known?: 'paid' | 'opened'; waited: boolean }
  /** The signed parameters are requested. `hadPayment`: an earlier payment of the order is unsettled. */
  | { at: 'preparing'; hadPayment: boolean }
  /** `intents`: those of the purchase when the sheet opened. */
  | { at: 'sheet-open'; hadPayment: boolean; intents: readonly OrderIntent[] }
  /** The server is asked about the order, because the sheet answered `cancel` or `fail`. */
  | { at: 'querying-after'; answer: PaymentAnswer }
  | { at: 'ended'; outcome: PaymentOutcome };

/** What each state waits for. */
export interface PaymentInputs {
  /** `unknown` also if the query failed. */
  'querying-before': OrderState;
  /** `handed-over`: no sheet opens on this phone, because the customer pays on another one. */
  preparing: 'prepared' | 'handed-over' | 'not-opened';
  'sheet-open': PaymentAnswer | 'not-opened';
  'querying-after': OrderState;
}

/** The order to pay, and the purchases of this phone when the input arrives. */
export interface PaymentFacts {
  order: PayableOrder;
  /** Destination after the payment. */
  leadsTo?: Destination;
  purchases: Purchases;
}

type PaymentStep = Step<PaymentState, PurchaseEvent>;

/** Maximum wait for another page's payment. */
export const PAYMENT_LOCK_TIMEOUT_MS = MINUTE;

/**
 * Returns the first state. `waited`: another page held the mutex for the same order a moment ago. `reported`: the
 * state that the server reported a moment ago.
 */
export function beginPayment(
  { order, leadsTo, purchases }: PaymentFacts,
  { waited = false, reported }: { waited?: boolean; reported?: OrderState },
): PaymentStep {
  const purchase = purchases.ofOrder(order);
  const known = purchase?.state === 'paid' ? 'paid' : isUnsettled(purchase) ? 'opened' : undefined;
  if (known !== undefined || (waited && reported !== 'unknown'))
    return { next: { at: 'querying-before', known, waited }, events: [] };
  if (reported === 'unknown') return end({ kind: 'confirming' }, [{ type: 'statusUnknown', order, leadsTo }]);
  return { next: { at: 'preparing', hadPayment: false }, events: [] };
}

/** The decisions of a payment: what follows from each input. The order is not paid again while it may be paid. */
export const PAYMENT_STEPS: CommandSteps<PaymentState, PaymentInputs, PaymentFacts, PurchaseEvent> = {
  'querying-before': {
    to: ['preparing', 'ended'],
    next({ known, waited }, reported, { order, purchases }) {
      if (reported === 'paid' || reported === 'cancelled') return end({ kind: reported });
      if (known === 'paid' && reported === 'unknown') return end({ kind: 'paid' });
      const isOtherPagesPayment = waited && purchases.wasOpenedWithin(PAYMENT_LOCK_TIMEOUT_MS, order);
      if (known === 'opened' && (reported === 'unknown' || isOtherPagesPayment || purchases.isSaidToBePaid(order)))
        return end({ kind: 'confirming' });
      return {
        next: { at: 'preparing', hadPayment: isUnsettled(purchases.ofOrder(order)) },
        events: known === 'paid' ? [{ type: 'serverSaysUnpaid', order }] : [],
      };
    },
  },
  preparing: {
    to: ['sheet-open', 'ended'],
    next({ hadPayment }, input, { order, leadsTo, purchases }) {
      if (input === 'not-opened') return end({ kind: 'not-opened' }, [{ type: 'sheetNotOpened', order, hadPayment }]);
      if (input === 'handed-over')
        return end({ kind: 'confirming' }, [{ type: 'sheetAnswered', order, answer: 'none', leadsTo }]);
      const opened: PurchaseEvent = { type: 'sheetOpened', order, leadsTo };
      const purchase = purchases.after(opened).ofOrder(order);
      // Another page has settled the order, or its sheet has answered `ok`, while this page prepared the sheet.
      if (purchase?.state !== 'paying')
        return end({ kind: purchase?.state === 'paid' ? 'paid' : 'confirming' }, [opened]);
      return { next: { at: 'sheet-open', hadPayment, intents: purchase.intents }, events: [opened] };
    },
  },
  'sheet-open': {
    to: ['querying-after', 'ended'],
    next({ hadPayment, intents }, answer, { order, leadsTo, purchases }) {
      if (answer === 'not-opened') return end({ kind: 'not-opened' }, [{ type: 'sheetNotOpened', order, hadPayment }]);
      const answered: PurchaseEvent = { type: 'sheetAnswered', order, answer: answer.result, leadsTo, intents };
      const after = purchases.after(answered);
      if (after.ofOrder(order)?.state === 'paid') return end({ kind: 'paid' }, [answered]);
      if (answer.result === 'ok' || answer.result === 'none' || after.isSaidToBePaid(order))
        return end({ kind: 'confirming' }, [answered]);
      return { next: { at: 'querying-after', answer }, events: [answered] };
    },
  },
  'querying-after': {
    to: ['ended'],
    next({ answer }, reported, { order, purchases }) {
      if (reported === 'unknown') return end({ kind: 'confirming' });
      if (reported === 'paid') return end({ kind: 'paid' });
      const unpaid: PurchaseEvent = { type: 'serverSaysUnpaid', order };
      if (isUnsettled(purchases.after(unpaid).ofOrder(order))) return end({ kind: 'confirming' }, [unpaid]);
      return end(answer.result === 'fail' ? { kind: 'failed', message: answer.message } : { kind: 'cancelled' }, [
        unpaid,
      ]);
    },
  },
};

function end(outcome: PaymentOutcome, events: readonly PurchaseEvent[] = []): PaymentStep {
  return { next: { at: 'ended', outcome }, events };
}
