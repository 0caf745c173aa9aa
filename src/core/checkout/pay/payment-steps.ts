import type { PaymentAnswer } from '../../../ports/payment-bridge.ts';
import type { Destination } from '../../destination.ts';
import type { Order, OrderState, PayableOrder } from '../../order/order.ts';
import type { CommandSteps, Step } from '../../basics/command-steps.ts';
import { MINUTE } from '../../basics/time.ts';
import { orderGate } from '../order-gate.ts';
import { isPaidBack, isUnsettled, type OrderIntent, type UnsettledPurchase } from '../records/purchase.ts';
import type { Purchases } from '../records/purchases.ts';
import type { PurchaseEvent } from '../records/transitions.ts';

/**
 * `confirming`: the outcome is unknown and `ConfirmPayment` has to poll. `price-changed`: no sheet opened, because the
 * server asks for an amount that the user has not accepted. `price-unknown`: no sheet opened, because nobody names an
 * amount. `not-opened`: no sheet opened. The server reports the other outcomes.
 */
export type PaymentOutcome =
  /** `refunded`: what `refundedWord` says of the order. `elsewhere`: it was paid, and not by a payment that this phone knows. */
  | { kind: 'paid'; refunded?: string; elsewhere?: true }
  | { kind: 'price-changed'; amountFen: number }
  | { kind: 'price-unknown' }
  /** `by`: the customer closed the sheet, or the server has cancelled the order. */
  | { kind: 'cancelled'; by: 'customer' | 'server' }
  | { kind: 'failed'; message?: string }
  | { kind: 'confirming' }
  | { kind: 'not-opened' };

/**
 * The state of one attempt to pay an order. In every state except `ended`, the attempt waits for one input. `earlier`:
 * a payment of the order that was unsettled before.
 */
export type PaymentState =
  /** The server is asked about the order first, because it may be paid already or cost another amount. */
  | { at: 'querying-before'; wasPaid: boolean; earlier?: EarlierPayment; waited: boolean }
  | { at: 'preparing'; earlier?: EarlierPayment }
  /** `intents`: those of the purchase when the sheet opened. */
  | { at: 'sheet-open'; hadPayment: boolean; intents: readonly OrderIntent[] }
  /** The server is asked about the order, because the sheet answered `cancel` or `fail`. */
  | { at: 'querying-after'; answer: PaymentAnswer }
  | { at: 'ended'; outcome: PaymentOutcome };

/** What the records said of an unsettled payment. It differs once another page has opened a sheet. */
type EarlierPayment = Pick<UnsettledPurchase, 'state' | 'at'>;

/** The server's answer about the order; `failed` if there is none. */
export type OrderReport = (Pick<Order, 'state' | 'statusText'> & { amountFen?: number }) | 'failed';

/** What each state waits for. */
export interface PaymentInputs {
  'querying-before': OrderReport;
  /** `handed-over`: no sheet opens on this phone, because the customer pays on another one. */
  preparing: 'prepared' | 'handed-over' | 'not-opened';
  'sheet-open': PaymentAnswer | 'not-opened';
  'querying-after': OrderReport;
}

/** The order to pay, and the purchases of this phone when the input arrives. */
export interface PaymentFacts {
  order: PayableOrder;
  /** The amounts that the user saw and accepted; integer fen. */
  acceptedFen: readonly number[];
  /** Destination after the payment. */
  leadsTo?: Destination;
  purchases: Purchases;
  /** The screen that asked has closed, so that no sheet may open any more. */
  isScreenClosed: boolean;
}

type PaymentStep = Step<PaymentState, PurchaseEvent>;

/** Maximum wait for another page's payment. */
export const PAYMENT_LOCK_TIMEOUT_MS = MINUTE;

/** What is known before the payment. */
export interface PaymentOrigin {
  /** Another page held the mutex for the same order a moment ago. */
  waited?: boolean;
  /** The state that the server reported a moment ago. Unless it is `to-pay`, the server is asked for state and amount. */
  reported?: OrderState;
}

/** Returns the first state. */
export function beginPayment(
  { order, purchases }: PaymentFacts,
  { waited = false, reported }: PaymentOrigin,
): PaymentStep {
  const wasPaid = purchases.ofOrder(order)?.state === 'paid';
  const earlier = earlierPayment(purchases, order);
  const isNew = !wasPaid && !earlier;
  return isNew && !waited && reported === 'to-pay' && order.amountFen !== undefined
    ? { next: { at: 'preparing' }, events: [] }
    : { next: { at: 'querying-before', wasPaid, earlier, waited }, events: [] };
}

