// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { withTallPage } from './tall-page.ts';

withTallPage();

const LONG_PAID = { statusCode: 5, status: '订单完成', payTime: '2020-03-01 08:01:00' };

test('The detail of a paid order leads to the device', async () => {
  const app = new AppHarness().reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  app.reply(listCards, aPage({ sysUserId: 'op1', money: 1 })).open('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await sees('支付完成')).toBeTruthy();
  await presses('使用设备');
  expect(await screen.findByRole('heading', { name: '选择理疗模式' })).toBeTruthy();
});

test.each<[string, string, (app: AppHarness) => void]>([
  ['再次租用', 'neither the device nor a use is left', () => {}],
  ['使用设备', 'the device is still rented', (app) => app.withOwnLease()],
  ['使用设备', 'a use is left', (app) => app.reply(listCards, aPage({ sysUserId: 'op1', money: 1 }))],
  ['使用设备', 'the rented devices cannot be read', (app) => app.reply(listDevices, new Problem('network'))],
])('A paid order of long ago offers %s where %s', async (button, _, has) => {
  const app = new AppHarness().reply(getLeaseOrder, { ...LEASE_ORDER, ...LONG_PAID });
  has(app);
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await screen.findByRole('button', { name: button })).toBeTruthy();
});

test('A customer rents the device of an order of long ago again', async () => {
  new AppHarness()
    .reply(getLeaseOrder, { ...LEASE_ORDER, ...LONG_PAID })
    .open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('再次租用');
  await waitFor(() => expect(at()).toMatch(/^\/lease\?sno=PL1001/));
});

test('The link to an order that the account does not have says that it was not found, and offers the support alone', async () => {
  new AppHarness().open('/orderDetail?orderNo=C1&isCardItem=true&sysUserId=op1');
  expect(await sees('没有找到该订单，如已付款请联系客服')).toBeTruthy();
  expect(await sees('订单编号 C1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /支付|取消|选择/ })).toBeNull();
  expect(screen.getByRole('button', { name: '联系客服' })).toBeTruthy();
});

test('Without a support contact in the configuration, the support dialog refers to the shop', async () => {
  new AppHarness().open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('联系客服');
  expect(await sees('请到设备所在门店联系店员，工作人员会协助您处理。')).toBeTruthy();
});

test('An empty card list says so', async () => {
  new AppHarness().open('/my/cardList');
  expect(await sees('次卡包为空')).toBeTruthy();
});
