// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { HOUR } from '../../src/core/basics/time.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import { AppHarness, at, choosesPlan, doesNotSee, LEASE_ORDER, presses, sees } from './app-harness.tsx';

const OVER = '2026-02-20 09:00:00';
const OWN_OVER = aDevice({ sno: 'PL1001', ownerId: 'op1', orderNo: 'ZL1', expirationTime: OVER });
const RENTED_BY_OTHER = { ownerId: 'op1', status: 'DEVICE_USING' };

/** The ways that lead past the entry to the plans of a device, or have passed it long ago. */
const WAYS: [string, (app: AppHarness) => Promise<void>][] = [
  [
    'renews a rental that is over',
    async (app) => {
      app.reply(listDevices, [OWN_OVER]).open('/my?tab=device');
      await presses(/^续租/);
    },
  ],
  [
    'rents again what an order has rented',
    async (app) => {
      const paid = { ...LEASE_ORDER, statusCode: 5, status: '订单完成', payTime: '2026-02-01 09:00:00' };
      app.reply(getLeaseOrder, paid).open('/orderDetail?orderNo=L100&isCardItem=false');
      await presses('再次租用');
    },
  ],
  [
    'chooses another plan after a cancelled order',
    async (app) => {
      app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: -1, status: '已取消' });
      app.reply(listLeaseOrders, aPage()).open('/orderDetail?orderNo=L100&isCardItem=false');
      await presses('重新选择套餐');
    },
  ],
  [
    'goes back from the plans of a renewal to those of the device, after a cancelled order',
    async (app) => {
      app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: -1, status: '已取消' });
      app.reply(listLeaseOrders, aPage()).open('/orderDetail?orderNo=L100&isCardItem=false');
      await presses('重新选择套餐');
      await waitFor(() => expect(at()).toContain('renewal=1'));
      await presses('返回');
      await waitFor(() => expect(at()).not.toContain('renewal=1'));
    },
  ],
  [
    'opens the plans of yesterday again',
    (app) => {
      app.open('/lease?sno=PL1001&assist=false');
      return Promise.resolve();
    },
  ],
  [
    'has looked at the plans of a free device, and shows them again later',
    async (app) => {
      app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' }).open('/?sno=PL1001');
      await choosesPlan(/7天/);
      app.reply(checkDevice, RENTED_BY_OTHER);
      await app.resumes();
    },
  ],
];

test.each(WAYS)(
  'Who %s is sold no days of a device that somebody else rents by now, and is told so',
  async (_, goes) => {
    const app = new AppHarness().reply(checkDevice, RENTED_BY_OTHER);
    await goes(app);
    await waitFor(() => expect(at()).toContain('/lease?sno=PL1001'));
    expect(await sees('设备已被租用')).toBeTruthy();
    expect(doesNotSee(/租期至/)).toBe(true);
    expect(screen.queryByRole('radio', { name: /7天/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /支付/ })).toBeNull();
    expect(app.calls(createLeaseOrder)).toBe(0);
  },
);

test('Who renews a rental that is over is sold no days of a device on which somebody else is treated, as a scan would say', async () => {
  const app = new AppHarness().reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' });
  app.reply(listDevices, [OWN_OVER]).open('/my?tab=device');
  await presses(/^续租/);
  expect(await sees('设备已被他人启动')).toBeTruthy();
  expect(screen.queryByRole('radio', { name: /7天/ })).toBeNull();
});

test.each([
  ['DEVICE_USED', '设备已被他人启动'],
  ['DEVICE_USING', '设备已被租用'],
])(
  'Who pays for days after an hour before the plans, when the check says %s of the device, orders and pays nothing, and is told so',
  async (status, said) => {
    const app = new AppHarness().open('/lease?sno=PL1001&assist=false');
    await choosesPlan(/7天/);
    await app.advance(HOUR);
    app.reply(checkDevice, { ownerId: 'op1', status });
    await presses('￥49 支付');
    expect(await sees('设备的租用情况有变动，本次没有扣款')).toBeTruthy();
    expect(await sees(said)).toBeTruthy();
    expect([app.calls(createLeaseOrder), app.bridge.asked]).toEqual([0, []]);
  },
);

test('Who pays for days after an hour before the plans pays them, although nobody can say any more who rents the device', async () => {
  const app = new AppHarness().open('/lease?sno=PL1001&assist=false');
  await choosesPlan(/7天/);
  await app.advance(HOUR);
  app.reply(listDevices, new Problem('timeout')).reply(checkDevice, new Problem('timeout'));
  app.bridge.answers({ result: 'cancel' });
  await presses('￥49 支付');
  await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
});

test('Nobody pays for an order of a device on which somebody else is treated, and is told so', async () => {
  const app = new AppHarness().reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' });
  app.reply(listLeaseOrders, aPage(LEASE_ORDER)).open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses(/^去支付/);
  expect(await sees('设备已被他人启动')).toBeTruthy();
  expect(app.bridge.asked).toHaveLength(0);
});

test.each(['/orderDetail?orderNo=L100&isCardItem=false', '/my/orderList'])(
  'Nobody pays in %s for an order of a device that somebody else rents by now, and is told so',
  async (address) => {
    const app = new AppHarness()
      .reply(checkDevice, RENTED_BY_OTHER)
      .reply(getLeaseOrder, LEASE_ORDER)
      .reply(listLeaseOrders, aPage(LEASE_ORDER))
      .open(address);
    await presses(/^去支付/);
    expect(await sees('设备已被租用')).toBeTruthy();
    expect(await sees('没有打开支付，本次没有扣款')).toBeTruthy();
    expect(app.bridge.asked).toHaveLength(0);
  },
);

test('A customer pays on the own phone, by the link, what an assistant has ordered for them, although the assistant’s account rents the device', async () => {
  const app = new AppHarness().reply(checkDevice, RENTED_BY_OTHER).reply(getLeaseOrder, LEASE_ORDER);
  app.bridge.answers({ result: 'cancel' });
  app.reply(listLeaseOrders, aPage()).open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses(/^去支付/);
  await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
});

test.each([
  ['has not been answered yet', () => new Promise<never>(() => undefined)],
  ['could not be answered', new Problem('timeout')],
])(
  'No days are ordered of a device that somebody else rents where the question for it %s on the plans',
  async (_, first) => {
    const app = new AppHarness().reply(checkDevice, first, RENTED_BY_OTHER).open('/lease?sno=PL1001&assist=false');
    await choosesPlan(/7天/);
    await presses('￥49 支付');
    expect(await sees('设备的租用情况有变动，本次没有扣款')).toBeTruthy();
    expect(app.calls(createLeaseOrder)).toBe(0);
  },
);
