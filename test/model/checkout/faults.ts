import { PLACEMENT_STEPS } from '../../../src/core/checkout/place/order-steps.ts';
import { PAYMENT_STEPS, type PaymentOutcome } from '../../../src/core/checkout/pay/payment-steps.ts';
import { TRANSITIONS } from '../../../src/core/checkout/records/transitions.ts';
import { ACCOUNT_KEYS } from '../../../src/core/state/account-scope.ts';
import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import type { Fault } from '../model.ts';
import { withDecision, withFault } from '../planted.ts';

const openedAgain: (typeof TRANSITIONS)['sheetOpened']['unconfirmed'] = {
  to: ['paying'],
  run: ({ order, intents }, _, now) => ({ state: 'paying', order, intents, at: now }),
};

/** The answer of the sheet ends the payment, without a question to the server. */
function whileSheetIsBelieved<Result>(
  believed: PaymentAnswer['result'],
  outcome: PaymentOutcome,
  work: () => Result,
): Result {
  return withDecision(
    PAYMENT_STEPS,
    'sheet-open',
    (next) => (state, answer, facts) =>
      answer !== 'not-opened' && answer.result === believed
        ? { next: { at: 'ended', outcome } }
        : next(state, answer, facts),
    work,
  );
}

/** One fault for each invariant. */
export const faults: readonly Fault[] = [
  {
    name: 'A payment opens although the sheet has answered "ok"',
    violates: 'one-sheet-per-order',
    scenario: 'one page',
    plant: (work) =>
      withFault(
        PAYMENT_STEPS,
        ({ 'querying-before': step }) => ({
          'querying-before': {
            ...step,
            next: (state, report, facts) =>
              report !== 'failed' && report.state === 'to-pay'
                ? { next: { at: 'preparing', earlier: state.earlier }, events: [] }
                : step.next(state, report, facts),
          },
        }),
        () =>
          withFault(
            TRANSITIONS,
            ({ sheetOpened }) => ({ sheetOpened: { ...sheetOpened, unconfirmed: openedAgain } }),
            work,
          ),
      ),
  },
  {
    name: 'An order whose response was lost is not looked for in the list',
    violates: 'one-order-per-intent',
    scenario: 'one page',
    plant: (work) =>
      withFault(
        PLACEMENT_STEPS,
        ({ listing }) => ({
          listing: {
            ...listing,
            next: (state, input, facts) =>
              listing.next(state, { ...input, listed: { records: [], unreadable: 0 } }, facts),
          },
        }),
        work,
      ),
  },
  {
    name: 'The answer "ok" of the sheet counts as proof',
    violates: 'paid-means-paid',
    scenario: 'one page',
    plant: (work) => whileSheetIsBelieved('ok', { kind: 'paid' }, work),
  },
  {
    name: 'The answer "cancel" of the sheet is believed without asking the server',
    violates: 'not-paid-means-no-money-moved',
    scenario: 'one page',
    plant: (work) => whileSheetIsBelieved('cancel', { kind: 'cancelled', by: 'customer' }, work),
  },
  {
    name: 'The payment does not compare the amount with the one on the screen',
    violates: 'no-unseen-amount',
    scenario: 'one page',
    plant: (work) =>
      withDecision(
        PAYMENT_STEPS,
        'querying-before',
        (next) => (state, report, facts) => next(state, report === 'failed' ? report : { state: report.state }, facts),
        work,
      ),
  },
  {
    name: 'A sheet opens although its screen has closed',
    violates: 'no-sheet-over-another-screen',
    scenario: 'one page',
    plant: (work) =>
      withDecision(
        PAYMENT_STEPS,
        'preparing',
        (next) => (state, input, facts) => next(state, input, { ...facts, isScreenClosed: false }),
        work,
      ),
  },
  {
    name: 'The keys of the stored purchases do not name the account',
    violates: 'accounts-apart',
    scenario: 'two people with one phone',
    plant: (work) => withFault(ACCOUNT_KEYS, () => ({ keyOf: (_, key) => key }), work),
  },
  {
    name: 'A payment stays unconfirmed for ever',
    violates: 'leads-to-settled',
    scenario: 'one page',
    plant: (work) =>
      withFault(
        TRANSITIONS,
        ({ timePassed }) => ({
          timePassed: {
            ...timePassed,
            unconfirmed: { to: [], run: (record) => record },
            paying: { to: [], run: (record) => record },
          },
        }),
        work,
      ),
  },
];
