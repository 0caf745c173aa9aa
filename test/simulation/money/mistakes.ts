import { TRANSITIONS, type PurchaseEvent } from '../../../src/core/checkout/records/transitions.ts';
import { Purchases } from '../../../src/core/checkout/records/purchases.ts';
import { FindOrder } from '../../../src/core/order/find-order.ts';
import type { Order } from '../../../src/core/order/order.ts';
import type { Records } from '../../../src/core/basics/paging.ts';
import { PlaceOrder } from '../../../src/core/checkout/place/place-order.ts';
import { ACCOUNT_KEYS } from '../../../src/core/state/account-scope.ts';
import { PaymentStore } from '../../../src/ui/stores/payment-store.ts';
import { flowNow } from '../kernel/flow.ts';
import { replaced, type Mistake } from '../kernel/mistake.ts';
import type { InvariantId } from './invariants.ts';
import { wiredWith } from './wiring.ts';

interface MoneyMistake extends Mistake {
  violates: InvariantId;
}

type Work<Result> = () => Promise<Result>;

/** How `PlaceOrder` reads the list of the orders. */
const LISTING = PlaceOrder.prototype as unknown as {
  newestOrders(this: PlaceOrder, ...target: readonly unknown[]): Promise<Records<Order>>;
};

/** The records of the page do not store the events of this type. */
function withoutEvent<Result>(type: PurchaseEvent['type'], work: Work<Result>): Promise<Result> {
  return wiredWith(
    'records',
    (records) => ({ record: (event) => (event.type === type ? undefined : records.record(event)) }),
    work,
  );
}

/** Each tap keeps what it has read of the purchases until its page records something. */
function readOnce<Result>(work: Work<Result>): Promise<Result> {
  return wiredWith(
    'records',
    (records) => {
      const read = new Map<unknown, Purchases>();
      return {
        purchases: () => {
          const tap = flowNow();
          const known = (tap !== undefined && read.get(tap)) || records.purchases();
          read.set(tap, known);
          return known;
        },
        record: (event) => {
          read.clear();
          records.record(event);
        },
      };
    },
    work,
  );
}