/** The decisions of a payment: what follows from each input. The order is not paid again while it may be paid. */
export const PAYMENT_STEPS: CommandSteps<PaymentState, PaymentInputs, PaymentFacts, PurchaseEvent> = {
  'querying-before': {
    to: ['preparing', 'ended'],
    next({ wasPaid, earlier, waited }, report, { order, acceptedFen, leadsTo, purchases }) {
      const gate = report === 'failed' ? { kind: report } : orderGate(report, purchases.doubtAbout(order));
      if (gate.kind === 'refunded') return end({ kind: 'paid' });
      if (gate.kind === 'paid') return end({ kind: 'paid', elsewhere: wasPaid || earlier ? undefined : true });
      if (gate.kind === 'cancelled') return end({ kind: gate.kind, by: 'server' });
      const isOtherPagesPayment = waited && purchases.wasOpenedWithin(PAYMENT_LOCK_TIMEOUT_MS, order);
      const isOpenedElsewhere = isOtherPagesPayment || isNewerPayment(purchases, order, earlier);
      if (isOpenedElsewhere || (gate.kind === 'to-pay' ? !gate.mayBePaid : earlier)) return end({ kind: 'confirming' });
      if (gate.kind === 'failed')
        return end({ kind: wasPaid && !isPaidBack(purchases.ofOrder(order)) ? 'paid' : 'not-opened' });
      if (gate.kind === 'unknown') return end({ kind: 'confirming' }, [{ type: 'statusUnknown', order, leadsTo }]);
      const { amountFen = order.amountFen } = report === 'failed' ? {} : report;
      const events: PurchaseEvent[] = wasPaid ? [{ type: 'serverSaysUnpaid', order }] : [];
      if (amountFen === undefined) return end({ kind: 'price-unknown' }, events);
      if (!acceptedFen.includes(amountFen)) return end({ kind: 'price-changed', amountFen }, events);
      return { next: { at: 'preparing', earlier: earlierPayment(purchases, order) }, events };
    },
  },
  preparing: {
    to: ['sheet-open', 'ended'],
    next({ earlier }, input, { order, leadsTo, purchases, isScreenClosed }) {
      if (input === 'handed-over')
        return end({ kind: 'confirming' }, [
          { type: 'sheetAnswered', order, answer: 'none', leadsTo, handedOver: true },
        ]);
      if (input === 'not-opened' || isScreenClosed) return end({ kind: 'not-opened' });
      if (isNewerPayment(purchases, order, earlier)) return end({ kind: 'confirming' });
      const opened: PurchaseEvent = { type: 'sheetOpened', order, leadsTo };
      // If another sheet has answered `ok`, or the server has reported the order, no sheet may open.
      const purchase = purchases.after(opened).ofOrder(order);
      if (isPaidBack(purchase)) return end({ kind: 'not-opened' });
      if (purchase?.state !== 'paying')
        return end({ kind: purchase?.state === 'paid' ? 'paid' : 'confirming' }, [opened]);
      return {
        next: { at: 'sheet-open', hadPayment: earlier !== undefined, intents: purchase.intents },
        events: [opened],
      };
    },
  },
  'sheet-open': {
    to: ['querying-after', 'ended'],
    next({ hadPayment, intents }, answer, { order, leadsTo, purchases }) {
      if (answer === 'not-opened') return end({ kind: 'not-opened' }, [{ type: 'sheetNotOpened', order, hadPayment }]);
      const answered: PurchaseEvent = { type: 'sheetAnswered', order, answer: answer.result, leadsTo, intents };
      const after = purchases.after(answered);
      const settled = after.ofOrder(order);
      if (isPaidBack(settled)) return end({ kind: 'confirming' }, [answered]);
      if (settled?.state === 'paid') return end({ kind: 'paid' }, [answered]);
      if (answer.result === 'ok' || answer.result === 'none' || after.doubtAbout(order) === 'said-paid')
        return end({ kind: 'confirming' }, [answered]);
      return { next: { at: 'querying-after', answer }, events: [answered] };
    },
  },
  'querying-after': {
    to: ['ended'],
    next({ answer }, report, { order, purchases }) {
      if (report === 'failed') return end({ kind: 'confirming' });
      const { kind } = orderGate(report, purchases.doubtAbout(order));
      if (kind === 'unknown') return end({ kind: 'confirming' });
      if (kind === 'paid' || kind === 'refunded') return end({ kind: 'paid' });
      if (kind === 'cancelled') return end({ kind, by: 'server' });
      const unpaid: PurchaseEvent = { type: 'serverSaysUnpaid', order };
      if (isUnsettled(purchases.after(unpaid).ofOrder(order))) return end({ kind: 'confirming' }, [unpaid]);
      return end(
        answer.result === 'fail' ? { kind: 'failed', message: answer.message } : { kind: 'cancelled', by: 'customer' },
        [unpaid],
      );
    },
  },
};

function earlierPayment(purchases: Purchases, order: PayableOrder): EarlierPayment | undefined {
  const purchase = purchases.ofOrder(order);
  return isUnsettled(purchase) ? { state: purchase.state, at: purchase.at } : undefined;
}

/** True if another page has opened a sheet for the order since. */
function isNewerPayment(purchases: Purchases, order: PayableOrder, earlier: EarlierPayment | undefined): boolean {
  const current = earlierPayment(purchases, order);
  return current !== undefined && (current.state !== earlier?.state || current.at !== earlier.at);
}

function end(outcome: PaymentOutcome, events: readonly PurchaseEvent[] = []): PaymentStep {
  return { next: { at: 'ended', outcome }, events };
}
