import { describe, expect, test } from 'vitest';
import { API_BASE, problemOf } from '../../helpers/create-test-app.ts';
import { rentingIn } from '../../helpers/renting.ts';
import { createCardOrder, createLeaseOrder } from '../../../src/core/lease/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { anOrder, FakeOrderServer, withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';

describe('RentDevice: one intent, one order', () => {
  test('Ten concurrent taps place one order and open one payment', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    const taps = await Promise.all(Array.from({ length: 10 }, () => core.renting.rent(sevenDays, {})));
    expect(new Set(taps.map((tap) => JSON.stringify(tap))).size).toBe(1);
    expect([core.orderServer.orders.length, core.http.requests(prePay).length, core.bridge.asked.length]).toEqual([
      1, 1, 1,
    ]);
  });

  test.each([{ result: 'fail', message: '余额不足' }, { result: 'cancel' }] as const)(
    'After the payment result "$result" the next attempt pays the same order',
    async (answer) => {
      const core = withOrderServer();
      core.bridge.answers(answer, { result: 'ok' });
      const first = await core.renting.rent(sevenDays, {});
      expect(first).toMatchObject({
        kind: answer.result === 'fail' ? 'failed' : 'cancelled',
        order: { number: 'L-100' },
      });
      expect(await rentingIn(core.reopened()).rent(sevenDays, {})).toMatchObject({
        kind: 'confirming',
        order: { number: 'L-100' },
      });
      expect(core.orderServer.orders).toHaveLength(1);
    },
  );

  test('A paid order is reported once, and the intent after it places a new order', async () => {
    const core = withOrderServer();
    core.bridge.answers(() => (core.orderServer.moneyMoves(), { result: 'ok' }));
    await core.renting.rent(sevenDays, {});
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({
      kind: 'paid',
      order: { number: 'L-100' },
      destination: { to: 'mode-menu', sno: 'DEV0001', paid: true },
    });
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
    expect(core.bridge.asked).toHaveLength(2);
  });

  test('An intent whose order was cancelled in the meantime places a new order', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' }, { result: 'ok' });
    await core.renting.rent(sevenDays, {});
    core.orderServer.cancelsAll();
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-101' } });
  });

  test('Different plans and a rental for a customer are different intents with different orders', async () => {
    const core = withOrderServer();
    const numbers: unknown[] = [];
    for (const [plan, terms] of [
      [sevenDays, {}],
      [sevenDays, { forWhom: 'customer' }],
      [{ ...sevenDays, id: 'd30' }, {}],
      [tenUses, {}],
    ] as const) {
      core.bridge.answers({ result: 'cancel' });
      const outcome = await core.renting.rent(plan, terms);
      numbers.push('order' in outcome && outcome.order.number);
    }
    expect(numbers).toEqual(['L-100', 'L-101', 'L-102', 'C-103']);
  });
});

describe('RentDevice: a lost order response', () => {
  test.each([
    [sevenDays, createLeaseOrder, 'L-100'],
    [tenUses, createCardOrder, 'C-100'],
  ] as const)(
    'After a lost response the app finds the order in the list instead of ordering again: case %#',
    async (plan, path, number) => {
      const core = withOrderServer();
      core.orderServer.losesItsAnswer(path);
      core.bridge.answers({ result: 'ok' });
      expect(await core.renting.rent(plan, {})).toMatchObject({
        kind: 'confirming',
        order: { number, amountFen: plan.priceFen },
      });
      expect(core.http.requests(path)).toHaveLength(1);
    },
  );

  test('After a lost response the app finds a free order in the list', async () => {
    const core = withOrderServer();
    core.orderServer.prices.lease = 0;
    core.orderServer.losesItsAnswer();
    expect(await core.renting.rent({ ...sevenDays, priceFen: 0 }, {})).toMatchObject({
      kind: 'free',
      order: { number: 'L-100' },
    });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('An order request that never arrived is retried with the same idempotency key', async () => {
    const core = withOrderServer({ idempotencyHeader: 'Idempotency-Key' });
    core.orderServer.hearsNothing();
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'network' });
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    const keys = core.http.requests(createLeaseOrder).map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  // The customer pays the order from the list of orders, and taps again. The server answers the repeated request as the first.
  test('A repeated request that is answered with an order that was paid meanwhile leaves it paid', async () => {
    const core = withOrderServer({ idempotencyHeader: 'Idempotency-Key' });
    core.orderServer.losesItsAnswer();
    core.orderServer.isUnreachable();
    await problemOf(core.renting.rent(sevenDays, {}));
    core.orderServer.isReachable();
    const order = { ...anOrder, number: 'L-100' };
    core.bridge.answers(() => (core.orderServer.moneyMoves('L-100'), { result: 'ok' }));
    await core.paying.pay(order);
    expect(await core.confirming.pollUntilSettled(order)).toEqual({ kind: 'paid' });
    await core.clock.advance(1);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'paid', order: { number: 'L-100' } });
    expect(core.records.purchases().all).toMatchObject([{ state: 'paid', order: { number: 'L-100' } }]);
  });

  test('After a lost response the app sends no second order while the server is unreachable', async () => {
    const core = withOrderServer();
    core.orderServer.losesItsAnswer();
    core.orderServer.isUnreachable();
    await problemOf(core.renting.rent(sevenDays, {}));
    await problemOf(core.renting.rent(sevenDays, {}));
    expect(core.orderServer.orders).toHaveLength(1);
    core.orderServer.isReachable();
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('A reopened page finds the order whose response the closed page never received', async () => {
    const core = withOrderServer();
    core.http.reply(createLeaseOrder, () => new Promise<never>(() => {}));
    void core.renting.rent(sevenDays, {});
    await core.clock.advance(1);
    const orderServer = new FakeOrderServer(core.http);
    await core.http.send({
      method: 'POST',
      url: API_BASE + createLeaseOrder.path,
      headers: {},
      body: '{}',
      timeoutMs: 1_000,
    });
    core.bridge.answers({ result: 'ok' });
    expect(await rentingIn(core.reopened()).rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(orderServer.orders).toHaveLength(1);
  });

  test('After a lost response the app adopts no order with another device, price or plan and no closed order', async () => {
    const core = withOrderServer();
    core.orderServer.hearsNothing();
    core.orderServer.orders.push(
      { orderNo: 'X1', statusCode: 1, deviceSno: 'DEV0009', payMoney: '19.90', ctime: core.clock.now() },
      { orderNo: 'X2', statusCode: 1, deviceSno: 'DEV0001', payMoney: '29.90', ctime: core.clock.now() },
      {
        orderNo: 'X3',
        statusCode: 1,
        deviceSno: 'DEV0001',
        payMoney: '19.90',
        serviceModeName: '30天',
        ctime: core.clock.now(),
      },
      { orderNo: 'X4', statusCode: -1, deviceSno: 'DEV0001', payMoney: '19.90', ctime: core.clock.now() },
      { orderNo: 'X5', statusCode: 5, deviceSno: 'DEV0001', payMoney: '19.90', ctime: core.clock.now() },
    );
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'network' });
  });
});
