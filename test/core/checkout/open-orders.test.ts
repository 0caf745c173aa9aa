import { describe, expect, test } from 'vitest';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { listLeaseOrders } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf } from '../../helpers/create-test-app.ts';
import { httpResponse, refused } from '../../helpers/fake-server.ts';
import { withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aCardOrder, aLeaseOrder } from '../../helpers/wire.ts';

const DAY = 24 * 60 * 60_000;

describe('RentDevice: unpaid orders of other origin', () => {
  test.each([
    [sevenDays, aLeaseOrder({ orderNo: 'L-7' }), 'L-100'],
    [tenUses, aCardOrder({ chargeOrderNo: 'C-7' }), 'C-100'],
  ] as const)('An unpaid order that this phone did not place is not adopted: case %#', async (plan, open, number) => {
    const core = withOrderServer();
    core.orderServer.orders.push(open);
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(plan, {})).toMatchObject({
      kind: 'confirming',
      order: { number, sno: 'DEV0001', operatorId: 'shop-1' },
    });
  });
});

describe('RentDevice: order list prefetch', () => {
  const lists = (core: ReturnType<typeof withOrderServer>) => core.http.requests(listLeaseOrders).length;

  test('Choosing a plan prefetches the order list, and renting does not load it again', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    core.renting.choose(sevenDays, {});
    await core.clock.advance(2_000);
    expect(lists(core)).toBe(1);
    await core.renting.rent(sevenDays, {});
    expect(lists(core)).toBe(1);
  });

  test.each([
    ['is too old', 60_000],
    ['was before the clock was set back', -DAY],
  ])('Renting loads the order list again if the prefetch %s', async (_, passes) => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    core.renting.choose(sevenDays, {});
    await core.clock.advance(1);
    core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7' }));
    await core.clock.advance(passes);
    core.orderServer.hearsNothing();
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'network' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
  });

  test('Renting succeeds even if the order list times out after three seconds', async () => {
    const core = withOrderServer();
    core.http.reply(listLeaseOrders, new Problem('timeout'));
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    expect(core.http.requests(listLeaseOrders)[0]?.timeoutMs).toBe(3_000);
  });

  test('A free plan is not ordered if the order list times out, because the app could not distinguish it from an earlier free order', async () => {
    const core = withOrderServer();
    core.http.reply(listLeaseOrders, new Problem('timeout'));
    expect(await problemOf(core.renting.rent({ ...sevenDays, priceFen: 0 }, {}))).toMatchObject({ code: 'timeout' });
    expect(core.http.requests(createLeaseOrder)).toEqual([]);
  });

  test('Renting sends no order if the session has expired', async () => {
    const core = withOrderServer();
    core.http.reply(listLeaseOrders, httpResponse({ status: 401 }));
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'unauthorized' });
    expect(core.http.requests(createLeaseOrder)).toEqual([]);
  });
});

describe('RentDevice: matching a lost order', () => {
  test.each([
    ['ten minutes', 11 * 60_000],
    ['a day', DAY],
  ])('The app finds a lost order with a phone clock that is %s fast or slow', async (_, wrong) => {
    for (const phone of [wrong, -wrong]) {
      const core = withOrderServer();
      core.orderServer.clockAhead = -phone;
      core.orderServer.losesItsAnswer();
      core.bridge.answers({ result: 'ok' });
      expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
      expect(core.http.requests(createLeaseOrder)).toHaveLength(1);
    }
  });

  test('The lost order is the one that the earlier list did not contain, even if its plan name differs', async () => {
    const core = withOrderServer();
    core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-30', serviceModeName: '30天' }));
    core.orderServer.rowFields = { serviceModeName: 'VIP 2号' };
    core.orderServer.losesItsAnswer();
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
  });

  test('A lost free order is not matched to an earlier free order', async () => {
    const core = withOrderServer();
    core.orderServer.prices.lease = 0;
    const free = { ...sevenDays, priceFen: 0 };
    await core.renting.rent(free, {});
    core.orderServer.hearsNothing();
    expect(await problemOf(core.renting.rent(free, {}))).toMatchObject({ code: 'network' });
    expect(await core.renting.rent(free, {})).toMatchObject({ kind: 'free', order: { number: 'L-101' } });
  });
});

describe('RentDevice: a refused order', () => {
  const keysOf = (core: ReturnType<typeof withOrderServer>) =>
    core.http.requests(createLeaseOrder).map(({ headers }) => headers['Idempotency-Key']);

  test('The attempt after a refused order has a new idempotency key', async () => {
    const core = withOrderServer({ idempotencyHeader: 'Idempotency-Key' });
    core.http.reply(createLeaseOrder, refused('5001', '套餐已下架'));
    await problemOf(core.renting.rent(sevenDays, {}));
    await problemOf(core.renting.rent(sevenDays, {}));
    expect(new Set(keysOf(core)).size).toBe(2);
  });

  test('The order that the server created before it broke down is paid, and no second one is placed', async () => {
    const core = withOrderServer();
    core.http.reply(
      createLeaseOrder,
      () => (core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7' })), refused('500', '系统异常')),
    );
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-7' } });
    expect(core.http.requests(createLeaseOrder)).toHaveLength(1);
  });

  test('A retry refused as a duplicate adopts the order that the first attempt created', async () => {
    const core = withOrderServer({ idempotencyHeader: 'Idempotency-Key' });
    core.orderServer.hearsNothing();
    await problemOf(core.renting.rent(sevenDays, {}));
    core.http.reply(
      createLeaseOrder,
      () => (core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7' })), refused('5002', '请勿重复下单')),
    );
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-7' } });
  });
});
