import { describe, expect, test } from 'vitest';
import { HABITS } from '../../sandbox/world/habits.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { listRefunds } from '../../src/core/wallet/api.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { BIO, sandbox } from './callers.ts';

type Sandbox = Awaited<ReturnType<typeof sandbox>>;

const PAGE = { current: 0, size: 9, query: { orderByField: 'ctime' } };

async function unkind(...habits: (typeof HABITS)[number][]): Promise<Sandbox> {
  const world = await sandbox();
  const answer = await world.control('server', Object.fromEntries(habits.map((habit) => [habit, true])));
  expect(answer.status).toBe(200);
  return world;
}

async function leaseOrder({ call }: Sandbox): Promise<string> {
  const request = {
    sno: 'PL10001',
    assist: false,
    serviceModeId: '11',
    productServiceDetailId: '112',
    appProductServiceDetailVo: {},
  };
  return ((await call('ordinary', createLeaseOrder.path, request)).data as { orderNo: string }).orderNo;
}

const order = async ({ call }: Sandbox, number: string) => (await call('ordinary', getLeaseOrder.path, number)).data;

describe('the habits of an unkind server', () => {
  test('The state lists every habit, one call switches all, and a reset ends them', async () => {
    const { control } = await sandbox();
    const server = async () => ((await (await control('state')).json()) as { server: Record<string, boolean> }).server;
    expect(await server()).toEqual(Object.fromEntries(HABITS.map((habit) => [habit, false])));
    await control('server', { unkind: true, omitsPrices: false });
    expect(await server()).toMatchObject({ listsEnded: true, chargesCancelled: true, omitsPrices: false });
    expect((await control('server', { polite: true })).status).toBe(400);
    await control('reset', {});
    expect(Object.values(await server())).not.toContain(true);
  });

  test('Every start and stop is executed and counted, and each start takes a use', async () => {
    const { call, effects } = await unkind('takesEveryCommand');
    for (const user of ['card', 'card', 'last-use'])
      expect((await call(user, startDevice.path, { sno: 'PL10001', ...BIO })).code).toBe('200');
    expect((await call('card', startDevice.path, { sno: 'PL10004', ...BIO })).code).toBe('200');
    expect((await call('last-use', startDevice.path, { sno: 'PL10001', ...BIO })).code).toBe('10010');
    for (const user of ['ordinary', 'card']) expect((await call(user, stopDevice.path, 'PL10001')).code).toBe('200');
    expect(await effects()).toMatchObject({ starts: 4, usesDeducted: 4, stops: 2 });
  });

  test('Rows of lists lack the shop and the prices, orders have codes, and a status is new', async () => {
    const world = await unkind('omitsOwners', 'omitsPrices', 'codesInStatus', 'unknownStatus');
    const { call } = world;
    const number = await leaseOrder(world);
    expect((await call('leaser', listDevices.path)).data).toMatchObject([{ ownerId: null }, { ownerId: null }]);
    expect((await call('ordinary', listLeaseOrders.path, PAGE)).data).toMatchObject({
      records: [
        { orderNo: number, status: 1, statusDesc: null, statusCode: null, payMoney: null, money: null },
        {},
        {},
        {},
        {},
      ],
    });
    expect(await order(world, number)).toMatchObject({ payMoney: 168 });
    expect((await call('card', checkDevice.path, { sno: 'PL10001', assist: false })).data).toMatchObject({
      status: 'DEVICE_STANDBY',
    });
  });

  test('The payment sheet takes money for a cancelled order, which stays cancelled', async () => {
    const world = await unkind('chargesCancelled');
    const number = await leaseOrder(world);
    const sheet = (await world.call('ordinary', prePay.path, { orderNo: number, sno: 'PL10001', payType: 1 })).data;
    await world.control(`order/${number}/cancel`, {});
    expect((await world.control('weixin/pay', { package: (sheet as { package: string }).package })).status).toBe(200);
    expect(await world.effects()).toMatchObject({ charges: 1 });
    expect(await order(world, number)).toMatchObject({ status: '已取消' });
  });
});

describe('what a shop does to an order', () => {
  test('A refund of the whole takes the lease back, one of a part does not', async () => {
    const world = await sandbox();
    const number = await leaseOrder(world);
    expect((await world.control(`order/${number}/refund`, {})).status).toBe(400);
    await world.control(`order/${number}/pay`, {});
    await world.control(`order/${number}/refund`, { part: true });
    expect(await order(world, number)).toMatchObject({ status: '部分退款', statusCode: 5 });
    expect((await world.call('ordinary', listDevices.path)).data).toHaveLength(1);
    await world.control(`order/${number}/refund`, {});
    expect(await order(world, number)).toMatchObject({ status: '已退款', statusCode: 5 });
    expect((await world.call('ordinary', listDevices.path)).data).toHaveLength(0);
  });

  test('The refunds of an order pay back what was paid for it, and no more', async () => {
    const world = await sandbox();
    const number = await leaseOrder(world);
    await world.control(`order/${number}/pay`, {});
    for (const refund of [{ part: true }, {}]) await world.control(`order/${number}/refund`, refund);
    expect((await world.control(`order/${number}/refund`, {})).status).toBe(400);
    const { data } = await world.call('ordinary', listRefunds.path, { current: 0, pages: 0, size: 9, total: 0 });
    const paidBack = (data as { records: { amount: unknown }[] }).records.map(({ amount }) => Number(amount));
    expect(paidBack.slice(0, 2)).toEqual([84, 84]); // the newest, of a plan that costs 168
  });
});
