import { describe, expect, test } from 'vitest';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { within } from '../../helpers/create-test-app.ts';
import { httpResponse, misshapen, refused } from '../../helpers/fake-server.ts';
import { anOrder as order, withAnOrder } from '../../helpers/fake-order-server.ts';
import { aLeaseOrder, aPage } from '../../helpers/wire.ts';

describe('ConfirmPayment', () => {
  test('Confirming polls the order five times within ten seconds', async () => {
    const core = withAnOrder();
    const startedAt = core.clock.now();
    const asked: number[] = [];
    core.http.reply(
      getLeaseOrder,
      () => (asked.push(core.clock.now() - startedAt), core.orderServer.orders[0] ?? null),
    );
    const confirming = core.confirming.pollUntilSettled(order);
    await core.clock.advance(60_000);
    expect(await confirming).toEqual({ kind: 'confirming' });
    expect(asked).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
    expect(core.clock.pending).toBe(0);
  });

  test('Confirming ends after ten seconds even if the server never responds', async () => {
    const core = withAnOrder();
    core.http.reply(getLeaseOrder, () => new Promise<never>(() => {}));
    const outcomes: unknown[] = [];
    void core.confirming.pollUntilSettled(order).then((outcome) => outcomes.push(outcome));
    await core.clock.advance(9_000);
    expect(outcomes).toEqual([]);
    await core.clock.advance(1_000);
    expect(outcomes).toEqual([{ kind: 'confirming' }]);
    expect(core.clock.pending).toBe(0);
  });

  test('A response that arrives after confirming has ended does not settle the payment', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    await core.paying.pay(order, { leadsTo: { to: 'mode-menu', sno: 'DEV0001', paid: true } });
    let sendResponse = () => {};
    core.http.reply(
      getLeaseOrder,
      () => new Promise((resolve) => (sendResponse = () => resolve(core.orderServer.orders[0] ?? null))),
    );
    const confirming = core.confirming.pollUntilSettled(order);
    await core.clock.advance(10_000);
    expect(await confirming).toEqual({ kind: 'confirming' });
    core.orderServer.moneyMoves();
    sendResponse();
    await core.clock.advance(1_000);
    expect(core.records.purchases().unsettled()[0]).toMatchObject({
      order: { number: 'L-1' },
      leadsTo: { to: 'mode-menu', sno: 'DEV0001', paid: true },
    });
  });

  test('Confirming stops polling when its signal is aborted', async () => {
    const core = withAnOrder();
    const leaving = new AbortController();
    const confirming = core.confirming.pollUntilSettled(order, { signal: leaving.signal });
    await core.clock.advance(3_000);
    leaving.abort();
    expect(await within(core, 60_000, confirming)).toEqual({ kind: 'confirming' });
    expect(core.http.requests(getLeaseOrder)).toHaveLength(2);
  });
});

describe('ConfirmPayment: an order that the server no longer finds', () => {
  const forgotten = async (result: 'none' | 'ok' | 'cancel' | 'fail' = 'none') => {
    const core = withAnOrder();
    core.bridge.answers(() => (core.http.reply(getLeaseOrder, refused('404', '订单不存在')), { result }));
    await core.paying.pay(order);
    core.orderServer.orders.length = 0;
    return core;
  };

  test.each(['none', 'cancel', 'fail'] as const)(
    'One minute after the payment result "%s", a third not-found response settles the payment as not found',
    async (result) => {
      const core = await forgotten(result);
      expect(core.records.purchases().unsettled()[0]).toMatchObject({ order: { number: 'L-1' } });
      await core.clock.advance(60_000);
      expect(await within(core, 4_000, core.confirming.pollUntilSettled(order))).toEqual({ kind: 'not-found' });
      expect(core.records.purchases().unsettled()).toEqual([]);
      expect(core.clock.pending).toBe(0);
    },
  );

  test('Within a minute of its payment sheet, a missing order stays unsettled, because the money may move before the order appears', async () => {
    const core = await forgotten();
    expect(await within(core, 30_000, core.confirming.pollUntilSettled(order))).toEqual({ kind: 'confirming' });
    expect(core.records.purchases().unsettled()).toHaveLength(1);
  });

  test('A payment stays unsettled if a server with lagging replicas misses the order twice and then finds it', async () => {
    const core = await forgotten();
    core.http.reply(
      getLeaseOrder,
      refused('404', '订单不存在'),
      null,
      aLeaseOrder({ orderNo: 'L-1' }),
      refused('404', '订单不存在'),
    );
    expect(await within(core, 60_000, core.confirming.pollUntilSettled(order))).toEqual({ kind: 'confirming' });
    expect(core.records.purchases().unsettled()).toHaveLength(1);
  });

  test('A missing order stays unsettled for ten minutes after the sheet reported ok, and is not found after that', async () => {
    const core = await forgotten('ok');
    expect(await within(core, 60_000, core.confirming.pollUntilSettled(order))).toEqual({ kind: 'confirming' });
    expect(core.records.purchases().unsettled()).toHaveLength(1);
    await core.clock.advance(600_000);
    expect(await within(core, 4_000, core.confirming.pollUntilSettled(order))).toEqual({ kind: 'not-found' });
    expect(core.records.purchases().unsettled()).toEqual([]);
  });

  test.each([
    ['is still listed', aPage(aLeaseOrder({ orderNo: 'L-1' }))],
    ['may be an unreadable row of the list', misshapen({ records: [null] })],
    ['list cannot be loaded', httpResponse({ status: 404 })],
  ])('A payment stays unsettled if the order %s', async (_, list) => {
    const core = await forgotten();
    core.http.reply(listLeaseOrders, list);
    expect(await within(core, 60_000, core.confirming.pollUntilSettled(order))).toEqual({ kind: 'confirming' });
    expect(core.records.purchases().unsettled()).toHaveLength(1);
  });

  test('A card order is not found only if the complete list of its operator does not contain it', async () => {
    const core = withAnOrder();
    const card = { kind: 'card', number: 'C-1', amountFen: 9900, operatorId: 'shop-1' } as const;
    core.http.reply(listCardOrders, misshapen({ records: [null] }));
    expect(await within(core, 60_000, core.confirming.pollUntilSettled(card))).toEqual({ kind: 'confirming' });
    core.http.reply(listCardOrders, aPage());
    expect(await within(core, 4_000, core.confirming.pollUntilSettled(card))).toEqual({ kind: 'not-found' });
    expect(await within(core, 60_000, core.confirming.pollUntilSettled({ ...card, operatorId: undefined }))).toEqual({
      kind: 'confirming',
    });
  });
});
