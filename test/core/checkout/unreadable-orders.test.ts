import { describe, expect, test } from 'vitest';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf } from '../../helpers/create-test-app.ts';
import { httpResponse, misshapen, refused } from '../../helpers/fake-server.ts';
import { anOrder, withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aCardOrder, aLeaseOrder, aPage } from '../../helpers/wire.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const free = { ...sevenDays, priceFen: 0 };

type App = ReturnType<typeof withOrderServer>;

/** The order list with one unreadable row. */
const withABrokenRow = (core: App) => () =>
  misshapen({ records: [null, ...core.orderServer.orders], total: core.orderServer.orders.length + 1 });
const isBroken = (core: App) => core.http.reply(listLeaseOrders, withABrokenRow(core));
const ordersMade = (core: App) => core.http.requests(createLeaseOrder).length;

describe('RentDevice: an order list with an unreadable row', () => {
  test('A plan without an earlier attempt is ordered despite an unreadable row, since a duplicate is impossible', async () => {
    const core = withOrderServer();
    isBroken(core);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
  });

  test('An order whose response was lost is found among the readable rows', async () => {
    const core = withOrderServer();
    isBroken(core);
    core.orderServer.losesItsAnswer();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('An older order of the same plan is not matched to a lost order', async () => {
    const core = withOrderServer();
    core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7' }));
    isBroken(core);
    core.http.reply(createLeaseOrder, new Problem('timeout'));
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'timeout' });
  });

  test('An order that this phone knows as paid is not taken for a lost one because its row was unreadable before', async () => {
    const core = withOrderServer();
    core.bridge.answers(() => (core.orderServer.moneyMoves(), { result: 'ok' }));
    await core.renting.rent(sevenDays, {});
    expect(await core.confirming.pollUntilSettled({ ...anOrder, number: 'L-100' })).toEqual({ kind: 'paid' });
    await core.clock.advance(DAY);
    core.http.reply(listLeaseOrders, misshapen({ records: [null] }), () => {
      const [paid, ...others] = core.orderServer.orders;
      return aPage({ ...paid, status: '银行处理中', statusDesc: '', statusCode: 7 }, ...others);
    });
    core.orderServer.losesItsAnswer();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
  });

  test('A lost order that may be the unreadable row is not ordered again within ten minutes', async () => {
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

  test('A refused retry does not prove that the earlier attempt created no order', async () => {
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
    ['a customer', sevenDays, { forWhom: 'customer' }],
    ['a free plan', free, {}],
  ] as const)('An unreadable row does not block a first order for %s', async (_, plan, terms) => {
    const core = withOrderServer();
    core.orderServer.prices.lease = plan.priceFen / 100;
    isBroken(core);
    expect(await core.renting.order(plan, terms)).toMatchObject({ order: { number: 'L-100' } });
  });
});

describe('RentDevice: an order whose detail the server refuses', () => {
  const ordered = async () => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.http.reply(getLeaseOrder, refused('404', '订单不存在'));
    core.orderServer.orders.length = 0;
    return core;
  };

  test('An order that may be an unreadable row is reused for ten minutes and replaced after that', async () => {
    const core = await ordered();
    isBroken(core);
    await core.clock.advance(9 * MINUTE);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    await core.clock.advance(10 * MINUTE);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
  });

  test('An order with an unsettled payment that may be an unreadable row is not replaced', async () => {
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

  test('An order whose detail is refused is found on a later page of the list', async () => {
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

  test.each([
    ['refuses its detail with the envelope code 500', refused('500', '系统异常')],
    ['refuses its detail with the envelope code 403', refused('403', '无权限')],
    ['refuses its detail with HTTP status 403', httpResponse({ status: 403 })],
    ['refuses its detail with HTTP status 404', httpResponse({ status: 404 })],
    ['returns null', null],
    ['returns an empty object', {}],
    ['returns another order', aLeaseOrder({ orderNo: 'L-7' })],
  ])('An unlisted order is replaced a minute after the last try if the server %s', async (_, detail) => {
    const core = await ordered();
    core.http.reply(getLeaseOrder, detail);
    await core.clock.advance(MINUTE);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
  });

  test.each([
    ['does not respond', new Problem('timeout')],
    ['fails with HTTP status 500', httpResponse({ status: 500 })],
    ['responds with HTTP status 429', httpResponse({ status: 429 })],
  ])('An unlisted order is reused if the server %s', async (_, detail) => {
    const core = await ordered();
    core.http.reply(getLeaseOrder, detail);
    const again = core.renting.order(sevenDays, {});
    await core.clock.advance(10_000);
    expect(await again).toMatchObject({ order: { number: 'L-100' } });
    expect(ordersMade(core)).toBe(1);
  });
});

test('An order whose number now belongs to another device is replaced', async () => {
  const core = withOrderServer();
  await core.renting.order(sevenDays, {});
  core.orderServer.says({ deviceSno: 'OTHER01' });
  expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
});

describe('RentDevice: card orders', () => {
  test('A card order that may be an unreadable row is not replaced', async () => {
    const core = withOrderServer();
    await core.renting.order(tenUses, {});
    core.http.reply(listCardOrders, misshapen({ records: [null] }));
    expect(await core.renting.order(tenUses, {})).toMatchObject({ order: { number: 'C-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('A card order whose number now belongs to another purchase is replaced', async () => {
    const core = withOrderServer();
    await core.renting.order(tenUses, {});
    core.http.reply(listCardOrders, { records: [aCardOrder({ chargeOrderNo: 'C-100', fee: 5 })] });
    expect(await core.renting.order(tenUses, {})).toMatchObject({ order: { number: 'C-101' } });
  });
});
