import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import {
  intentsOf,
  paymentDoubt,
  isUnsettled,
  orderOf,
  type Intent,
  type Purchase,
  type UnsettledPurchase,
} from '../../../src/core/checkout/records/purchase.ts';
import { Purchases } from '../../../src/core/checkout/records/purchases.ts';
import { storedOpenPurchases, storedPaidPurchases } from '../../../src/core/checkout/records/stored.ts';
import {
  type PurchaseEvent,
  type PurchaseEventType,
  type RecordState,
  transition,
  TRANSITIONS,
} from '../../../src/core/checkout/records/transitions.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import type { PayableOrder } from '../../../src/core/order/order.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const RUNS = 1_000;
const NO_PURCHASE: Purchase = { state: 'draft', intents: [], idempotencyKey: '' };

const INTENTS = ['a week', 'a month', 'ten uses'] as const;
const NUMBERS = ['L-1', 'L-2', 'C-3'] as const;

const intent = fc.constantFrom(...INTENTS).map((name): Intent => ({ name }));
const intents = fc
  .uniqueArray(intent, { selector: ({ name }) => name, minLength: 1, maxLength: 2 })
  .map((all) => all as [Intent, ...Intent[]]);
const order: fc.Arbitrary<PayableOrder> = fc.record({
  number: fc.constantFrom(...NUMBERS),
  kind: fc.constant('lease' as const),
  amountFen: fc.constantFrom(0, 990, 1_990),
  sno: fc.constantFrom(undefined, 'DEV0001'),
  operatorId: fc.constantFrom(undefined, 'shop-1'),
});
const leadsTo = fc.constantFrom(
  undefined,
  { to: 'mode-menu', sno: 'DEV0001', paid: true } as const,
  { to: 'process', sno: 'DEV0001' } as const,
);
const answer = fc.constantFrom('ok', 'cancel', 'fail', 'none');
const idempotencyKey = fc.constantFrom('k1', 'k2', 'k3');
/** The intents of a purchase when its sheet opened. */
const kept = fc.constantFrom(undefined, [], [{ name: INTENTS[0], triedAt: 0 }]);
const knownNumbers = fc.constantFrom(undefined, [], ['L-9']);

const afterEvent = (purchases: readonly Purchase[], event: PurchaseEvent, now: number) =>
  new Purchases(purchases, now).after(event).all;
const ofIntent = (purchases: readonly Purchase[], name: string) => new Purchases(purchases, 0).ofIntent({ name });
const ofOrder = (purchases: readonly Purchase[], number: string) => new Purchases(purchases, 0).ofOrder({ number });

/** One arbitrary for each event type: a new event type does not compile without an entry here. */
const events: { [Type in PurchaseEventType]: fc.Arbitrary<Extract<PurchaseEvent, { type: Type }>> } = {
  intentChosen: fc.record({ type: fc.constant('intentChosen'), intent, idempotencyKey }),
  intentReleased: fc.record({ type: fc.constant('intentReleased'), intent }),
  orderSubmitted: fc.record({ type: fc.constant('orderSubmitted'), intent, idempotencyKey, knownNumbers }),
  orderNotSent: fc.record({ type: fc.constant('orderNotSent'), intent }),
  orderRefused: fc.record({ type: fc.constant('orderRefused'), intent }),
  orderCreated: fc.record({ type: fc.constant('orderCreated'), intents, order }),
  orderResumed: fc.record({ type: fc.constant('orderResumed'), intents, order }),
  orderFree: fc.record({ type: fc.constant('orderFree'), order }),
  sheetOpened: fc.record({ type: fc.constant('sheetOpened'), order, leadsTo }),
  sheetNotOpened: fc.record({ type: fc.constant('sheetNotOpened'), order, hadPayment: fc.boolean() }),
  sheetAnswered: fc.record({ type: fc.constant('sheetAnswered'), order, answer, leadsTo, intents: kept }),
  lateAnswer: fc.record({ type: fc.constant('lateAnswer'), order, answer, leadsTo, intents: kept }),
  statusUnknown: fc.record({ type: fc.constant('statusUnknown'), order, leadsTo }),
  serverSaysUnpaid: fc.record({ type: fc.constant('serverSaysUnpaid'), order }),
  serverSaysPaid: fc.record({ type: fc.constant('serverSaysPaid'), order }),
  serverSaysCancelled: fc.record({ type: fc.constant('serverSaysCancelled'), order }),
  orderForgotten: fc.record({ type: fc.constant('orderForgotten'), order }),
  usedForStart: fc.record({ type: fc.constant('usedForStart'), order }),
  timePassed: fc.constant({ type: 'timePassed' }),
};
const anyEvent: fc.Arbitrary<PurchaseEvent> = fc.oneof(...Object.values(events));

