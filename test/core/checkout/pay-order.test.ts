import { describe, expect, test } from 'vitest';
import { CancelOrder } from '../../../src/core/checkout/cancel-order.ts';
import { PayOrder } from '../../../src/core/checkout/pay/pay-order.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { DAY } from '../../../src/core/basics/time.ts';
import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import { problemOf, within, type TestApp } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';
import {
  anOrder as order,
  anotherOrder as other,
  withAnOrder,
  withOrderServer,
} from '../../helpers/fake-order-server.ts';
import { sevenDays } from '../../helpers/plans.ts';
import { aLeaseOrder, aSheet } from '../../helpers/wire.ts';

/** The payments whose sheet has opened. */
const opened = ({ bridge }: TestApp) => bridge.asked.filter(({ sheet }) => sheet !== undefined);

type Money = 'moved' | 'not moved' | 'unknown';

const cells: [PaymentAnswer, Money, object, object][] = [
  [{ result: 'ok' }, 'moved', { kind: 'confirming' }, { kind: 'paid' }],
  [{ result: 'ok' }, 'not moved', { kind: 'confirming' }, { kind: 'confirming' }],
  [{ result: 'ok' }, 'unknown', { kind: 'confirming' }, { kind: 'confirming' }],
  [{ result: 'cancel' }, 'moved', { kind: 'paid' }, { kind: 'paid' }],
  [{ result: 'cancel' }, 'not moved', { kind: 'cancelled', by: 'customer' }, { kind: 'confirming' }],
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

describe('PayOrder and ConfirmPayment: outcome', () => {
  test.each(cells)(
    'The outcome follows the server if the payment sheet returns %j and the money is "%s"',
    async (answer, money, outcome, confirmed) => {
      const core = withAnOrder();
      core.bridge.answers(() => {
        if (money === 'moved') core.orderServer.moneyMoves();
        if (money === 'unknown') core.orderServer.isUnreachable();
        return answer;
      });
      expect(await core.paying.pay(order)).toEqual(outcome);
      expect(await within(core, 10_000, core.confirming.pollUntilSettled(order))).toEqual(confirmed);
      expect(core.http.requests(prePay)).toHaveLength(1);
    },
  );
});

describe('PayOrder: a second payment', () => {
  test('No second payment is opened, and nothing is cancelled, for a day after an ok that the server has not confirmed', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' }, { result: 'ok' });
    await core.paying.pay(order);
    await core.clock.advance(9 * 60_000);
    expect(await core.reopened().get(PayOrder).pay(order)).toEqual({ kind: 'confirming' });
    expect(core.bridge.asked).toHaveLength(1);
    await core.clock.advance(20 * 60_000);
    expect(await core.reopened().get(PayOrder).pay(order)).toEqual({ kind: 'confirming' });
    expect(
      await core
        .reopened()
        .get(CancelOrder)
        .cancel({ ...order, state: 'to-pay' }),
    ).toEqual({ kind: 'in-doubt' });
    expect(core.bridge.asked).toHaveLength(1);
    await core.clock.advance(DAY);
    await core.paying.pay(order);
    expect(core.bridge.asked).toHaveLength(2);
  });

  test('A payment whose sheet returned no result reuses the same prepay parameters, which can be paid only once', async () => {
    const core = withAnOrder();
    core.http.reply(prePay, { ...aSheet, package: 'first' }, { ...aSheet, package: 'second' });
    core.bridge.answers({ result: 'none' }, { result: 'cancel' }, { result: 'ok' });
    for (let times = 0; times < 3; times += 1) await core.paying.pay(order);
    expect(core.bridge.asked.map(({ sheet }) => sheet?.package)).toEqual(['first', 'first', 'second']);
  });

  test('The payment of another order waits for the first, and each returns its own outcome', async () => {
    const core = withAnOrder();
    core.bridge.answers(
      () => core.clock.sleep(20_000).then(() => ({ result: 'cancel' })),
      () => (core.orderServer.moneyMoves(), { result: 'fail' }),
    );
    const both = Promise.all([core.paying.pay(order), core.paying.pay(other)]);
    await core.clock.advance(10_000);
    expect(core.bridge.asked.map(({ order: { number } }) => number)).toEqual(['L-1']);
    expect(await within(core, 10_000, both)).toEqual([{ kind: 'cancelled', by: 'customer' }, { kind: 'paid' }]);
  });

  test('A sheet that cannot open after the order was prepared leaves no unsettled payment', async () => {
    const core = withAnOrder();
    core.bridge.answers(() => Promise.reject(new Problem('bridge')));
    expect(await problemOf(core.paying.pay(order))).toMatchObject({ code: 'bridge' });
    expect(core.http.requests(prePay)).toHaveLength(1);
    expect(core.records.purchases().unsettled()).toEqual([]);
  });

  test('A sheet that cannot open again leaves the earlier payment of the order unsettled', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' }, () => Promise.reject(new Problem('bridge')));
    await core.paying.pay(order);
    expect(await problemOf(core.paying.pay(order))).toMatchObject({ code: 'bridge' });
    expect(core.records.purchases().unsettled()).toMatchObject([{ order: { number: 'L-1' } }]);
  });
});

