import { describe, expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { OrdersPlacedHere } from '../../../src/core/checkout/orders-placed-here.ts';
import { RentDevice } from '../../../src/core/checkout/rent-device.ts';
import { checkDevice, listDevices } from '../../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder } from '../../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders } from '../../../src/core/order/api.ts';
import type { PayableOrder } from '../../../src/core/order/order.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { MINUTE } from '../../../src/core/basics/time.ts';
import { Problem } from '../../../src/core/problem.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { forDevice, leaseTerms, rentingIn } from '../../helpers/renting.ts';
import { httpResponse } from '../../helpers/fake-server.ts';
import { withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aDevice, aLeaseOrder, aSheet } from '../../helpers/wire.ts';

describe('RentDevice: ordering', () => {
  test('A lease order request contains the plan, the device and the assist flag', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, { forWhom: 'customer' })).toMatchObject({
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

  test.each([
    [sevenDays, { renewal: 'card' }, 'no-duration'],
    [sevenDays, { rechargeOperatorId: 'shop-1' }, 'no-duration'],
    [tenUses, { renewal: 'device' }, 'no-card-on-renewal'],
    [tenUses, { forWhom: 'customer' }, 'no-card-for-customer'],
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

  test.each([0, '0.00'])('An order at the price %j needs no payment and leads to the mode menu', async (price) => {
    const core = withOrderServer();
    core.orderServer.prices.lease = price;
    const free = { ...sevenDays, priceFen: 0 };
    expect(await core.renting.rent(free, {})).toMatchObject({ kind: 'free', destination: { to: 'mode-menu' } });
    expect(core.http.requests(prePay)).toEqual([]);
    await core.renting.rent(free, {});
    expect(core.orderServer.orders).toHaveLength(2);
  });
});

describe('RentDevice: for whom and from whom', () => {
  test('Uses for a device whose operator is not known are ordered from the one that the server names', async () => {
    const core = withOrderServer();
    core.http.reply(checkDevice, { ownerId: 'shop-9', status: 'DEVICE_FREE' });
    await core.get(RentDevice).order(tenUses, { ...forDevice(), operatorId: undefined });
    expect(core.http.data(createCardOrder)).toEqual([expect.objectContaining({ sysUserId: 'shop-9' })]);
  });

  test('The phone knows for whom it placed its orders, and not for whom another phone’s are', async () => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, { forWhom: 'customer' });
    await core.renting.order({ ...sevenDays, id: 'd8' }, {});
    const placedHere = core.reopened().get(OrdersPlacedHere);
    const numbers = ['L-100', 'L-101', 'L-102'];
    expect(numbers.map((number) => placedHere.forWhom(number))).toEqual(['customer', 'self', 'unsaid']);
  });

  test('An order that an earlier release noted by its time alone was placed for a customer', () => {
    const core = withOrderServer();
    core.scope.write('account', 'customerOrders', JSON.stringify({ 'L-1': core.clock.now() }));
    const placedHere = core.get(OrdersPlacedHere);
    placedHere.add('L-2', 'self');
    expect(['L-1', 'L-2'].map((number) => placedHere.forWhom(number))).toEqual(['customer', 'self']);
  });

  test('A second purchase is not told the outcome of the first', async () => {
    const core = withOrderServer();
    const first = core.renting.order(sevenDays, {});
    const second = core.get(RentDevice).order(sevenDays, forDevice({}, { sno: 'DEV0002' }));
    expect([await first, await second]).toMatchObject([{ order: { sno: 'DEV0001' } }, { order: { sno: 'DEV0002' } }]);
  });
});

describe('RentDevice: destination', () => {
  test.each([
    ['a plain lease', sevenDays, {}, 'DEVICE_FREE', { to: 'mode-menu', sno: 'DEV0001', paid: true }],
    ['a device of an unknown status', sevenDays, {}, 'NEW', { to: 'mode-menu', sno: 'DEV0001', paid: true }],
    ['a lease of a working device', sevenDays, {}, 'DEVICE_WORKING', { to: 'process', sno: 'DEV0001', paid: true }],
    ['a renewal', sevenDays, { renewal: 'device' }, 'DEVICE_WORKING', { to: 'my', renewed: true }],
    ['uses', tenUses, {}, 'DEVICE_WORKING', { to: 'cards', paid: true }],
    ['uses from the card list', tenUses, { rechargeOperatorId: 'shop-1' }, 'DEVICE_FREE', { to: 'cards', paid: true }],
    ['a renewed card', tenUses, { renewal: 'card' }, 'DEVICE_FREE', { to: 'cards', paid: true }],
  ] as const)('The destination after payment is right for %s', async (_, plan, terms, status, destination) => {
    const core = withOrderServer();
    core.http.reply(checkDevice, { ownerId: 'shop-1', status }).reply(listDevices, [aDevice()]);
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(plan, terms)).toMatchObject({ kind: 'confirming', destination });
    expect(core.records.purchases().unsettled()[0]).toMatchObject({ answer: 'ok', leadsTo: destination });
  });

  test.each([
    ['the list shows no lease of it', []],
    ['the list shows only a rental for a customer', [aDevice({ assist: true })]],
    ['another user shares the device', [aDevice({ shareUserId: 'u7' })]],
  ])('A plan chosen again for a device is no renewal if %s', async (_, devices) => {
    const core = withOrderServer();
    core.http.reply(listDevices, devices);
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, { renewal: 'device' })).toMatchObject({
      destination: { to: 'mode-menu', sno: 'DEV0001' },
    });
  });

  // The server does not know of the payment yet. The customer taps again, and leaves the screen.
  test.each([
    ['has just said "ok"', 'ok', 0],
    ['has not answered for eleven minutes', 'none', 11 * MINUTE],
  ] as const)(
    'An order whose sheet %s is not called payable when its screen closes before it is paid again',
    async (_, result, ms) => {
      const core = withOrderServer();
      core.bridge.answers({ result });
      await core.renting.rent(sevenDays, {});
      await core.clock.advance(ms);
      const screen = new AbortController();
      core.http.reply(getLeaseOrder, () => (screen.abort(), aLeaseOrder({ orderNo: 'L-100', payMoney: '19.90' })));
      expect(await core.renting.rent(sevenDays, {}, { signal: screen.signal })).toMatchObject({
        kind: 'unknown',
        order: { number: 'L-100' },
      });
      expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'unknown', order: { number: 'L-100' } });
    },
  );

  // The first tap has heard that the order is paid, and still waits for the check of the device. The second tap orders anew,
  // and the list that it reads shows the order as paid back.
  test('A tap that waits does not call an order paid that a later tap finds paid back', async () => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.orderServer.moneyMoves('L-100');
    const free = { ownerId: 'shop-1', status: 'DEVICE_FREE' };
    let check = () => {};
    const checked = new Promise<void>((resolve) => (check = resolve));
    core.http.reply(checkDevice, async () => (await checked, free));
    const waiting = core.renting.order(sevenDays, {});
    await core.clock.advance(1);
    core.orderServer.says({ status: '已退款' });
    core.http.reply(checkDevice, free);
    const other = createTestApp({ adapters: { ...core.adapters, storage: core.storage.anotherPage() } });
    other.at({ sno: 'DEV0001' });
    expect(await rentingIn(other).order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
    check();
    expect(await waiting).toMatchObject({ kind: 'unknown', order: { number: 'L-100' } });
  });

  // The destination is read while the order is placed. Meanwhile, another page of the phone pays the order, and the screen closes.
  // The first tap has prepared the payment and was left. Another page cancels the order while the second one asks where it leads.
  test('No payment sheet opens for an order that another page has cancelled since it was taken up again', async () => {
    const core = withOrderServer();
    const leaving = new AbortController();
    core.http.reply(prePay, () => {
      leaving.abort();
      return aSheet;
    });
    core.bridge.answers({ result: 'ok' }, { result: 'ok' });
    const left = await core.renting.rent(sevenDays, {}, { signal: leaving.signal });
    expect(left).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    const elsewhere = core.anotherTab().get(CheckoutRecords);
    core.records.subscribe((event) => {
      if (event?.type !== 'orderResumed') return;
      core.orderServer.cancelsAll();
      elsewhere.record({ type: 'serverSaysCancelled', order: event.order });
    });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'cancelled', by: 'server' });
    expect(core.bridge.asked.filter(({ sheet }) => sheet)).toEqual([]);
  });

  test('An order that another page has settled since it was placed is not called payable', async () => {
    const core = withOrderServer();
    const elsewhere = core.anotherTab().get(CheckoutRecords);
    const screen = new AbortController();
    let respond = () => {};
    const responding = new Promise<void>((resolve) => (respond = resolve));
    core.http.reply(checkDevice, () => responding.then(() => new Problem('timeout')));
    const outcome = core.renting.rent(sevenDays, {}, { signal: screen.signal });
    await core.clock.advance(1);
    elsewhere.record({ type: 'serverSaysPaid', order: { kind: 'lease', number: 'L-100' } });
    screen.abort();
    respond();
    await core.clock.advance(10_000);
    expect(await outcome).toMatchObject({ kind: 'unknown', order: { number: 'L-100' } });
  });

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

  // The details of the order are read after the server called it unpaid. Meanwhile, another page of the phone pays it.
  test.each([
    [sevenDays, {}],
    [tenUses, { rechargeOperatorId: 'shop-1' }],
  ] as const)(
    'A cancelled payment is not called so if another page has settled the order since: case %#',
    async (plan, terms) => {
      const core = withOrderServer();
      core.bridge.answers({ result: 'cancel' });
      const elsewhere = core.anotherTab().get(CheckoutRecords);
      const list = plan === sevenDays ? getLeaseOrder : listCardOrders;
      const pays = () => {
        const order = core.bridge.asked[0]?.order as PayableOrder;
        elsewhere.record({ type: 'sheetOpened', order });
        elsewhere.record({ type: 'serverSaysPaid', order });
      };
      const unsubscribe = core.records.subscribe((event) => {
        if (event?.type !== 'serverSaysUnpaid') return;
        unsubscribe();
        const row = core.orderServer.orders[0];
        core.http.reply(
          list as typeof getLeaseOrder,
          () => (pays(), list === getLeaseOrder ? row : { records: [row] }) as never,
        );
      });
      expect(await core.renting.rent(plan, terms)).toMatchObject({ kind: 'paid' });
    },
  );
});
