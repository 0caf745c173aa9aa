// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { httpResponse } from '../helpers/fake-server.ts';
import { AppHarness, at, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { CHANNEL, RUNNING, running, underTreatment } from './under-treatment.ts';
import { screenOf } from '../helpers/addresses.ts';

// covers 2.process.10a
test('During a treatment, the share menu opens all details of the device, and the share screen', async () => {
  const device = {
    sno: 'PL1001',
    deviceName: '客厅理疗仪',
    deviceArea: '上海 徐汇',
    onlineStatus: '在线',
    expirationTime: '2026-03-15 09:00:00',
    assist: false,
  };
  await underTreatment(running().reply(listDevices, [device]));
  await presses('设备与分享');
  const menu = within(await screen.findByRole('dialog', { name: '设备与分享' }));
  expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['设备管理', '分享管理', '取消']);
  await presses('设备管理');
  const panel = within(await screen.findByRole('dialog', { name: '设备管理' }));
  for (const words of ['客厅理疗仪', 'PL1001', '上海 徐汇', '在线', '2026-03-15', '13天', 'A4:CF:12:00'])
    expect(await panel.findByText(words)).toBeTruthy();
  await presses('关闭');
  await presses('设备与分享');
  await presses('分享管理');
  await waitFor(() => expect(at()).toBe(screenOf('/share')));
});

test('The details of the user’s own device offer to share it and to renew its lease', async () => {
  const device = { sno: 'PL1001', deviceName: '客厅理疗仪', expirationTime: '2026-03-15 09:00:00', assist: false };
  await underTreatment(running().reply(listDevices, [device]));
  await presses('设备与分享');
  await presses('设备管理');
  const panel = within(await screen.findByRole('dialog', { name: '设备管理' }));
  expect(await panel.findByRole('button', { name: '分享设备' })).toBeTruthy();
  await presses('续租');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'renewal=1&assist=false' })));
});

test('The details of a customer’s device offer its renewal but nothing to share, and those of a shared one neither', async () => {
  const device = { sno: 'PL1001', deviceName: '客厅理疗仪', expirationTime: '2026-03-15 09:00:00', assist: true };
  const app = running().reply(listDevices, [device]);
  await underTreatment(app);
  await presses('设备与分享');
  await presses('设备管理');
  const panel = within(await screen.findByRole('dialog', { name: '设备管理' }));
  expect(await panel.findByRole('button', { name: '续租' })).toBeTruthy();
  expect(panel.queryByRole('button', { name: '分享设备' })).toBeNull();
  app.reply(listDevices, [{ ...device, shareUserId: 'u7' }]);
  await app.resumes();
  await waitFor(() => expect(panel.queryByRole('button', { name: '续租' })).toBeNull());
  expect(panel.queryByRole('button', { name: '分享设备' })).toBeNull();
});

test('The details of a shared device name no end, because the lease is somebody else’s', async () => {
  const shared = { sno: 'PL1001', deviceName: '客厅理疗仪', shareUserId: 'u7', expirationTime: '2026-03-15 09:00:00' };
  await underTreatment(
    running()
      .reply(listDevices, [shared])
      .reply(getDetail, { onlineStatusDesc: '在线', mac: 'A4:CF:12:00', expirationTime: '2026-03-15 09:00:00' }),
  );
  await presses('设备与分享');
  await presses('设备管理');
  const panel = within(await screen.findByRole('dialog', { name: '设备管理' }));
  expect(await panel.findByText('A4:CF:12:00')).toBeTruthy();
  expect(panel.queryByText(/2026|天$/)).toBeNull();
});

test('The details of a device are read again when the page is shown again, and a failure of that is told', async () => {
  const app = running().reply(getDetail, { onlineStatusDesc: '在线', name: '客厅理疗仪' });
  await underTreatment(app);
  await presses('设备与分享');
  await presses('设备管理');
  const panel = within(await screen.findByRole('dialog', { name: '设备管理' }));
  expect(await panel.findByText('客厅理疗仪')).toBeTruthy();
  app.reply(getDetail, { onlineStatusDesc: '在线', name: '卧室理疗仪' });
  await app.resumes();
  expect(await panel.findByText('卧室理疗仪')).toBeTruthy();
  app.reply(getDetail, httpResponse({ status: 404 }));
  await app.resumes();
  expect(await panel.findByRole('alert')).toBeTruthy();
  expect(await panel.findByText('卧室理疗仪')).toBeTruthy();
});

// covers 2.process.13b
test('Once a payment is settled, the device state is read again at once', async () => {
  const app = running();
  const order = { number: 'L100', kind: 'lease' as const, amountFen: 4900, sno: 'PL1001' };
  app.purchases.record({ type: 'sheetAnswered', order, answer: 'ok' });
  app.open('/process?sno=PL1001&paid=1');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await app.advance(12_000);
  expect(await sees('11000V')).toBeTruthy();
  app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  app.reply(readLatest, { ...RUNNING, voltage: 3 });
  await presses('再次确认');
  expect(await sees('支付订单 L100：支付成功')).toBeTruthy();
  expect(await sees('5000V')).toBeTruthy();
});

// covers 4.channel.3b
test('A device that reports itself offline is shown as offline at once, and the dialog blocks the screen', async () => {
  const app = await underTreatment(running().reply(enterPage, CHANNEL));
  await waitFor(() => expect(app.channel.openConnections).toBe(1));
  app.channel.push({ kind: 'online', online: false });
  const dialog = await screen.findByRole('alertdialog', { name: '设备已离线' });
  expect(screen.getAllByRole('button').every((button) => dialog.contains(button))).toBe(true);
});

// covers 2.modes.2a
test('The modes are four tiles beside the link to custom settings', async () => {
  new AppHarness().withDevice().open('/modeMenu');
  for (const tile of ['生物电', '高光波', '睡眠', '量子'])
    expect(await screen.findByRole('button', { name: tile })).toBeTruthy();
  expect(within(screen.getByRole('list')).getAllByRole('button')).toHaveLength(4);
  fireEvent.click(screen.getByRole('link', { name: /自定义参数/ }));
  await waitFor(() => expect(at()).toBe(screenOf('/custom')));
});