/** Milliseconds between two events. A negative pause sets the phone's clock back. */
const pause = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 30 * SECOND }) },
  { weight: 2, arbitrary: fc.constantFrom(MINUTE, 9 * MINUTE, 10 * MINUTE, DAY) },
  { weight: 1, arbitrary: fc.constantFrom(-MINUTE, -DAY) },
);
const eventSequence = fc.array(fc.tuple(anyEvent, pause), { minLength: 1, maxLength: 30 });

interface Step {
  before: readonly Purchase[];
  event: PurchaseEvent;
  after: readonly Purchase[];
  now: number;
}

/** Checks an invariant at each step of random event sequences. */
function always(hold: (step: Step) => void): void {
  fc.assert(
    fc.property(eventSequence, (steps) => {
      let now = 100 * DAY;
      let purchases: readonly Purchase[] = [];
      for (const [event, passes] of steps) {
        now += passes;
        const before = afterEvent(purchases, { type: 'timePassed' }, now);
        purchases = afterEvent(purchases, event, now);
        hold({ before, event, after: purchases, now });
      }
    }),
    { numRuns: RUNS },
  );
}

const unsettledOf = (purchases: readonly Purchase[], number: string): UnsettledPurchase | undefined => {
  const purchase = ofOrder(purchases, number);
  return isUnsettled(purchase) ? purchase : undefined;
};

const isAbout = (event: PurchaseEvent, number: string) => 'order' in event && event.order.number === number;
const serverEnds: readonly PurchaseEventType[] = ['serverSaysPaid', 'serverSaysCancelled', 'orderForgotten'];

