import { describe, expect, test } from 'vitest';
import { PayOrder } from '../../../src/core/checkout/pay-order.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import { problemOf, within } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';
import { anOrder as order, anotherOrder as other, withAnOrder } from '../../helpers/fake-order-server.ts';
import { aSheet } from '../../helpers/wire.ts';

type Money = 'moved' | 'not moved' | 'unknown';

const cells: [PaymentAnswer, Money, object, object][] = [
  [{ result: 'ok' }, 'moved', { kind: 'confirming' }, { kind: 'paid' }],
  [{ result: 'ok' }, 'not moved', { kind: 'confirming' }, { kind: 'confirming' }],
  [{ result: 'ok' }, 'unknown', { kind: 'confirming' }, { kind: 'confirming' }],
  [{ result: 'cancel' }, 'moved', { kind: 'paid' }, { kind: 'paid' }],
  [{ result: 'cancel' }, 'not moved', { kind: 'cancelled' }, { kind: 'confirming' }],
  [{ result: 'cancel' }, 'unknown', { kind: 'confirming' }, { kind: 'confirming' }],
  [{ result: 'fail', message: '余额不足' }, 'moved', { kind: 'paid' }, { kind: 'paid' }],
  [
    { result: 'fail', message: '余额不足' },
    'not moved',
    { kind: 'failed', message: '余额不足' },
    { kind: 'confirming' },
  ],
  [{ result: 'fail', message: '余额不足' }, 'unknown', { kind: 'confirming' }, { kind: 'confirming' }],
  [{ result: 'none' }, 'moved', { kind: 'confirming' }, { kind: 'paid' }],
  [{ result: 'none' }, 'not moved', { kind: 'confirming' }, { kind: 'confirming' }],
  [{ result: 'none' }, 'unknown', { kind: 'confirming' }, { kind: 'confirming' }],
];

describe('what is told of a payment is what the server says', () => {
  test.each(cells)('the customer’s side says %j and the money has %s', async (answer, money, told, confirmed) => {
    const core = withAnOrder();
    core.bridge.answers(() => {
      if (money === 'moved') core.orderServer.moneyMoves();
      if (money === 'unknown') core.orderServer.isUnreachable();
      return answer;
    });
    expect(await core.paying.pay(order)).toEqual(told);
    expect(await within(core, 10_000, core.confirming.confirm(order))).toEqual(confirmed);
    expect(core.http.requests(prePay)).toHaveLength(1);
  });

  test.each(cells.filter(([, money]) => money === 'unknown'))(
    'after %j with the server out of reach no second payment is opened',
    async (answer) => {
      const core = withAnOrder();
      core.bridge.answers(() => (core.orderServer.isUnreachable(), answer));
      await core.paying.pay(order);
      expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
      expect(await core.reopened().get(PayOrder).pay(order)).toEqual({ kind: 'confirming' });
      expect([core.http.requests(prePay).length, core.bridge.asked.length]).toEqual([1, 1]);
      core.orderServer.moneyMoves();
      core.orderServer.isReachable();
      expect(await core.paying.pay(order)).toEqual({ kind: 'paid' });
      expect(core.records.unsettled()[0]).toBeUndefined();
    },
  );

  test('an order that the server has closed is told as cancelled', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' });
    await core.paying.pay(order);
    core.orderServer.cancelsAll();
    expect(await core.confirming.confirm(order)).toEqual({ kind: 'cancelled' });
    expect(core.records.unsettled()[0]).toBeUndefined();
    expect(core.records.unusedPaidOrder('DEV0001', undefined)).toBeUndefined();
  });
});

