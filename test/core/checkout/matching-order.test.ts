import { describe, expect, test } from 'vitest';
import { RentDevice } from '../../../src/core/checkout/rent-device.ts';
import { createCardOrder, createLeaseOrder } from '../../../src/core/lease/api.ts';
import { listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf, within } from '../../helpers/create-test-app.ts';
import { forDevice, rentingIn } from '../../helpers/renting.ts';
import { httpResponse, refused } from '../../helpers/fake-server.ts';
import { withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aCardOrder, aLeaseOrder, aPage } from '../../helpers/wire.ts';

const DAY = 24 * 60 * 60_000;
const free = { ...sevenDays, priceFen: 0 };

describe('RentDevice: existing orders', () => {
  test('A card order with another number of uses at the same price is not adopted', async () => {
    const core = withOrderServer();
    core.orderServer.orders.push(aCardOrder({ chargeOrderNo: 'C-7', fee: 20 }));
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(tenUses, {})).toMatchObject({ order: { number: 'C-100' } });
  });

  test('A lease order of 17 days is not adopted for a plan of 7 days', async () => {
    const core = withOrderServer();
    core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-17', serviceModeName: '17天' }));
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
  });

  test('An order without a plan name is the lost one if device and price match and the earlier list failed', async () => {
    const core = withOrderServer();
    core.http.reply(listLeaseOrders, new Problem('timeout'), () => aPage(...core.orderServer.orders));
    core.http.reply(
      createLeaseOrder,
      () => (
        core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7', serviceModeName: undefined })),
        new Problem('timeout')
      ),
    );
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-7' } });
  });

  test.each([
    ['is not free and was paid', sevenDays, { status: '支付完成', statusCode: 5 }],
    ['is free and was cancelled', free, { status: '已取消', statusCode: -1, payMoney: 0 }],
  ] as const)('A new order that %s is not matched to a lost order', async (_, plan, fields) => {
    const core = withOrderServer();
    core.http.reply(
      createLeaseOrder,
      () => (core.orderServer.orders.push(aLeaseOrder({ orderNo: 'X-1', ...fields })), new Problem('network')),
    );
    expect(await problemOf(core.renting.rent(plan, {}))).toMatchObject({ code: 'network' });
  });

  test('An order that is unpaid for two days is still reused', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' }, { result: 'ok' });
    await core.renting.rent(sevenDays, {});
    await core.clock.advance(2 * DAY);
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
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
});

describe('RentDevice: different intents', () => {
  test('An intent for another device places another order', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' }, { result: 'ok' });
    await core.renting.rent(sevenDays, {});
    core.at({ sno: 'DEV0002' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-101', sno: 'DEV0002' } });
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
});

describe('RentDevice: order list prefetch', () => {
  test.each([
    [sevenDays, listLeaseOrders],
    [tenUses, listCardOrders],
  ] as const)('The prefetch loads the newest page of the order list: case %#', async (plan, path) => {
    const core = withOrderServer();
    core.renting.choose(plan, {});
    await core.clock.advance(1);
    expect(core.http.data(path)).toMatchObject([{ current: 0 }]);
  });

  test('Renting loads the order list again if the clock was set back after the prefetch', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    core.renting.choose(sevenDays, {});
    await core.clock.advance(1);
    core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-7' }));
    await core.clock.advance(-DAY);
    core.orderServer.hearsNothing();
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'network' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
  });

  test('Choosing an excluded plan, or a card without an operator, does not prefetch the order list', async () => {
    const core = withOrderServer();
    core.renting.choose(tenUses, { renewal: 'device' });
    core.get(RentDevice).choose(tenUses, { ...forDevice(), operatorId: undefined });
    await core.clock.advance(1);
    expect(core.http.sent).toEqual([]);
  });

  test('A refused order does not load the order list again', async () => {
    const core = withOrderServer();
    core.http.reply(createLeaseOrder, refused('5001', '套餐已下架'));
    await problemOf(core.renting.rent(sevenDays, {}));
    expect(core.http.requests(listLeaseOrders)).toHaveLength(1);
  });

  test('A session that expired before the order was placed does not prevent the order of the next session', async () => {
    const core = withOrderServer();
    core.http.reply(createLeaseOrder, httpResponse({ status: 401 }));
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'unauthorized' });
    core.session.open('/', '?accessToken=token-2&openid=openid-1');
    core.at({ sno: 'DEV0001' });
    core.orderServer.answers();
    core.http.reply(listLeaseOrders, new Problem('timeout'));
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
  });
});

describe('RentDevice: requirements', () => {
  test('A card order needs an operator and no device', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(tenUses, { rechargeOperatorId: 'shop-1' })).toMatchObject({
      kind: 'confirming',
      order: { number: 'C-100' },
      destination: { to: 'cards' },
    });
  });

  test('A lease order needs a device and no operator', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
  });

  test('Ordering without a plan reports "no-plan"', async () => {
    expect(await withOrderServer().renting.order(undefined, {})).toEqual({ kind: 'no-plan' });
  });
});

test('The retries of a card order carry the idempotency key of its intent', async () => {
  const core = withOrderServer({ idempotencyHeader: 'Idempotency-Key' });
  core.orderServer.hearsNothing(createCardOrder);
  await problemOf(core.renting.rent(tenUses, {}));
  core.bridge.answers({ result: 'ok' });
  await core.renting.rent(tenUses, {});
  const keys = core.http.requests(createCardOrder).map(({ headers }) => headers['Idempotency-Key']);
  expect([keys.length, new Set(keys).size, keys[0] === undefined]).toEqual([2, 1, false]);
});

test('A failed payment is reported with its message', async () => {
  const core = withOrderServer();
  core.bridge.answers({ result: 'fail', message: '余额不足' });
  expect(await core.renting.rent(sevenDays, {})).toMatchObject({
    kind: 'failed',
    message: '余额不足',
    order: { number: 'L-100' },
  });
});

test('Two pages that rent at the same time open one payment sheet, even if it returns no result', async () => {
  const core = withOrderServer();
  const other = core.anotherTab();
  other.at({ sno: 'DEV0001' });
  core.bridge.answers({ result: 'none' }, { result: 'none' });
  const both = Promise.all([core.renting.rent(sevenDays, {}), rentingIn(other).rent(sevenDays, {})]);
  expect(await within(core, 60_000, both)).toMatchObject([{ kind: 'confirming' }, { kind: 'confirming' }]);
  expect(core.bridge.asked).toHaveLength(1);
});
