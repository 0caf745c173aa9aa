import { describe, expect, test } from 'vitest';
import { problemOf } from '../../helpers/create-test-app.ts';
import { createCardOrder, createLeaseOrder } from '../../../src/core/lease/api.ts';
import { anOrder, withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';

describe('RentDevice: one intent, one order', () => {
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
});

describe('RentDevice: a lost order response', () => {
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

  test.each([
    ['lease', sevenDays, createLeaseOrder],
    ['card', tenUses, createCardOrder],
  ] as const)(
    'The request for a %s order that never arrived is retried with the same idempotency key',
    async (_, plan, path) => {
      const core = withOrderServer({ idempotencyHeader: 'Idempotency-Key' });
      core.orderServer.hearsNothing(path);
      expect(await problemOf(core.renting.rent(plan, {}))).toMatchObject({ code: 'network' });
      core.bridge.answers({ result: 'ok' });
      expect(await core.renting.rent(plan, {})).toMatchObject({ order: { number: expect.stringMatching(/-100$/) } });
      const keys = core.http.requests(path).map(({ headers }) => headers['Idempotency-Key']);
      expect([keys.length, new Set(keys).size, keys[0] === undefined]).toEqual([2, 1, false]);
    },
  );

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
        serviceModeName: '17天',
        ctime: core.clock.now(),
      },
      { orderNo: 'X4', statusCode: -1, deviceSno: 'DEV0001', payMoney: '19.90', ctime: core.clock.now() },
      { orderNo: 'X5', statusCode: 5, deviceSno: 'DEV0001', payMoney: '19.90', ctime: core.clock.now() },
    );
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'network' });
  });
});
