import { describe, expect, test } from 'vitest';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { sandbox } from './callers.ts';

describe('the users of the sandbox’s cloud', () => {
  test('A user sees a shared device until the share ends', async () => {
    const world = await sandbox();
    const list = async () => (await world.call('shared', listDevices.path)).data;
    expect(await list()).toMatchObject([{ sno: 'PL10003', shareUserId: 'leaser', shareUserName: '周桂芳' }]);
    expect((await world.call('shared', unshareDevice.path, { sno: 'PL10003', mobile: '13800000003' })).code).toBe(
      '403',
    );
    expect((await world.call('leaser', unshareDevice.path, { sno: 'PL10003', mobile: '13800000003' })).code).toBe(
      '200',
    );
    expect(await list()).toEqual([]);
    expect((await world.call('leaser', shareDevice.path, { sno: 'PL10003', mobile: '1380000' })).code).toBe('2');
    expect((await world.call('leaser', shareDevice.path, { sno: 'PL10003', mobile: '13800000003' })).code).toBe('200');
    expect(await world.effects()).toMatchObject({ shares: 1 });
  });

  test('A user binds a phone number with the code that was sent there', async () => {
    const world = await sandbox();
    const send = async (mobile: string) => (await world.call('nobody', sendCode.path, mobile)).code;
    const bind = async (newMobile: string, newCode: string) =>
      (await world.call('nobody', updatePhone.path, { newMobile, newCode })).code;
    expect(await send('12345')).toBe('2');
    expect(await send('13800000001')).toBe('1000011');
    expect(await send('13912345678')).toBe('200');
    const { codes } = (await (await world.control('state')).json()) as { codes: { mobile: string; code: string }[] };
    expect(codes[0]?.mobile).toBe('13912345678');
    expect(await bind('13912345678', '000')).toBe('517');
    expect(await bind('13912345678', codes[0]?.code ?? '')).toBe('200');
    expect((await world.call('nobody', getUser.path, {})).data).toMatchObject({ mobile: '13912345678' });
  });

  test('A long list comes in pages that begin with 0 and end with a short one', async () => {
    const world = await sandbox({ scenario: 'many-orders' });
    const page = async (current: number) =>
      (await world.call('ordinary', listLeaseOrders.path, { current, size: 15, query: { orderByField: 'ctime' } }))
        .data as { records: { orderNo: string }[]; total: number };
    const [first, second] = [await page(0), await page(1)];
    expect(first.records).toHaveLength(15);
    expect(first.total).toBeGreaterThan(10_000);
    expect(new Set([...first.records, ...second.records].map(({ orderNo }) => orderNo)).size).toBe(30);
    expect((await page(Math.floor(first.total / 15))).records.length).toBeLessThan(15);
  });
});
