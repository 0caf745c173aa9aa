import { describe, expect, test } from 'vitest';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf } from '../../helpers/create-test-app.ts';
import { httpResponse, misshapen, refused } from '../../helpers/fake-server.ts';
import { withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aCardOrder, aLeaseOrder } from '../../helpers/wire.ts';

const MINUTE = 60_000;
const free = { ...sevenDays, priceFen: 0 };

type App = ReturnType<typeof withOrderServer>;

/** The list of orders, one row of which cannot be read. */
const withABrokenRow = (core: App) => () =>
  misshapen({ records: [null, ...core.orderServer.orders], total: core.orderServer.orders.length + 1 });
const isBroken = (core: App) => core.http.reply(listLeaseOrders, withABrokenRow(core));
const ordersMade = (core: App) => core.http.requests(createLeaseOrder).length;

describe('While a row of the orders cannot be read', () => {
  test('a plan that was never sent for is ordered, since nothing can be ordered twice by that', async () => {
    const core = withOrderServer();
    isBroken(core);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
  });

  test('an order whose answer was lost is found among the rows that can be read', async () => {
    const core = withOrderServer();
    isBroken(core);
    core.orderServer.losesItsAnswer();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('an older order for the same plan is not taken for the one whose answer was lost', async () => {
    const core = withOrderServer();
    core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7' }));
    isBroken(core);
    core.http.reply(createLeaseOrder, new Problem('timeout'));
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'timeout' });
  });

  // covers 4.lists.7a
  test('an order whose answer was lost and that may be that row is not sent for a second time within ten minutes', async () => {
    const core = withOrderServer();
    core.http.reply(createLeaseOrder, new Problem('timeout'));
    isBroken(core);
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'timeout' });
    core.orderServer.answers();
    await core.clock.advance(9 * MINUTE);
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({
      code: 'parse',
      call: 'order.listLeaseOrders',
    });
    expect([ordersMade(core), core.http.requests(prePay).length]).toEqual([1, 0]);
    core.orderServer.isReachable();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
  });

  test('a refusal does not prove that an earlier try made no order', async () => {
    const core = withOrderServer();
    core.http.reply(listLeaseOrders, () => ({ records: [] }));
    core.http.reply(createLeaseOrder, new Problem('timeout'), refused('409', '请勿重复下单'));
    await problemOf(core.renting.order(sevenDays, {}));
    core.http.reply(listLeaseOrders, () => ({ records: [] }), withABrokenRow(core));
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'refused' });
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'parse' });
    expect(ordersMade(core)).toBe(2);
  });

  test.each([
    ['a customer', sevenDays, { assist: true }],
    ['a free plan', free, {}],
  ] as const)('whoever orders for %s is not kept from it for good', async (_, plan, terms) => {
    const core = withOrderServer();
    core.orderServer.prices.lease = plan.priceFen / 100;
    isBroken(core);
    expect(await core.renting.order(plan, terms)).toMatchObject({ order: { number: 'L-100' } });
  });
});

describe('An order made here whose detail the server refuses', () => {
  const ordered = async () => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.http.reply(getLeaseOrder, refused('404', '订单不存在'));
    core.orderServer.orders.length = 0;
    return core;
  };

  test('is gone on with for ten minutes while it may be a row that cannot be read, and is ordered anew after that', async () => {
    const core = await ordered();
    isBroken(core);
    await core.clock.advance(9 * MINUTE);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    await core.clock.advance(10 * MINUTE);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
  });

  test('is not ordered anew while its payment is unsettled and it may be a row that cannot be read', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'none' });
    await core.renting.rent(sevenDays, {});
    core.http.reply(getLeaseOrder, refused('404', '订单不存在'));
    core.orderServer.orders.length = 0;
    isBroken(core);
    await core.clock.advance(60 * MINUTE);
    await core.renting.order(sevenDays, {});
    expect(ordersMade(core)).toBe(1);
  });

  test('is looked for on later pages of the list, too', async () => {
    const core = await ordered();
    const others = Array.from({ length: 15 }, (_, at) =>
      aLeaseOrder({ orderNo: `L-9${at}`, deviceSno: 'OTHER01', statusCode: 5 }),
    );
    core.http.reply(listLeaseOrders, (request) => {
      const { current } = (JSON.parse(request.body) as { data: { current: number } }).data;
      return { records: current === 0 ? others : current === 1 ? [aLeaseOrder({ orderNo: 'L-100' })] : [], total: 16 };
    });
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(ordersMade(core)).toBe(1);
  });

  // covers 4.paying.12a
  test.each([
    ['with the envelope code 500', refused('500', '系统异常')],
    ['with the envelope code 403', refused('403', '无权限')],
    ['with HTTP status 403', httpResponse({ status: 403 })],
    ['with HTTP status 404', httpResponse({ status: 404 })],
    ['by answering null', null],
    ['by an empty answer', {}],
    ['by giving another order', aLeaseOrder({ orderNo: 'L-7' })],
  ])('%s, and that no list names, is ordered anew', async (_, detail) => {
    const core = await ordered();
    core.http.reply(getLeaseOrder, detail);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
  });

  test.each([
    ['does not answer', new Problem('timeout')],
    ['fails with HTTP status 500', httpResponse({ status: 500 })],
    ['is asked too often', httpResponse({ status: 429 })],
  ])('is gone on with where the server only %s', async (_, detail) => {
    const core = await ordered();
    core.http.reply(getLeaseOrder, detail);
    const again = core.renting.order(sevenDays, {});
    await core.clock.advance(10_000);
    expect(await again).toMatchObject({ order: { number: 'L-100' } });
    expect(ordersMade(core)).toBe(1);
  });
});

test('An order number that the server has given to another device since is not taken for this order', async () => {
  const core = withOrderServer();
  await core.renting.order(sevenDays, {});
  core.orderServer.says({ deviceSno: 'OTHER01' });
  expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
});

describe('Uses bought with an operator', () => {
  test('are not ordered anew while their order may be a row that cannot be read', async () => {
    const core = withOrderServer();
    await core.renting.order(tenUses, {});
    core.http.reply(listCardOrders, misshapen({ records: [null] }));
    expect(await core.renting.order(tenUses, {})).toMatchObject({ order: { number: 'C-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('whose order number is another purchase since are ordered anew', async () => {
    const core = withOrderServer();
    await core.renting.order(tenUses, {});
    core.http.reply(listCardOrders, { records: [aCardOrder({ chargeOrderNo: 'C-100', fee: 20 })] });
    expect(await core.renting.order(tenUses, {})).toMatchObject({ order: { number: 'C-101' } });
  });
});
