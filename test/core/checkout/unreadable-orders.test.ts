import { describe, expect, test } from 'vitest';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf } from '../../helpers/core-on-fakes.ts';
import { atTheDesk, CARD_LIST, LEASE_DETAIL, LEASE_LIST, LEASE_ORDER, PRE_PAY } from '../../helpers/order-desk.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aCardOrder, aLeaseOrder, done, refused } from '../../helpers/wire.ts';

const MINUTE = 60_000;
const free = { ...sevenDays, priceFen: 0 };

type Desk = ReturnType<typeof atTheDesk>;

/** The list of orders, one row of which cannot be read. */
const withABrokenRow = (core: Desk) => () => done({ records: [null, ...core.desk.orders], total: core.desk.orders.length + 1 });
const isBroken = (core: Desk) => core.http.answers(LEASE_LIST, withABrokenRow(core));
const ordersMade = (core: Desk) => core.http.sentTo(LEASE_ORDER).length;

describe('While a row of the orders cannot be read', () => {
  test('a plan that was never sent for is ordered, since nothing can be ordered twice by that', async () => {
    const core = atTheDesk();
    isBroken(core);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
  });

  test('an order whose answer was lost is found among the rows that can be read', async () => {
    const core = atTheDesk();
    isBroken(core);
    core.desk.losesItsAnswer();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(core.desk.orders).toHaveLength(1);
  });

  test('an older order for the same plan is not taken for the one whose answer was lost', async () => {
    const core = atTheDesk();
    core.desk.orders.push(aLeaseOrder({ orderNo: 'L-7' }));
    isBroken(core);
    core.http.answers(LEASE_ORDER, new Problem('timeout'));
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'timeout' });
  });

  test('an order whose answer was lost and that may be that row is not sent for a second time within ten minutes', async () => {
    const core = atTheDesk();
    core.http.answers(LEASE_ORDER, new Problem('timeout'));
    isBroken(core);
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'timeout' });
    core.desk.answers();
    await core.clock.advance(9 * MINUTE);
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'parse', call: 'order.listLeaseOrders' });
    expect([ordersMade(core), core.http.sentTo(PRE_PAY).length]).toEqual([1, 0]);
    core.desk.isReachable();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
  });

  test('a refusal does not prove that an earlier try made no order', async () => {
    const core = atTheDesk();
    core.http.answers(LEASE_LIST, () => done({ records: [] }));
    core.http.answers(LEASE_ORDER, new Problem('timeout'), refused('409', '请勿重复下单'));
    await problemOf(core.renting.order(sevenDays, {}));
    core.http.answers(LEASE_LIST, () => done({ records: [] }), withABrokenRow(core));
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'refused' });
    expect(await problemOf(core.renting.order(sevenDays, {}))).toMatchObject({ code: 'parse' });
    expect(ordersMade(core)).toBe(2);
  });

  test.each([
    ['a customer', sevenDays, { assist: true }],
    ['a free plan', free, {}],
  ] as const)('whoever orders for %s is not kept from it for good', async (_, plan, terms) => {
    const core = atTheDesk();
    core.desk.prices.lease = plan.priceFen / 100;
    isBroken(core);
    expect(await core.renting.order(plan, terms)).toMatchObject({ order: { number: 'L-100' } });
  });
});

describe('An order made here whose detail the server refuses', () => {
  const ordered = async () => {
    const core = atTheDesk();
    await core.renting.order(sevenDays, {});
    core.http.answers(LEASE_DETAIL, refused('404', '订单不存在'));
    core.desk.orders.length = 0;
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
    const core = atTheDesk();
    core.bridge.answers({ result: 'none' });
    await core.renting.rent(sevenDays, {});
    core.http.answers(LEASE_DETAIL, refused('404', '订单不存在'));
    core.desk.orders.length = 0;
    isBroken(core);
    await core.clock.advance(60 * MINUTE);
    await core.renting.order(sevenDays, {});
    expect(ordersMade(core)).toBe(1);
  });

  test('is looked for on later pages of the list, too', async () => {
    const core = await ordered();
    const others = Array.from({ length: 15 }, (_, at) => aLeaseOrder({ orderNo: `L-9${at}`, deviceSno: 'OTHER01', statusCode: 5 }));
    core.http.answers(LEASE_LIST, (request) => {
      const { current } = (JSON.parse(request.body) as { data: { current: number } }).data;
      return done({ records: current === 0 ? others : current === 1 ? [aLeaseOrder({ orderNo: 'L-100' })] : [], total: 16 });
    });
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(ordersMade(core)).toBe(1);
  });

  test.each([
    ['with the envelope code 500', refused('500', '系统异常')],
    ['with the envelope code 403', refused('403', '无权限')],
    ['with HTTP status 403', { status: 403 }],
    ['with HTTP status 404', { status: 404 }],
    ['by answering null', done(null)],
    ['by an empty answer', done({})],
    ['by giving another order', done(aLeaseOrder({ orderNo: 'L-7' }))],
  ])('%s, and that no list names, is ordered anew', async (_, detail) => {
    const core = await ordered();
    core.http.answers(LEASE_DETAIL, detail);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
  });

  test.each([new Problem('timeout'), { status: 500 }, { status: 429 }])('is gone on with where the server only does not answer: %o', async (detail) => {
    const core = await ordered();
    core.http.answers(LEASE_DETAIL, detail);
    const again = core.renting.order(sevenDays, {});
    await core.clock.advance(10_000);
    expect(await again).toMatchObject({ order: { number: 'L-100' } });
    expect(ordersMade(core)).toBe(1);
  });
});

test('An order number that the server has given to another device since is not taken for this order', async () => {
  const core = atTheDesk();
  await core.renting.order(sevenDays, {});
  core.desk.says({ deviceSno: 'OTHER01' });
  expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
});

describe('Uses bought with an operator', () => {
  test('are not ordered anew while their order may be a row that cannot be read', async () => {
    const core = atTheDesk();
    await core.renting.order(tenUses, {});
    core.http.answers(CARD_LIST, done({ records: [null] }));
    expect(await core.renting.order(tenUses, {})).toMatchObject({ order: { number: 'C-100' } });
    expect(core.desk.orders).toHaveLength(1);
  });

  test('whose order number is another purchase since are ordered anew', async () => {
    const core = atTheDesk();
    await core.renting.order(tenUses, {});
    core.http.answers(CARD_LIST, done({ records: [aCardOrder({ chargeOrderNo: 'C-100', fee: 20 })] }));
    expect(await core.renting.order(tenUses, {})).toMatchObject({ order: { number: 'C-101' } });
  });
});