/** Mistakes that the simulation has to find, at least one for each invariant. */
export const MISTAKES: readonly MoneyMistake[] = [
  {
    name: 'A payment opens although the sheet has answered "ok"',
    violates: 'one-sheet-per-order',
    seed: 25,
    plant: (work) =>
      replaced(
        TRANSITIONS.sheetOpened,
        'unconfirmed',
        () => TRANSITIONS.sheetOpened.ordered as never,
        () => replaced(Purchases.prototype, 'doubtAbout', () => () => 'none', work),
      ),
  },
  {
    name: 'The locks of the phone exclude nobody',
    violates: 'one-order-per-intent',
    seed: 10,
    plant: (work) => wiredWith('mutex', () => ({ runExclusive: (_name, _ms, run) => run(false) }), work),
  },
  {
    name: 'An order whose response was lost is not looked for in the list',
    violates: 'one-order-per-intent',
    seed: 16,
    plant: (work) => replaced(LISTING, 'newestOrders', () => async () => ({ records: [], unreadable: 0 }), work),
  },
  {
    name: 'An order is not stored before its request is sent',
    violates: 'one-order-per-intent',
    seed: 25,
    plant: (work) => withoutEvent('orderSubmitted', work),
  },
  {
    name: 'The answer "ok" of the sheet counts as proof',
    violates: 'paid-means-paid',
    seed: 2,
    plant: (work) =>
      wiredWith(
        'pay',
        (pay) => ({
          pay: async (order, options) => {
            const outcome = await pay.pay(order, options);
            return outcome.kind === 'confirming' ? { kind: 'paid' } : outcome;
          },
        }),
        work,
      ),
  },
  {
    name: 'The outcome of one payment is told of another',
    violates: 'paid-means-paid',
    seed: 59,
    plant: (work) =>
      wiredWith(
        'confirm',
        (confirm) => {
          let first: Parameters<typeof confirm.pollUntilSettled>[0] | undefined;
          return { pollUntilSettled: (order, options) => confirm.pollUntilSettled((first ??= order), options) };
        },
        work,
      ),
  },
  {
    name: 'The answer "cancel" of the sheet is believed without asking the server',
    violates: 'not-paid-means-no-money-moved',
    seed: 284,
    plant: (work) =>
      wiredWith(
        'confirm',
        () => ({ queryBriefly: async (order) => ({ ...order, state: 'to-pay', dueFen: order.amountFen }) }),
        work,
      ),
  },
  {
    name: 'A status that nobody knows counts as unpaid',
    violates: 'not-paid-means-no-money-moved',
    seed: 99,
    plant: (work) =>
      replaced(
        FindOrder.prototype,
        'find',
        (find) =>
          async function (this: FindOrder, order) {
            const found = await find.call(this, order);
            return found?.state === 'unknown' ? { ...found, state: 'to-pay' } : found;
          },
        work,
      ),
  },
  {
    name: 'The payment does not compare the amount with the one on the screen',
    violates: 'no-unseen-amount',
    seed: 1035,
    plant: (work) =>
      wiredWith(
        'pay',
        (pay) => ({
          pay: async (order, options) => {
            const outcome = await pay.pay(order, options);
            return outcome.kind === 'price-changed'
              ? pay.pay(order, { ...options, acceptedFen: outcome.amountFen })
              : outcome;
          },
        }),
        work,
      ),
  },
  {
    name: 'The state that the server reported earlier is believed after a wait',
    violates: 'no-unseen-amount',
    seed: 2,
    plant: (work) =>
      wiredWith(
        'pay',
        (pay) => ({ pay: (order, options) => pay.pay(order, { ...options, waited: false, reported: 'to-pay' }) }),
        work,
      ),
  },
  {
    name: 'A payment does not know that its screen has closed',
    violates: 'no-sheet-over-another-screen',
    seed: 21,
    plant: (work) =>
      wiredWith('pay', (pay) => ({ pay: (order, options) => pay.pay(order, { ...options, signal: undefined }) }), work),
  },
  {
    name: 'The keys of the stored values do not name the account',
    violates: 'accounts-apart',
    seed: 5,
    plant: (work) => replaced(ACCOUNT_KEYS, 'keyOf', () => (_account, key) => key, work),
  },
  {
    name: 'A cancellation whose answer was lost counts as done',
    violates: 'ended-means-ended',
    seed: 30,
    plant: (work) =>
      wiredWith(
        'cancel',
        (cancel) => ({ cancel: (order) => cancel.cancel(order).catch(() => ({ kind: 'done' })) }),
        work,
      ),
  },
  {
    name: 'A sheet is not stored before it opens',
    violates: 'open-question-shown',
    seed: 1,
    plant: (work) => withoutEvent('sheetOpened', work),
  },
  {
    name: 'A tap decides on the purchases that it read before it waited',
    violates: 'one-sheet-per-order',
    seed: 150,
    plant: readOnce,
  },
  {
    name: 'A late answer of the sheet is dropped',
    violates: 'one-sheet-per-order',
    seed: 837,
    plant: (work) => withoutEvent('lateAnswer', work),
  },
  {
    name: 'A page does not ask about the payments that an earlier page left open',
    violates: 'open-question-shown',
    seed: 25,
    plant: (work) => replaced(PaymentStore.prototype, 'resumeUnsettled', () => () => undefined, work),
  },
  {
    name: 'A payment that was taken for a cancelled order is not kept',
    violates: 'lost-money-told',
    seed: 1487,
    plant: (work) => wiredWith('records', () => ({ lapsed: () => [] }), work),
  },
  {
    name: 'The age of a payment is forgotten, so that it stays unconfirmed for ever',
    violates: 'leads-to-settled',
    seed: 2,
    plant: (work) => {
      const { timePassed } = TRANSITIONS;
      const stays = timePassed.paid as never;
      return replaced(
        timePassed,
        'unconfirmed',
        () => stays,
        () => replaced(timePassed, 'paying', () => stays, work),
      );
    },
  },
  {
    name: 'A list with a row that cannot be read ends in a bug',
    violates: 'no-bug',
    seed: 50,
    plant: (work) =>
      replaced(
        LISTING,
        'newestOrders',
        (newestOrders) =>
          async function (this: PlaceOrder, ...target) {
            const listed = await newestOrders.call(this, ...target);
            if (listed.unreadable > 0) throw new TypeError('an unreadable row');
            return listed;
          },
        work,
      ),
  },
];