describe('a second payment', () => {
  test('is not opened while the first one is, however often it is asked for', async () => {
    const core = withAnOrder();
    core.bridge.answers(() => core.clock.sleep(5_000).then(() => ({ result: 'ok' })));
    const taps = Promise.all(Array.from({ length: 5 }, () => core.paying.pay(order)));
    expect(await within(core, 5_000, taps)).toEqual(Array.from({ length: 5 }, () => ({ kind: 'confirming' })));
    expect([core.http.requests(prePay).length, core.bridge.asked.length]).toEqual([1, 1]);
  });

  test('is not opened for ten minutes after an ok that the server has not seen', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' }, { result: 'ok' });
    await core.paying.pay(order);
    await core.clock.advance(9 * 60_000);
    expect(await core.reopened().get(PayOrder).pay(order)).toEqual({ kind: 'confirming' });
    expect(core.bridge.asked).toHaveLength(1);
    await core.clock.advance(60_000);
    await core.paying.pay(order);
    expect(core.bridge.asked).toHaveLength(2);
  });

  test('after no answer at all opens the same sheet again, which can be paid once only', async () => {
    const core = withAnOrder();
    core.http.reply(prePay, { ...aSheet, package: 'first' }, { ...aSheet, package: 'second' });
    core.bridge.answers({ result: 'none' }, { result: 'cancel' }, { result: 'ok' });
    for (let times = 0; times < 3; times += 1) await core.paying.pay(order);
    expect(core.bridge.asked.map(({ sheet }) => sheet?.package)).toEqual(['first', 'first', 'second']);
  });

  test('of an order in doubt is not opened, although another order was paid meanwhile', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' }, { result: 'cancel' });
    await core.paying.pay(order);
    await core.paying.pay(other);
    expect(await core.reopened().get(PayOrder).pay(order)).toEqual({ kind: 'confirming' });
    expect(core.bridge.asked.map(({ order: { number } }) => number)).toEqual(['L-1', 'L-2']);
    expect(core.records.unsettled()[0]).toMatchObject({ order: { number: 'L-1' } });
    core.orderServer.moneyMoves();
    expect(await core.confirming.confirm(order)).toEqual({ kind: 'paid' });
    expect(core.records.unsettled()[0]).toBeUndefined();
  });

  test('of another order waits for the first, and neither is told the other’s end', async () => {
    const core = withAnOrder();
    core.bridge.answers(
      () => core.clock.sleep(20_000).then(() => ({ result: 'cancel' })),
      () => (core.orderServer.moneyMoves(), { result: 'fail' }),
    );
    const both = Promise.all([core.paying.pay(order), core.paying.pay(other)]);
    await core.clock.advance(10_000);
    expect(core.bridge.asked.map(({ order: { number } }) => number)).toEqual(['L-1']);
    expect(await within(core, 10_000, both)).toEqual([{ kind: 'cancelled' }, { kind: 'paid' }]);
  });

  test('of another order is opened although the first could not be', async () => {
    const core = withAnOrder();
    core.bridge.answers(new Problem('bridge'), { result: 'ok' });
    const first = problemOf(core.paying.pay(order));
    const second = core.paying.pay(other);
    expect(await first).toMatchObject({ code: 'bridge' });
    expect(await second).toEqual({ kind: 'confirming' });
  });
});

describe('a server that does not say how an order stands', () => {
  const silent = () => {
    const core = withAnOrder();
    const hang = () => core.http.reply(getLeaseOrder, () => new Promise<never>(() => {}));
    return { ...core, hang };
  };

  test.each(['cancel', 'fail'] as const)(
    'keeps nobody waiting longer than 5 s after %s: the payment is being confirmed',
    async (result) => {
      const core = silent();
      core.bridge.answers(() => (core.hang(), { result }));
      expect(await within(core, 5_000, core.paying.pay(order))).toEqual({ kind: 'confirming' });
      expect(core.records.unsettled()[0]).toMatchObject({ answer: result });
      expect(core.clock.pending).toBe(0);
    },
  );

  test('keeps nobody waiting longer than that who pays again, and opens no second payment', async () => {
    const core = silent();
    core.bridge.answers({ result: 'none' });
    await core.paying.pay(order);
    core.hang();
    expect(await within(core, 5_000, core.paying.pay(order))).toEqual({ kind: 'confirming' });
    expect(core.bridge.asked).toHaveLength(1);
  });
});

describe('preparing a payment', () => {
  const keysOf = (core: ReturnType<typeof withAnOrder>) =>
    core.http.requests(prePay).map(({ headers }) => headers['Idempotency-Key']);

  test('whose answer was lost is asked for again with the same key', async () => {
    const core = withAnOrder({ idempotencyHeader: 'Idempotency-Key' });
    core.http.reply(prePay, new Problem('timeout'), aSheet);
    core.bridge.answers({ result: 'ok' }, { result: 'ok' });
    expect(await problemOf(core.paying.pay(order))).toMatchObject({ code: 'timeout' });
    await core.paying.pay(order);
    const [first, second] = keysOf(core);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  test('that was refused, or ended, is a new one with a new key', async () => {
    const core = withAnOrder({ idempotencyHeader: 'Idempotency-Key' });
    core.http.reply(prePay, refused('1'), aSheet);
    core.bridge.answers({ result: 'ok' }, { result: 'cancel' }, { result: 'ok' });
    await problemOf(core.paying.pay(order));
    await core.paying.pay(order);
    await core.paying.pay(order);
    expect(new Set(keysOf(core)).size).toBe(3);
  });

  test('does not happen where the order is handed over to the customer', async () => {
    const core = withAnOrder();
    core.bridge.pay = async () => ({ result: 'none' });
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.http.requests(prePay)).toEqual([]);
  });

  test('that is impossible here leaves no payment open', async () => {
    const core = withAnOrder();
    core.bridge.answers(new Problem('bridge'));
    expect(await problemOf(core.paying.pay(order))).toMatchObject({ code: 'bridge' });
    expect(core.records.unsettled()[0]).toBeUndefined();
  });
});
