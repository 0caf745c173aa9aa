import { describe, expect, test } from 'vitest';
import { CancelOrder } from '../../../src/core/checkout/cancel-order.ts';
import { cancelLeaseOrder, getLeaseOrder, listCardOrders } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { within } from '../../helpers/create-test-app.ts';
import { aCardOrder, aLeaseOrder, aPage } from '../../helpers/wire.ts';
import { anOrder as order, withAnOrder } from '../../helpers/fake-order-server.ts';

const card = { kind: 'card', number: 'C-1', amountFen: 9900, operatorId: 'shop-1' } as const;

/** The server reports the order as paid after `ms` milliseconds. */
function answersAfter({ http, clock, orderServer }: ReturnType<typeof withAnOrder>, ms: number): void {
  http.reply(getLeaseOrder, async () => {
    await clock.sleep(ms);
    return { ...orderServer.orders[0], status: '支付完成', statusCode: 5 };
  });
}

describe('PayOrder: order query after the sheet', () => {
  test.each(['cancel', 'fail'] as const)(
    'A paid response that takes four seconds after the result "%s" settles the payment',
    async (result) => {
      const core = withAnOrder();
      core.bridge.answers(() => {
        answersAfter(core, 4_000);
        return { result };
      });
      expect(await within(core, 4_000, core.paying.pay(order))).toEqual({ kind: 'paid' });
    },
  );

  test('A card order that the server does not list leaves its payment unconfirmed', async () => {
    const core = withAnOrder();
    core.orderServer.orders.push(aCardOrder({ chargeOrderNo: 'C-1' }));
    core.bridge.answers(() => {
      core.http.reply(listCardOrders, aPage());
      return { result: 'cancel' };
    });
    expect(await core.paying.pay(card)).toEqual({ kind: 'confirming' });
    expect(core.records.purchases().unsettled()[0]).toMatchObject({ order: { number: 'C-1' }, answer: 'cancel' });
  });
});

describe('ConfirmPayment', () => {
  test('Confirming polls for as many tries as requested', async () => {
    const core = withAnOrder();
    const confirming = core.confirming.pollUntilSettled(order, { tries: 30, everyMs: 10_000 });
    await core.clock.advance(285_000);
    core.orderServer.moneyMoves();
    expect(await within(core, 5_000, confirming)).toEqual({ kind: 'paid' });
  });
});

describe('ConfirmPayment: an answer that is older than the payment', () => {
  // The order is queried before the customer pays. The sheet then says "fail", and the answer arrives.
  test('An order that was called unpaid before its sheet answered is asked about again', async () => {
    const core = withAnOrder();
    let respond = () => {};
    const responding = new Promise<void>((resolve) => (respond = resolve));
    core.http.reply(
      getLeaseOrder,
      () => responding.then(() => aLeaseOrder({ orderNo: 'L-1' })),
      () => core.orderServer.orders[0] ?? null,
    );
    core.records.record({ type: 'sheetOpened', order });
    const confirming = core.confirming.pollUntilSettled(order);
    await core.clock.advance(1_000);
    core.orderServer.moneyMoves('L-1');
    core.records.record({ type: 'sheetAnswered', order, answer: 'fail' });
    respond();
    await core.clock.advance(2_000);
    expect(await confirming).toEqual({ kind: 'paid' });
  });

  test('An order that was called unpaid before another page recorded its cancellation is asked about again', async () => {
    const core = withAnOrder();
    let respond = () => {};
    const responding = new Promise<void>((resolve) => (respond = resolve));
    core.http.reply(
      getLeaseOrder,
      () => responding.then(() => aLeaseOrder({ orderNo: 'L-1' })),
      aLeaseOrder({ orderNo: 'L-1', statusCode: -1, status: '已取消' }),
    );
    core.records.record({ type: 'sheetOpened', order });
    const asking = core.confirming.queryOrder(order);
    await core.clock.advance(1_000);
    core.records.record({ type: 'serverSaysCancelled', order });
    respond();
    await core.clock.advance(1_000);
    expect(await asking).toMatchObject({ state: 'cancelled' });
  });

  // The shop cancels the order of a sheet that said "ok", and learns of the money while the query is under way. A rental finds it out first.
  test('An order that was called cancelled before the server reported its payment is asked about again', async () => {
    const core = withAnOrder();
    let respond = () => {};
    const responding = new Promise<void>((resolve) => (respond = resolve));
    core.http.reply(
      getLeaseOrder,
      () => responding.then(() => aLeaseOrder({ orderNo: 'L-1', statusCode: -1, status: '已取消' })),
      aLeaseOrder({ orderNo: 'L-1', statusCode: 5, status: '已退款' }),
    );
    core.records.record({ type: 'sheetAnswered', order, answer: 'ok' });
    const confirming = core.confirming.pollUntilSettled(order);
    await core.clock.advance(1_000);
    expect(await core.confirming.queryOrder(order)).toMatchObject({ statusText: '已退款' });
    respond();
    await core.clock.advance(2_000);
    expect(await confirming).toEqual({ kind: 'paid', refunded: '已退款' });
  });
});

