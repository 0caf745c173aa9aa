import { describe, expect, test } from 'vitest';
import { RentDevice } from '../../../src/core/checkout/rent-device.ts';
import { createCardOrder, createLeaseOrder } from '../../../src/core/lease/api.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { leaseTerms } from '../../helpers/renting.ts';
import { httpResponse, refused } from '../../helpers/fake-server.ts';
import { FakeOrderServer, withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';

describe('RentDevice: ordering', () => {
  // covers 4.paying.2b
  test('A lease order request contains the plan, the device and the assist flag', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, { assist: true })).toMatchObject({
      kind: 'confirming',
      order: { number: 'L-100', kind: 'lease', amountFen: 1990 },
    });
    expect(core.http.bodies(createLeaseOrder)).toEqual([
      {
        appKey: 'physio',
        version: '1.0.0',
        data: {
          assist: true,
          productServiceDetailId: 'd7',
          serviceModeId: 'mode-1',
          sno: 'DEV0001',
          appProductServiceDetailVo: {},
        },
      },
    ]);
    expect(core.http.bodies(prePay)).toEqual([{ data: { orderNo: 'L-100', sno: 'DEV0001', payType: 1 } }]);
    expect(core.bridge.asked[0]?.sheet).toMatchObject({ package: 'prepay_id=wx201', paySign: 's1gn' });
  });

  test('A card order request contains the plan and the operator', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    await core.renting.rent(tenUses, { rechargeOperatorId: 'shop-7' });
    expect(core.http.data(createCardOrder)).toEqual([
      { rechargeModeDetailId: 'u10', rechargeModeId: 'recharge-1', sysUserId: 'shop-7' },
    ]);
    expect(core.http.bodies(prePay)).toEqual([{ data: { orderNo: 'C-100', sno: 'DEV0001', payType: 1 } }]);
  });

  test('Renting without a plan reports "no-plan" and sends no request', async () => {
    const core = withOrderServer();
    expect(await core.renting.rent(undefined, {})).toEqual({ kind: 'no-plan' });
    expect(core.http.sent).toEqual([]);
  });

  // covers 5.rules.7c
  test.each([
    [sevenDays, { renewal: 'card' }, 'no-duration'],
    [sevenDays, { rechargeOperatorId: 'shop-1' }, 'no-duration'],
    [tenUses, { renewal: 'device' }, 'no-card-on-renewal'],
    [tenUses, { assist: true }, 'no-card-for-customer'],
  ] as const)('A plan that the rental terms exclude is not ordered: case %#', async (plan, terms, restriction) => {
    const core = withOrderServer();
    expect(await core.renting.rent(plan, terms)).toEqual({ kind: 'restricted', restriction });
    expect(core.http.sent).toEqual([]);
  });

  test('Renting without a device or an operator is rejected as invalid input', async () => {
    const core = createTestApp();
    const nothing = { sno: undefined, operatorId: undefined, terms: leaseTerms() };
    for (const plan of [sevenDays, tenUses])
      expect(await problemOf(core.get(RentDevice).rent(plan, nothing))).toMatchObject({ code: 'invalid-input' });
  });

  // covers 4.paying.1b
  test.each([0, '0.00'])('An order at the price %j needs no payment and leads to the mode menu', async (price) => {
    const core = withOrderServer();
    core.orderServer.prices.lease = price;
    const free = { ...sevenDays, priceFen: 0 };
    expect(await core.renting.rent(free, {})).toMatchObject({ kind: 'free', destination: { to: 'mode-menu' } });
    expect(core.http.requests(prePay)).toEqual([]);
    await core.renting.rent(free, {});
    expect(core.orderServer.orders).toHaveLength(2);
  });

  test('Ordering without payment returns the order, and a later payment pays the same order', async () => {
    const core = withOrderServer();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    core.bridge.answers({ result: 'ok' });
    await core.renting.rent(sevenDays, {});
    expect(core.bridge.asked.map(({ order }) => order.number)).toEqual(['L-100']);
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('A refused order carries the server message, and the next attempt places a new order', async () => {
    const core = withOrderServer();
    core.http.reply(createLeaseOrder, refused('5001', '套餐已下架'));
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({
      code: 'refused',
      serverMessage: '套餐已下架',
    });
    expect(core.http.requests(createLeaseOrder)).toHaveLength(1);
    const orderServer = new FakeOrderServer(core.http);
    core.bridge.answers({ result: 'ok' });
    await core.renting.rent(sevenDays, {});
    expect(orderServer.orders).toHaveLength(1);
  });
});

describe('RentDevice: destination', () => {
  test.each([
    ['a plain lease', sevenDays, {}, false, { to: 'mode-menu', sno: 'DEV0001', paid: true }],
    ['a lease of a working device', sevenDays, {}, true, { to: 'process', sno: 'DEV0001', paid: true }],
    // covers 4.paying.4a
    ['a renewal', sevenDays, { renewal: 'device' }, true, { to: 'my', renewed: true }],
    // covers 4.paying.5b
    ['uses', tenUses, {}, true, { to: 'cards', paid: true }],
    ['uses from the card list', tenUses, { rechargeOperatorId: 'shop-1' }, false, { to: 'cards', paid: true }],
    ['a renewed card', tenUses, { renewal: 'card' }, false, { to: 'cards', paid: true }],
  ] as const)('The destination after payment is right for %s', async (_, plan, terms, started, destination) => {
    const core = withOrderServer();
    core.works(started);
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(plan, terms)).toMatchObject({ kind: 'confirming', destination });
    expect(core.records.purchases().unsettled()[0]).toMatchObject({ answer: 'ok', leadsTo: destination });
  });

  test('A cancelled payment leads to the order, which stays unpaid', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({
      kind: 'cancelled',
      destination: { to: 'order-detail', number: 'L-100', kind: 'lease', operatorId: 'shop-1', cancelled: true },
      found: { number: 'L-100', state: 'to-pay' },
    });
  });

  test('A cancelled payment of a card renewal leads to the cards', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' });
    expect(await core.renting.rent(tenUses, { renewal: 'card' })).toMatchObject({
      kind: 'cancelled',
      destination: { to: 'cards' },
    });
  });

  // covers 4.paying.10a
  test('A cancelled payment leads to the cards if the order cannot be loaded', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' });
    const outcome = core.renting.rent(sevenDays, {});
    core.http.reply(getLeaseOrder, () => {
      core.http.reply(getLeaseOrder, new Problem('timeout'));
      return httpResponse({ body: { code: 200, data: core.orderServer.orders[0] } });
    });
    expect(await outcome).toMatchObject({ kind: 'cancelled', destination: { to: 'cards' } });
  });

  test('A refused prepay rejects, and the next attempt pays the same order', async () => {
    const core = withOrderServer();
    core.http.reply(prePay, refused('500', '支付通道关闭'));
    core.bridge.answers({ result: 'ok' }, { result: 'ok' });
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({
      code: 'refused',
      serverMessage: '支付通道关闭',
    });
    core.http.reply(
      prePay,
      httpResponse({
        body: {
          code: '200',
          data: { appId: 'a', timeStamp: 1, nonceStr: 'n', package: 'p', signType: 'MD5', paySign: 's' },
        },
      }),
    );
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    expect(core.bridge.asked[1]?.sheet?.timeStamp).toBe('1');
  });
});