function hold(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

describe('Purchases: invariants of the purchases of one phone', () => {
  test('No two purchases have the same intent, and no two have the same order', () => {
    always(({ after }) => {
      const names = after.flatMap((purchase) => intentsOf(purchase).map(({ name }) => name));
      const numbers = after.flatMap((purchase) => orderOf(purchase)?.number ?? []);
      hold(new Set(names).size === names.length, `two purchases have the same intent: ${names.join(', ')}`);
      hold(new Set(numbers).size === numbers.length, `two purchases have the same order: ${numbers.join(', ')}`);
    });
  });

  test('An order becomes paid only where the server says so, or asks nothing for it', () => {
    always(({ before, event, after }) => {
      for (const number of NUMBERS) {
        const becomesPaid = ofOrder(after, number)?.state === 'paid' && ofOrder(before, number)?.state !== 'paid';
        hold(
          !becomesPaid || (['serverSaysPaid', 'orderFree'].includes(event.type) && isAbout(event, number)),
          `${number} is paid by ${event.type}`,
        );
      }
    });
  });

  test('An unsettled payment ends only when the server settles or no longer finds the order, or reports a cancelled or failed payment as unpaid, or if no sheet opened', () => {
    always(({ before, event, after }) => {
      for (const number of NUMBERS) {
        const open = unsettledOf(before, number);
        if (!open || unsettledOf(after, number)) continue;
        const isCalledOff =
          (event.type === 'serverSaysUnpaid' &&
            open.state === 'unconfirmed' &&
            (open.answer === 'cancel' || open.answer === 'fail')) ||
          (event.type === 'sheetNotOpened' && open.state === 'paying' && !event.hadPayment);
        hold(
          isAbout(event, number) && (serverEnds.includes(event.type) || isCalledOff),
          `the payment of ${number} ends by ${event.type}`,
        );
      }
    });
  });

  test('A payment without a server response expires after one day and not before', () => {
    const opened = afterEvent([], { type: 'sheetOpened', order: { number: 'L-1', kind: 'lease', amountFen: 1 } }, 0);
    expect(unsettledOf(afterEvent(opened, { type: 'timePassed' }, DAY - 1), 'L-1')).toBeDefined();
    expect(afterEvent(opened, { type: 'timePassed' }, DAY)).toEqual([]);
  });

  test('An ok from the payment sheet counts for a day unless the server settles the order', () => {
    always(({ before, event, after, now }) => {
      for (const number of NUMBERS) {
        if (paymentDoubt(ofOrder(before, number), now) !== 'said-paid') continue;
        const isServersWord = isAbout(event, number) && serverEnds.includes(event.type);
        hold(
          (paymentDoubt(ofOrder(after, number), now) === 'said-paid') !== isServersWord,
          `${event.type} changes the reported payment of ${number}`,
        );
      }
    });
  });

  test('A submitted order with an unknown outcome keeps its idempotency key until an event of its intent ends it', () => {
    const ends: readonly PurchaseEventType[] = [
      'orderCreated',
      'orderResumed',
      'orderRefused',
      'orderNotSent',
      'orderSubmitted',
      'intentReleased',
    ];
    always(({ before, event, after }) => {
      for (const name of INTENTS) {
        const submitted = ofIntent(before, name);
        if (submitted?.state !== 'submitted') continue;
        const now = ofIntent(after, name);
        const isKept = now?.state === 'submitted' && now.idempotencyKey === submitted.idempotencyKey;
        hold(isKept || ends.includes(event.type), `${event.type} ends a submitted order`);
      }
    });
  });

  test('An intent that has an order is never submitted a second time', () => {
    always(({ before, event, after }) => {
      for (const name of INTENTS) {
        const number = orderOf(ofIntent(before, name) ?? NO_PURCHASE)?.number;
        if (number === undefined || ofIntent(after, name)?.state !== 'submitted') continue;
        hold(false, `${event.type} submits ${name} although it has the order ${number}`);
      }
    });
  });

  test('An event of a payment sheet never removes the amount, the device or the operator of an order', () => {
    const sheets: readonly PurchaseEventType[] = [
      'sheetOpened',
      'sheetAnswered',
      'lateAnswer',
      'statusUnknown',
      'serverSaysPaid',
    ];
    always(({ before, event, after }) => {
      if (!('order' in event) || !sheets.includes(event.type)) return;
      const [known, now] = [before, after].map((all) => orderOf(ofOrder(all, event.order.number) ?? NO_PURCHASE));
      if (!known) return;
      hold(now !== undefined && (!known.amountFen || Boolean(now.amountFen)), 'an amount is lost');
      hold(
        (known.sno === undefined || now?.sno !== undefined) &&
          (known.operatorId === undefined || now?.operatorId !== undefined),
        'a device or an operator is lost',
      );
    });
  });

  test('No recorded timestamp is later than the current time', () => {
    always(({ after, now }) => {
      const instants = after.flatMap((purchase) => [
        ...intentsOf(purchase).map(({ triedAt }) => triedAt),
        ...(isUnsettled(purchase) ? [purchase.at] : []),
      ]);
      hold(
        instants.every((instant) => instant <= now),
        'a timestamp is in the future',
      );
    });
  });

  test('The storage returns the purchases as they were written', () => {
    const storage = new FakeAppStorage();
    const scope = new AccountScope(storage);
    const [open, paid] = [storedOpenPurchases(scope), storedPaidPurchases(scope)];
    always(({ after }) => {
      const [unpaid, settled] = [
        after.filter((purchase) => purchase.state !== 'paid'),
        after.filter((purchase) => purchase.state === 'paid'),
      ];
      open.set(unpaid);
      paid.set(settled);
      expect([open.get(), paid.get()]).toEqual([unpaid, settled]);
    });
  });
});

describe('TRANSITIONS', () => {
  const cells = Object.entries(TRANSITIONS).flatMap(([type, row]) =>
    Object.entries(row).map(
      ([state, { to }]) => [type, state, to] as [PurchaseEventType, RecordState, readonly RecordState[]],
    ),
  );
  const instant = fc.integer({ min: -2 * DAY, max: DAY / 2 });
  const named = fc.uniqueArray(fc.record({ name: fc.constantFrom(...INTENTS), triedAt: instant }), {
    selector: ({ name }) => name,
    maxLength: 2,
  });
  const atLeastOne = named.filter((list) => list.length > 0);
  const unplaced = { intents: atLeastOne, idempotencyKey, knownNumbers };
  const payment = { order, intents: named, at: instant, leadsTo };
  const records: { [State in RecordState]: fc.Arbitrary<Extract<Purchase, { state: State }> | undefined> } = {
    none: fc.constant(undefined),
    draft: fc.record({ state: fc.constant('draft'), ...unplaced }),
    submitted: fc.record({ state: fc.constant('submitted'), ...unplaced }),
    ordered: fc.record({ state: fc.constant('ordered'), order, intents: atLeastOne }),
    paying: fc.record({ state: fc.constant('paying'), ...payment }),
    unconfirmed: fc.record({ state: fc.constant('unconfirmed'), ...payment, answer }),
    paid: fc.record({ state: fc.constant('paid'), order }),
  };

  test.each(cells)(
    'The event %s leads from the state "%s" to exactly the states in its table row',
    (type, state, to) => {
      const attempts = fc.tuple(
        records[state],
        events[type] as fc.Arbitrary<PurchaseEvent>,
        fc.constantFrom(-DAY, 0, DAY),
      );
      const reached = new Set(
        fc
          .sample(attempts, { numRuns: 300, seed: 1 })
          .map(([record, event, now]) => transition(record, event, now)?.state ?? 'none'),
      );
      reached.delete(state);
      expect([...reached].toSorted()).toEqual(to.filter((each) => each !== state).toSorted());
    },
  );

  test('A second timePassed event at the same time does not change a record, so the app does not write it again', () => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(records)), fc.constantFrom(-DAY, 0, DAY), (record, now) => {
        const once = transition(record, { type: 'timePassed' }, now);
        return transition(once, { type: 'timePassed' }, now) === once;
      }),
    );
  });
});
