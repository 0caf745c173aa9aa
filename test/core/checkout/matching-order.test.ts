import { describe, expect, test } from 'vitest';
import { RentDevice } from '../../../src/core/checkout/rent-device.ts';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf } from '../../helpers/create-test-app.ts';
import { forDevice } from '../../helpers/renting.ts';
import { httpResponse } from '../../helpers/fake-server.ts';
import { withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aLeaseOrder, aPage } from '../../helpers/wire.ts';

const free = { ...sevenDays, priceFen: 0 };

describe('RentDevice: existing orders', () => {
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

  test('Choosing an excluded plan, or a card without an operator, does not prefetch the order list', async () => {
    const core = withOrderServer();
    core.renting.choose(tenUses, { renewal: 'device' });
    core.get(RentDevice).choose(tenUses, { ...forDevice(), operatorId: undefined });
    await core.clock.advance(1);
    expect(core.http.sent).toEqual([]);
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

test('A failed payment is reported with its message', async () => {
  const core = withOrderServer();
  core.bridge.answers({ result: 'fail', message: '余额不足' });
  expect(await core.renting.rent(sevenDays, {})).toMatchObject({
    kind: 'failed',
    message: '余额不足',
    order: { number: 'L-100' },
  });
});
