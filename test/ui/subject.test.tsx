// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { createLeaseOrder, listDurationPlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { screenOf } from '../helpers/addresses.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import { AppHarness, at, choosesPlan, doesNotSee, goTo, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { RUNNING } from './under-treatment.ts';

const OTHER = 'PL2002';
const OWN_DEVICES = [aDevice({ sno: 'PL1001', ownerId: 'op1' }), aDevice({ sno: OTHER, ownerId: 'op2' })];

test('启动 on the custom screen starts the device in its address after another device was stopped', async () => {
  const app = new AppHarness().reply(listDevices, OWN_DEVICES).open(screenOf('/custom'));
  expect(await sees('编号 PL1001')).toBeTruthy();
  app.reply(checkDevice, { ownerId: 'op2', status: 'DEVICE_WORKING' }).reply(readLatest, RUNNING);
  goTo(screenOf('/process', { sno: OTHER }));
  await presses('停止理疗');
  expect(await screen.findByRole('alertdialog', { description: /编号 PL2002/ })).toBeTruthy();
  await presses('确认');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { sno: OTHER, rest: 'stop=1' })));
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
  await app.advance(11_000);
  goTo(screenOf('/custom'));
  expect(await sees('编号 PL1001')).toBeTruthy();
  await presses('启动');
  await waitFor(() => expect(app.http.data(startDevice)).toMatchObject([{ sno: 'PL1001' }]));
});

test('An address without a device is about the last device of the visit, and keeps it after another was looked at', async () => {
  const app = new AppHarness().withDevice('PL1001').open('/lease');
  app.bridge.answers('open');
  expect(await sees(/编号 PL1001/)).toBeTruthy();
  const address = at();
  goTo(screenOf('/modeMenu', { sno: OTHER }));
  expect(await sees('编号 PL2002')).toBeTruthy();
  goTo(address);
  await choosesPlan(/7天/);
  await presses(/支付$/);
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ sno: 'PL1001' }]));
});

test('An address whose device number cannot exist is about no device', async () => {
  new AppHarness().withDevice('PL1001').open('/modeMenu?sno=%E6%89%93138');
  expect(await sees('请先选择设备')).toBeTruthy();
});

test('Plans that no device and no shop is named for are asked of nobody, and not said to be none', async () => {
  const app = new AppHarness().open('/lease?assist=false');
  expect(await sees('请先选择设备')).toBeTruthy();
  expect([doesNotSee(/暂无/), app.calls(listDurationPlans)]).toEqual([true, 0]);
});

test('A screen that acts on a device names it, and goes on without a name that cannot be read', async () => {
  const app = new AppHarness().open(screenOf('/modeMenu'));
  expect(await sees('客厅理疗仪')).toBeTruthy();
  app.reply(getDetail, { onlineStatusDesc: '在线' });
  goTo(screenOf('/custom', { sno: OTHER }));
  expect(await sees('编号 PL2002')).toBeTruthy();
  expect(screen.queryByText('客厅理疗仪')).toBeNull();
});

test('The way back to an order’s address shows that order after another one was looked at', async () => {
  const second = { ...LEASE_ORDER, orderNo: 'L200' };
  new AppHarness()
    .reply(listLeaseOrders, aPage(LEASE_ORDER, second))
    .reply(getLeaseOrder, LEASE_ORDER, second, LEASE_ORDER)
    .open('/my/orderList');
  fireEvent.click(await screen.findByRole('link', { name: /L100/ }));
  expect(await sees('L100')).toBeTruthy();
  const address = at();
  goTo('/my/orderList');
  fireEvent.click(await screen.findByRole('link', { name: /L200/ }));
  expect(await sees('L200')).toBeTruthy();
  goTo(address);
  expect(await sees('L100')).toBeTruthy();
  expect(screen.queryByText('L200')).toBeNull();
});

test('The report of a refund request names the device of the order', async () => {
  const paid = { ...LEASE_ORDER, orderNo: 'L900', deviceSno: OTHER, statusCode: 5, status: '支付完成' };
  new AppHarness().withDevice('PL1001').reply(getLeaseOrder, paid).open('/orderDetail?orderNo=L900&isCardItem=false');
  await presses('申请退款');
  await presses('设备故障，无法使用');
  fireEvent.click(await screen.findByRole('switch', { name: /附上诊断信息/ }));
  expect((await sees(/^诊断信息 /)).textContent).toContain('设备编号 PL2002');
});

test('The report of another feedback says which device was looked at last', async () => {
  new AppHarness().withDevice('PL1001').open('/my/feedback');
  fireEvent.click(await screen.findByRole('switch', { name: /附上诊断信息/ }));
  const report = (await sees(/^诊断信息 /)).textContent;
  expect(report).toContain('最近查看的设备 PL1001');
  expect(report).not.toContain('设备编号');
});

test('The detail without an order number shows the order that was opened last, also by its link', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(LEASE_ORDER)).open('/my/orderList');
  fireEvent.click(await screen.findByRole('link', { name: /L100/ }));
  await sees('订单编号');
  app.reply(getLeaseOrder, ({ body }) => ({ ...LEASE_ORDER, orderNo: body.includes('L200') ? 'L200' : 'L100' }));
  goTo('/orderDetail?orderNo=L200&isCardItem=false');
  await sees('L200');
  goTo('/orderDetail?type=cancel');
  expect(await sees('L200')).toBeTruthy();
});