describe('PayOrder: a payment that was opened before', () => {
  test('A caller that waited for another page does not reopen the payment within two minutes', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' }, { result: 'none' });
    await core.paying.pay(order);
    expect(await core.paying.pay(order, { waited: true })).toEqual({ kind: 'confirming' });
    expect(core.bridge.asked).toHaveLength(1);
    await core.clock.advance(120_000);
    await core.paying.pay(order, { waited: true });
    expect(core.bridge.asked).toHaveLength(2);
  });
});

describe('PayOrder: a paid order', () => {
  const paid = async () => {
    const core = withAnOrder();
    core.orderServer.moneyMoves('L-1');
    await core.confirming.pollUntilSettled(order);
    return core;
  };

  test('A paid order is not paid again if the server does not respond', async () => {
    const core = await paid();
    core.orderServer.isUnreachable();
    expect(await within(core, 5_000, core.paying.pay(order))).toEqual({ kind: 'paid' });
    expect([core.http.requests(prePay), core.bridge.asked]).toEqual([[], []]);
  });

  test('An order that was paid here is neither paid again nor cancelled within a minute, although a late answer calls it unpaid', async () => {
    const core = withAnOrder();
    core.bridge.answers(() => (core.orderServer.moneyMoves('L-1'), { result: 'ok' }), { result: 'ok' });
    await core.paying.pay(order);
    expect(await core.confirming.pollUntilSettled(order)).toEqual({ kind: 'paid' });
    core.orderServer.orders[0] = aLeaseOrder({ orderNo: 'L-1' });
    await core.clock.advance(59_000);
    expect(await core.paying.pay(order)).toEqual({ kind: 'paid' });
    expect(await core.get(CancelOrder).cancel({ ...order, state: 'to-pay' })).toEqual({ kind: 'paid' });
    expect([core.http.requests(prePay).length, core.http.requests(cancelLeaseOrder).length]).toEqual([1, 0]);
    await core.clock.advance(1_000);
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.http.requests(prePay)).toHaveLength(2);
  });

  test('An order is paid if a reset server gives it the number of an earlier paid order', async () => {
    const core = await paid();
    await core.clock.advance(60_000);
    core.orderServer.orders[0] = aLeaseOrder({ orderNo: 'L-1' });
    core.bridge.answers({ result: 'ok' });
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.http.requests(prePay)).toHaveLength(1);
    expect(core.records.purchases().unusedPaidOrder('DEV0001', 'shop-1')).toBeUndefined();
  });
});

test('A response about another order does not settle the payment', async () => {
  const core = withAnOrder();
  core.bridge.answers({ result: 'none' });
  await core.paying.pay(order);
  core.http.reply(getLeaseOrder, { ...core.orderServer.orders[1], status: '支付完成', statusCode: 5 });
  expect(await within(core, 10_000, core.confirming.pollUntilSettled(order))).toEqual({ kind: 'confirming' });
});
