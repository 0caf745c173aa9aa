import { describe, expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { DAY, MINUTE } from '../../../src/core/basics/time.ts';
import { choose } from '../../helpers/choose.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { anOrder, anotherOrder } from '../../helpers/fake-order-server.ts';

const INTENTS = ['a week', 'a month', 'ten uses'];

function threeIntents() {
  const core = createTestApp();
  const records = core.get(CheckoutRecords);
  const [week, month, uses] = INTENTS.map((name) => choose(records, name));
  records.record({ type: 'orderCreated', intents: [{ name: 'a week' }], order: anOrder });
  records.record({ type: 'orderCreated', intents: [{ name: 'a month' }], order: anotherOrder });
  return { ...core, records, week, month, uses, paidAt: core.clock.now() };
}

describe('CheckoutRecords', () => {
  test('The claimed numbers of an intent are the order numbers of all other intents', () => {
    const { records } = threeIntents();
    expect(INTENTS.map((name) => records.purchases().numbersOfOthers({ name }).toSorted())).toEqual([
      ['L-2'],
      ['L-1'],
      ['L-1', 'L-2'],
    ]);
  });

  test('An order whose price differs from its plan fulfils the intents of both prices, and both end with it', () => {
    const { records } = threeIntents();
    records.record({
      type: 'orderCreated',
      intents: [{ name: 'ten uses' }, { name: 'ten uses at another price' }],
      order: { ...anOrder, number: 'L-3' },
    });
    expect(records.purchases().ofIntent({ name: 'ten uses at another price' })).toMatchObject({
      order: { number: 'L-3' },
    });
    records.record({ type: 'serverSaysCancelled', order: { number: 'L-3' } });
    expect([
      records.purchases().ofIntent({ name: 'ten uses' }),
      records.purchases().ofIntent({ name: 'ten uses at another price' }),
    ]).toEqual([undefined, undefined]);
  });

  test('A paid order serves one start: a lease on its device, a card order on any device of its operator', () => {
    const { records, paidAt } = threeIntents();
    records.record({ type: 'serverSaysPaid', order: anOrder, paidAt });
    expect(records.purchases().unusedPaidOrder('dev0001', undefined)).toEqual(anOrder);
    expect(records.purchases().unusedPaidOrder('DEV0002', 'shop-1')).toBeUndefined();
    records.record({
      type: 'serverSaysPaid',
      paidAt,
      order: { kind: 'card', number: 'C-1', amountFen: 1, operatorId: 'shop-1' },
    });
    expect(records.purchases().unusedPaidOrder('DEV0002', 'shop-2')).toBeUndefined();
    expect(records.purchases().unusedPaidOrder('DEV0002', 'shop-1')).toMatchObject({ number: 'C-1' });
    records.record({ type: 'usedForStart', order: { number: 'C-1' } });
    expect(records.purchases().unusedPaidOrder('DEV0002', 'shop-1')).toBeUndefined();
    expect(records.purchases().unusedPaidOrder('DEV0001', 'shop-1')).toMatchObject({ number: 'L-1' });
    records.record({ type: 'usedForStart', order: anOrder });
    expect(records.purchases().unusedPaidOrder('DEV0001', 'shop-1')).toBeUndefined();
  });

  test('An unused order counts as just paid for a day, and not at all if nobody knows when it was paid', async () => {
    const { records, clock, paidAt } = threeIntents();
    records.record({ type: 'serverSaysPaid', order: anOrder });
    expect(records.purchases().unusedPaidOrder('DEV0001', 'shop-1')).toBeUndefined();
    const order = { ...anOrder, number: 'L-2' };
    records.record({ type: 'serverSaysPaid', order, paidAt });
    await clock.advance(DAY - 1);
    expect(records.purchases().unusedPaidOrder('DEV0001', 'shop-1')).toEqual(order);
    await clock.advance(1);
    expect(records.purchases().unusedPaidOrder('DEV0001', 'shop-1')).toBeUndefined();
  });

  test('A payment of this phone was made when its sheet was last open, if the server does not say when', async () => {
    const { records, clock } = threeIntents();
    records.record({ type: 'sheetAnswered', order: anOrder, answer: 'ok' });
    await clock.advance(DAY - 1);
    records.record({ type: 'serverSaysPaid', order: anOrder });
    expect(records.purchases().unusedPaidOrder('DEV0001', 'shop-1')).toMatchObject({ number: anOrder.number });
    await clock.advance(1);
    expect(records.purchases().unusedPaidOrder('DEV0001', 'shop-1')).toBeUndefined();
  });

  test('A payment that its sheet called paid and that nothing confirms within a day is not forgotten, whatever happens first after that day', async () => {
    const { records, clock } = threeIntents();
    records.record({ type: 'sheetAnswered', order: anOrder, answer: 'ok' });
    await clock.advance(DAY);
    records.record({ type: 'sheetOpened', order: anotherOrder });
    expect(records.lapsed()).toMatchObject([{ order: anOrder, reason: 'unconfirmed' }]);
  });

  test('A phone keeps only the twenty purchases that were paid last', () => {
    const { records, scope } = threeIntents();
    for (let number = 0; number < 30; number += 1)
      records.record({ type: 'serverSaysPaid', order: { ...anOrder, number: `L-${number}` } });
    expect(JSON.parse(scope.read('account', 'paidPurchases') ?? '')).toHaveLength(20);
    expect([
      records.purchases().ofOrder({ number: 'L-29' })?.state,
      records.purchases().ofOrder({ number: 'L-9' })?.state,
    ]).toEqual(['paid', undefined]);
  });

  test.each([-60, 60])(
    'A clock that is corrected by %i minutes neither ends nor extends what counts from a request or a payment of this page',
    async (minutes) => {
      const core = createTestApp();
      const records = core.get(CheckoutRecords);
      const intent = { name: 'a week' };
      records.record({ type: 'orderSubmitted', intent, idempotencyKey: 'k' });
      records.record({ type: 'sheetOpened', order: anotherOrder });
      await core.clock.advance(9 * MINUTE);
      core.clock.corrects(minutes * MINUTE);
      const known = () => [records.purchases().ofIntent(intent)?.state, records.purchases().doubtAbout(anotherOrder)];
      expect(known()).toEqual(['submitted', 'unanswered']);
      await core.clock.advance(MINUTE);
      expect(known()).toEqual([undefined, 'none']);
    },
  );

  test('Of two pages whose clock went ahead and is set back, one moves the request that one of them has sent', async () => {
    const core = createTestApp();
    const records = core.get(CheckoutRecords);
    core.anotherTab().get(CheckoutRecords);
    const intent = { name: 'a week' };
    await core.clock.suspend(60 * MINUTE);
    records.record({ type: 'orderSubmitted', intent, idempotencyKey: 'k' });
    await core.clock.advance(9 * MINUTE);
    core.clock.corrects(-60 * MINUTE);
    expect(records.purchases().ofIntent(intent)?.state).toBe('submitted');
    await core.clock.advance(MINUTE);
    expect(records.purchases().ofIntent(intent)).toBeUndefined();
  });
});
