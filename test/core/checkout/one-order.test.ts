import { describe, expect, test } from 'vitest';
import { prePay } from '../../../src/core/checkout/api.ts';
import { RentDevice } from '../../../src/core/checkout/rent-device.ts';
import { createCardOrder, createLeaseOrder } from '../../../src/core/lease/api.ts';
import type { Plan } from '../../../src/core/lease/plan.ts';
import { listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { DAY, MINUTE } from '../../../src/core/basics/time.ts';
import { problemOf } from '../../helpers/create-test-app.ts';
import { forDevice } from '../../helpers/renting.ts';
import { refused } from '../../helpers/fake-server.ts';
import { anOrder, withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aCardOrder, aLeaseOrder, aPage, type OrderRow } from '../../helpers/wire.ts';

type App = ReturnType<typeof withOrderServer>;

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

  test('An order that was cancelled after the prefetch of the list is not reused', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' }, { result: 'ok' });
    await core.renting.rent(sevenDays, {});
    core.renting.choose(sevenDays, {});
    await core.clock.advance(1);
    core.orderServer.cancelsAll();
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
  });

  test('An intent for another operator loads that operator’s order list and places another order', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' }, { result: 'ok' });
    await core.renting.rent(tenUses, { rechargeOperatorId: 'shop-1' });
    core.renting.choose(tenUses, { rechargeOperatorId: 'shop-1' });
    expect(await core.renting.rent(tenUses, { rechargeOperatorId: 'shop-2' })).toMatchObject({
      order: { number: 'C-101', operatorId: 'shop-2' },
    });
    expect(core.http.data(listCardOrders).map((asked) => (asked as { query: unknown }).query)).toContainEqual({
      sysUserId: 'shop-2',
    });
  });

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

  test('Choosing an excluded plan, or a card without an operator, does not prefetch the order list', async () => {
    const core = withOrderServer();
    core.renting.choose(tenUses, { renewal: 'device' });
    core.get(RentDevice).choose(tenUses, { ...forDevice(), operatorId: undefined });
    await core.clock.advance(1);
    expect(core.http.sent).toEqual([]);
  });
});

describe('RentDevice: a lost order response', () => {
  const free = { ...sevenDays, priceFen: 0 };
  const paid = { status: '支付完成', statusCode: 5 };
  const listFails = ({ http, orderServer }: App) =>
    http.reply(listLeaseOrders, new Problem('timeout'), () => aPage(...orderServer.orders));
  const hadMonth = ({ orderServer }: App) =>
    orderServer.orders.push(aLeaseOrder({ orderNo: 'L-30', serviceModeName: '30天' }));

  test.each<{
    is: string;
    row?: OrderRow;
    plan?: Plan;
    before?: (core: App) => unknown;
    finds?: object;
  }>([
    { is: 'of the plan', finds: { kind: 'ordered' } },
    {
      is: 'of the plan, whose device the server writes in capitals',
      before: (core) => core.at({ sno: 'dev0001' }),
      finds: { kind: 'ordered' },
    },
    { is: 'free', plan: free, row: { payMoney: 0, ...paid }, finds: { kind: 'free' } },
    {
      is: 'named otherwise than the plan, and was not in the earlier list',
      row: { serviceModeName: 'VIP 2号' },
      before: hadMonth,
      finds: { kind: 'ordered' },
    },
    {
      is: 'without a name, where the earlier list failed',
      row: { serviceModeName: undefined },
      before: listFails,
      finds: { kind: 'ordered' },
    },
    {
      is: 'dearer, which the user must agree to',
      row: { payMoney: '49.00' },
      finds: { kind: 'price-changed', order: { amountFen: 4900 } },
    },
    {
      is: 'without an amount, so that nobody has named its price',
      row: { payMoney: null },
      finds: { kind: 'ordered', order: { amountFen: undefined } },
    },
    { is: 'in an unknown state', row: { status: '审核中', statusCode: 9 }, finds: { kind: 'unknown' } },
    { is: 'of uses', plan: tenUses, finds: { kind: 'ordered' } },
    { is: 'of more uses at the price of the plan', plan: tenUses, row: { fee: 12 }, finds: { kind: 'ordered' } },
    { is: 'of more uses at another price', plan: tenUses, row: { fee: 12, payMoney: 120 } },
    { is: 'of fewer uses', plan: tenUses, row: { fee: 9 } },
    { is: 'for another device', row: { deviceSno: 'DEV0009' } },
    { is: 'dearer and of another plan', row: { payMoney: '29.90', serviceModeName: '17天' } },
    { is: 'of another plan, where the earlier list failed', row: { serviceModeName: '17天' }, before: listFails },
    { is: 'not free, and paid already', row: paid },
    { is: 'free, and cancelled', plan: free, row: { payMoney: 0, status: '已取消', statusCode: -1 } },
  ])(
    'An order that is $is is taken for the lost one only if it can be',
    async ({ row = {}, plan = sevenDays, before, finds }) => {
      const core = withOrderServer();
      before?.(core);
      const isCard = plan.basis === 'uses';
      core.http.reply(isCard ? createCardOrder : createLeaseOrder, () => {
        core.orderServer.orders.push(
          isCard ? aCardOrder({ chargeOrderNo: 'X-7', ...row }) : aLeaseOrder({ orderNo: 'X-7', ...row }),
        );
        return new Problem('timeout');
      });
      const ordering = core.renting.order(plan, {});
      if (!finds) return expect(await problemOf(ordering)).toMatchObject({ code: 'timeout' });
      const { order, ...outcome } = finds as { order?: object };
      expect(await ordering).toMatchObject({ ...outcome, order: { number: 'X-7', ...order } });
      expect(core.http.requests(prePay)).toEqual([]);
    },
  );

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

  test('A lost free order is not matched to an earlier free order', async () => {
    const core = withOrderServer();
    core.orderServer.prices.lease = 0;
    const free = { ...sevenDays, priceFen: 0 };
    await core.renting.rent(free, {});
    core.orderServer.hearsNothing();
    expect(await problemOf(core.renting.rent(free, {}))).toMatchObject({ code: 'network' });
    expect(await core.renting.rent(free, {})).toMatchObject({ kind: 'free', order: { number: 'L-101' } });
  });

  test.each([
    [9 * MINUTE, 'L-100', 1],
    [10 * MINUTE, 'L-101', 2],
  ])(
    'An order without a response is adopted for ten minutes: after %d ms the purchase has the order %s',
    async (later, number, made) => {
      const core = withOrderServer();
      core.orderServer.losesItsAnswer();
      core.http.reply(listLeaseOrders, aPage(), new Problem('timeout'));
      expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'timeout' });
      await core.clock.advance(later);
      core.orderServer.isReachable();
      expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number } });
      expect(core.orderServer.orders).toHaveLength(made);
    },
  );

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

  test('The order that the server created before it broke down, and did not list at once, is the one that the next attempt pays', async () => {
    const core = withOrderServer();
    core.http.reply(createLeaseOrder, refused('500', '系统异常'));
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ mayHaveTakenEffect: true });
    core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7' }));
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

  test('A retry that is refused within a minute of a lost answer leaves the order of the first attempt to be found', async () => {
    const core = withOrderServer();
    core.orderServer.hearsNothing();
    await problemOf(core.renting.rent(sevenDays, {}));
    core.http.reply(createLeaseOrder, refused('5002', '请勿重复下单'));
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'refused' });
    core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7' }));
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-7' } });
    expect(core.http.requests(createLeaseOrder)).toHaveLength(2);
  });
});
