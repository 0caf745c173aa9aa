import { describe, expect, test } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder, listDurationPlans } from '../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { sandbox } from './callers.ts';

const DAY = 86_400_000;

type Sandbox = Awaited<ReturnType<typeof sandbox>>;

interface Sheet {
  package: string;
}

async function leaseOrder({ call }: Sandbox, user = 'ordinary', sno = 'PL10001', assist = false): Promise<string> {
  const { data } = await call(user, listDurationPlans.path, { sno });
  const { list, modeId } = data as { list: { id: number }[]; modeId: number };
  const request = {
    assist,
    productServiceDetailId: String(list[0]?.id),
    serviceModeId: String(modeId),
    sno,
    appProductServiceDetailVo: {},
  };
  const ordered = await call(user, createLeaseOrder.path, request);
  if (ordered.code !== '200') throw new Error(ordered.message);
  return (ordered.data as { orderNo: string }).orderNo;
}

const prepare = async ({ call }: Sandbox, user: string, orderNo: string) =>
  (await call(user, prePay.path, { orderNo, payType: 1 })).data as Sheet;

const detail = async ({ call }: Sandbox, number: string) => (await call('ordinary', getLeaseOrder.path, number)).data;

describe('an order in the sandbox’s cloud', () => {
  test('An order is pending, prepared and paid once, and grants the purchase', async () => {
    const world = await sandbox();
    const number = await leaseOrder(world);
    expect(await detail(world, number)).toMatchObject({ status: '待支付', statusCode: 1, payTime: null });
    const sheet = await prepare(world, 'ordinary', number);
    expect(await detail(world, number)).toMatchObject({ status: '支付中', statusCode: 1 });
    expect((await world.control('weixin/pay', { package: sheet.package })).status).toBe(200);
    expect(await detail(world, number)).toMatchObject({
      status: '支付完成',
      statusCode: 5,
      payTime: expect.stringMatching(/^\d{4}-/),
    });
    expect((await world.call('ordinary', listDevices.path)).data).toMatchObject([
      { sno: 'PL10001', assist: false, orderNo: number },
    ]);
    expect((await world.control('weixin/pay', { package: sheet.package })).status).toBe(400);
    expect(await world.call('ordinary', prePay.path, { orderNo: number, payType: 1 })).toMatchObject({ code: '500' });
    expect(await world.effects()).toMatchObject({ ordersCreated: 1, prepays: 1, charges: 1 });
  });

  test('An order can be cancelled by its owner while it is open, and by no other user', async () => {
    const world = await sandbox();
    const number = await leaseOrder(world);
    expect((await world.call('card', cancelLeaseOrder.path, number)).code).toBe('404');
    expect((await world.call('ordinary', cancelLeaseOrder.path, number)).code).toBe('200');
    expect(await detail(world, number)).toMatchObject({ status: '已取消', statusCode: -1 });
    expect((await world.call('ordinary', cancelLeaseOrder.path, number)).code).toBe('500');
  });

  test('An order of time renews a current lease, and cannot rent a device that another user rents', async () => {
    const world = await sandbox();
    const until = async () =>
      ((await world.call('leaser', listDevices.path)).data as { sno: string; expirationTime: number }[]).find(
        ({ sno }) => sno === 'PL10003',
      );
    const before = await until();
    const number = await leaseOrder(world, 'leaser', 'PL10003');
    await world.control(`order/${number}/pay`, {});
    expect((await until())?.expirationTime).toBe((before?.expirationTime ?? 0) + DAY);
    await expect(leaseOrder(world, 'ordinary', 'PL10003')).rejects.toThrow('租用');
  });

  test('An order on behalf of a customer is open to assistants only, who see it in their list as such', async () => {
    const world = await sandbox();
    await expect(leaseOrder(world, 'ordinary', 'PL10001', true)).rejects.toThrow('代租');
    const number = await leaseOrder(world, 'assistant', 'PL10001', true);
    await world.control(`order/${number}/pay`, {});
    expect((await world.call('assistant', listDevices.path)).data).toContainEqual(
      expect.objectContaining({ sno: 'PL10001', assist: true }),
    );
  });

  test('A renewal on behalf of a customer extends the customer’s rental, and an assistant’s own order does not', async () => {
    const world = await sandbox();
    const rentals = async () => {
      const listed = (await world.call('assistant', listDevices.path)).data;
      return (listed as { sno: string; assist: boolean; expirationTime: number }[])
        .filter(({ sno }) => sno === 'PL10010')
        .map(({ assist, expirationTime }) => ({ assist, expirationTime }));
    };
    const renews = async (assist: boolean) => {
      const number = await leaseOrder(world, 'assistant', 'PL10010', assist);
      await world.control(`order/${number}/pay`, {});
    };
    const [customers] = await rentals();
    await renews(true);
    const extended = { assist: true, expirationTime: (customers?.expirationTime ?? 0) + DAY };
    expect(await rentals()).toEqual([extended]);
    await renews(false);
    expect(await rentals()).toContainEqual(extended);
  });

  test('An order that is requested twice with one idempotency key is one order', async () => {
    const world = await sandbox();
    const request = { rechargeModeDetailId: '122', rechargeModeId: '12', sysUserId: '9001' };
    const key = { 'idempotency-key': 'key-1' };
    const first = await world.call('card', createCardOrder.path, request, key);
    expect(await world.call('card', createCardOrder.path, request, key)).toEqual(first);
    expect(
      (await world.call('card', createCardOrder.path, { ...request, rechargeModeDetailId: '121' }, key)).status,
    ).toBe(422);
    expect(await world.effects()).toMatchObject({ ordersCreated: 1 });
  });
});