describe('PayOrder and CancelOrder: an order that was paid back', () => {
  test.each([
    ['退款中', 1],
    ['已退款', 1],
    ['已退款', 7],
  ])(
    'An order that the server calls %s (%i) is neither paid nor cancelled, and both say that word',
    async (status, statusCode) => {
      const core = withAnOrder();
      core.orderServer.says({ status, statusDesc: status, statusCode });
      expect(await core.paying.pay(order, { reported: 'unknown' })).toEqual({ kind: 'paid', refunded: status });
      expect(await core.paying.pay(order)).toEqual({ kind: 'paid', refunded: status });
      expect(await core.get(CancelOrder).cancel({ ...order, state: 'to-pay' })).toEqual({
        kind: 'refunded',
        word: status,
      });
      expect([core.bridge.asked, core.records.purchases().unsettled()]).toEqual([[], []]);
    },
  );
});

describe('PayOrder and CancelOrder: an order with a word about a refund that no table has', () => {
  test.each([1, 5, -1])(
    'An order that the server calls 已全额退款 (%i) is neither paid again, cancelled, nor called paid, also if it was paid here',
    async (statusCode) => {
      const core = withAnOrder();
      core.orderServer.says({ status: '已全额退款', statusDesc: '已全额退款', statusCode });
      expect(await core.paying.pay(order, { reported: 'unknown' })).toEqual({ kind: 'confirming' });
      expect(await core.get(CancelOrder).cancel({ ...order, state: 'to-pay' })).toEqual({ kind: 'unknown' });
      core.records.record({ type: 'serverSaysPaid', order });
      expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
      expect(core.bridge.asked).toEqual([]);
    },
  );
});

describe('PayOrder: a server that does not respond', () => {
  const silent = () => {
    const core = withAnOrder();
    const hang = () => core.http.reply(getLeaseOrder, () => new Promise<never>(() => {}));
    return { ...core, hang };
  };

  test.each(['cancel', 'fail'] as const)(
    'If the server does not respond after the result "%s", the payment is unconfirmed within 5 s',
    async (result) => {
      const core = silent();
      core.bridge.answers(() => (core.hang(), { result }));
      expect(await within(core, 5_000, core.paying.pay(order))).toEqual({ kind: 'confirming' });
      expect(core.records.purchases().unsettled()[0]).toMatchObject({ answer: result });
      expect(core.clock.pending).toBe(0);
    },
  );
});

