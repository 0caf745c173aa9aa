import { describe, expect, test } from 'vitest';
import { RentDevice } from '../../../src/core/checkout/rent-device.ts';
import { API_BASE, problemOf } from '../../helpers/create-test-app.ts';
import { createCardOrder, createLeaseOrder } from '../../../src/core/lease/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { FakeOrderServer, withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';

describe('one wish makes one order', () => {
  test('however often the button is tapped', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    const taps = await Promise.all(Array.from({ length: 10 }, () => core.renting.rent(sevenDays, {})));
    expect(new Set(taps.map((tap) => JSON.stringify(tap))).size).toBe(1);
    expect([core.orderServer.orders.length, core.http.requests(prePay).length, core.bridge.asked.length]).toEqual([
      1, 1, 1,
    ]);
  });

  test.each([{ result: 'fail', message: '余额不足' }, { result: 'cancel' }] as const)(
    'after the payment ended in $result the same order is paid',
    async (answer) => {
      const core = withOrderServer();
      core.bridge.answers(answer, { result: 'ok' });
      const first = await core.renting.rent(sevenDays, {});
      expect(first).toMatchObject({
        kind: answer.result === 'fail' ? 'failed' : 'cancelled',
        order: { number: 'L-100' },
      });
      expect(await core.reopened().get(RentDevice).rent(sevenDays, {})).toMatchObject({
        kind: 'confirming',
        order: { number: 'L-100' },
      });
      expect(core.orderServer.orders).toHaveLength(1);
    },
  );

  test('that was paid is fulfilled: the next wish makes a new order', async () => {
    const core = withOrderServer();
    core.bridge.answers(() => (core.orderServer.moneyMoves(), { result: 'ok' }));
    await core.renting.rent(sevenDays, {});
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({
      kind: 'paid',
      order: { number: 'L-100' },
      destination: { to: 'mode-menu', paid: true },
    });
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
    expect(core.bridge.asked).toHaveLength(2);
  });

  test('whose order was cancelled meanwhile makes a new one', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' }, { result: 'ok' });
    await core.renting.rent(sevenDays, {});
    core.orderServer.cancelsAll();
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-101' } });
  });

  test('is another wish for another plan, device, or customer', async () => {
    const core = withOrderServer();
    const numbers: unknown[] = [];
    for (const [plan, terms] of [
      [sevenDays, {}],
      [sevenDays, { assist: true }],
      [{ ...sevenDays, id: 'd30' }, {}],
      [tenUses, {}],
    ] as const) {
      core.bridge.answers({ result: 'cancel' });
      const outcome = await core.renting.rent(plan, terms);
      numbers.push('order' in outcome && outcome.order.number);
    }
    expect(numbers).toEqual(['L-100', 'L-101', 'L-102', 'C-103']);
  });
});

describe('a lost answer', () => {
  test.each([
    [sevenDays, createLeaseOrder, 'L-100'],
    [tenUses, createCardOrder, 'C-100'],
  ] as const)('is looked for before anything is sent again: %#', async (plan, path, number) => {
    const core = withOrderServer();
    core.orderServer.losesItsAnswer(path);
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(plan, {})).toMatchObject({
      kind: 'confirming',
      order: { number, amountFen: plan.priceFen },
    });
    expect(core.http.requests(path)).toHaveLength(1);
  });

  test('of a free order is found as well', async () => {
    const core = withOrderServer();
    core.orderServer.prices.lease = 0;
    core.orderServer.losesItsAnswer();
    expect(await core.renting.rent({ ...sevenDays, priceFen: 0 }, {})).toMatchObject({
      kind: 'free',
      order: { number: 'L-100' },
    });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('where no order was made is tried again with the same key', async () => {
    const core = withOrderServer({ idempotencyHeader: 'Idempotency-Key' });
    core.orderServer.hearsNothing();
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'network' });
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    const keys = core.http.requests(createLeaseOrder).map(({ headers }) => headers['Idempotency-Key']);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test('while the server cannot be asked sends nothing a second time', async () => {
    const core = withOrderServer();
    core.orderServer.losesItsAnswer();
    core.orderServer.isUnreachable();
    await problemOf(core.renting.rent(sevenDays, {}));
    await problemOf(core.renting.rent(sevenDays, {}));
    expect(core.orderServer.orders).toHaveLength(1);
    core.orderServer.isReachable();
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('to a page that was killed is looked for when it is opened again', async () => {
    const core = withOrderServer();
    core.http.reply(createLeaseOrder, () => new Promise<never>(() => {}));
    void core.renting.rent(sevenDays, {});
    await core.clock.advance(1);
    const orderServer = new FakeOrderServer(core.http);
    await core.http.send({
      method: 'POST',
      url: API_BASE + createLeaseOrder.path,
      headers: {},
      body: '{}',
      timeoutMs: 1_000,
    });
    core.bridge.answers({ result: 'ok' });
    expect(await core.reopened().get(RentDevice).rent(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(orderServer.orders).toHaveLength(1);
  });

  test('takes up no order of another device, another price, another plan, or one that is closed', async () => {
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
        serviceModeName: '30天',
        ctime: core.clock.now(),
      },
      { orderNo: 'X4', statusCode: -1, deviceSno: 'DEV0001', payMoney: '19.90', ctime: core.clock.now() },
      { orderNo: 'X5', statusCode: 5, deviceSno: 'DEV0001', payMoney: '19.90', ctime: core.clock.now() },
    );
    expect(await problemOf(core.renting.rent(sevenDays, {}))).toMatchObject({ code: 'network' });
  });
});