describe('PayOrder: prepay request', () => {
  const keysOf = (core: ReturnType<typeof withAnOrder>) =>
    core.http.requests(prePay).map(({ headers }) => headers['Idempotency-Key']);

  test('A prepay request whose response was lost is retried with the same idempotency key', async () => {
    const core = withAnOrder({ idempotencyHeader: 'Idempotency-Key' });
    core.http.reply(prePay, new Problem('timeout'), aSheet);
    core.bridge.answers({ result: 'ok' }, { result: 'ok' });
    expect(await problemOf(core.paying.pay(order))).toMatchObject({ code: 'timeout' });
    await core.paying.pay(order);
    const [first, second] = keysOf(core);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  test('A prepay request after a refused or completed one has a new idempotency key', async () => {
    const core = withAnOrder({ idempotencyHeader: 'Idempotency-Key' });
    core.http.reply(prePay, refused('1'), aSheet);
    core.bridge.answers({ result: 'ok' }, { result: 'cancel' }, { result: 'ok' });
    await problemOf(core.paying.pay(order));
    await core.paying.pay(order);
    await core.paying.pay(order);
    expect(new Set(keysOf(core)).size).toBe(3);
  });
});

describe('PayOrder: an order that was paid back', () => {
  // The phone knows of the refund, and the server does not answer the next query, or answers it with an unknown word.
  test('An order that this phone knows to be paid back is not called paid while the server does not say so', async () => {
    const core = withAnOrder();
    core.records.record({ type: 'serverSaysPaid', order, refunded: true });
    core.http.reply(
      getLeaseOrder,
      new Problem('timeout'),
      aLeaseOrder({ orderNo: 'L-1', status: '审核中', statusCode: 9 }),
    );
    expect(await problemOf(core.paying.pay(order))).toMatchObject({ code: 'timeout' });
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
  });

  // The page waits for its sheet; another page of the phone has read that the order was paid, before the shop paid it back.
  test('A page whose sheet answers late asks the server before it calls an order paid', async () => {
    const core = withAnOrder();
    core.bridge.answers(() => {
      core.records.record({ type: 'serverSaysPaid', order });
      core.orderServer.says({ statusCode: 5, status: '已退款' });
      return { result: 'none' };
    });
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(await core.confirming.pollUntilSettled(order)).toEqual({ kind: 'paid', refunded: '已退款' });
  });

  test('An order that is paid back while its payment is prepared opens no sheet, and is called neither paid nor to be paid', async () => {
    const core = withAnOrder();
    core.http.reply(prePay, () => {
      core.records.record({ type: 'serverSaysPaid', order, refunded: true });
      return aSheet;
    });
    core.bridge.answers({ result: 'ok' });
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.bridge.asked.map(({ sheet }) => sheet)).toEqual([undefined]);
  });
});

describe('PayOrder: the amount', () => {
  // The customer taps 去支付 in the order list, and the server cannot be asked whether the shown amount still holds.
  test('No payment sheet opens while the server cannot confirm the amount, and the next tap pays', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    core.http.reply(getLeaseOrder, new Problem('timeout'));
    expect(await problemOf(core.paying.pay(order))).toMatchObject({ code: 'timeout' });
    expect([core.http.requests(prePay), core.bridge.asked]).toEqual([[], []]);
    expect(core.records.purchases().unsettled()).toEqual([]);
    core.orderServer.isReachable();
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(opened(core)).toHaveLength(1);
  });

  // The sheet of an order ends without an answer, and the shop changes the amount. The customer rents again: the
  // server names a status that the app does not know, and a moment later reports the order as unpaid.
  test('A customer who rents again pays no amount that the screen did not show, even if the status of the order was unknown at first', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'none' }, { result: 'ok' });
    await core.renting.rent(sevenDays, {});
    const dearer = { orderNo: 'L-100', payMoney: '29.90' };
    core.http.reply(
      getLeaseOrder,
      aLeaseOrder({ ...dearer, status: '审核中', statusCode: 9 }),
      aLeaseOrder({ ...dearer }),
    );
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({
      kind: 'price-changed',
      order: { number: 'L-100', amountFen: 2990 },
      planFen: 1990,
    });
    expect(opened(core)).toMatchObject([{ order: { amountFen: 1990 } }]);
  });

  // The customer leaves while the sheet is prepared. The shop changes the amount, and the customer accepts the new one.
  test('A payment that was prepared at another amount is prepared again at the amount that the customer accepted', async () => {
    const core = withOrderServer();
    const screen = new AbortController();
    core.http.reply(prePay, () => (screen.abort(), { ...aSheet, package: 'for 19.90' }), {
      ...aSheet,
      package: 'for 29.90',
    });
    core.bridge.answers({ result: 'ok' }, { result: 'ok' });
    await core.renting.rent(sevenDays, {}, { signal: screen.signal });
    core.orderServer.says({ payMoney: '29.90' });
    await core.renting.rent(sevenDays, {}, { agreedFen: 2990 });
    expect(opened(core)).toMatchObject([
      { order: { number: 'L-100', amountFen: 2990 }, sheet: { package: 'for 29.90' } },
    ]);
  });
});
