// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { at, LEASE_ORDER, ok, presses, sees, Shop } from './shop.tsx';

const RUNNING = { onOff: 1, function: 1, subFunction: 1, voltage: 6, freq: 1, grade: 4, workTime: 30, useTime: 11 };
const CHANNEL = ok({
  deviceDetailWebSocketVo: { gizDid: 'did1', gizHost: 'giz.test', gizWsPort: 80, gizWssPort: '443' },
  gizAppId: 'app',
  token: 'tok',
  uid: 'uid',
});

const running = (more: object = {}) => new Shop().withDevice().server('/device/real_time_data', ok({ ...RUNNING, ...more }));

test.each([
  ['生物电模式', { function: 1, subFunction: 2 }],
  ['高光波模式', { function: 2 }],
  ['睡眠模式', { function: 3 }],
  ['量子模式', { function: undefined, subFunction: 2 }],
  ['自定义模式', { function: undefined, subFunction: 1 }],
])('A treatment is headed %s where the device says %j', async (heading, state) => {
  running(state).open('/process?sno=PL1001');
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
});

test.each([
  ['量子能量舱', { subFunction: 2 }],
  ['红外 中', { subFunction: 1, grade: 3 }],
  ['红外关', { subFunction: 1, grade: 1 }],
  ['红外关', { subFunction: 0 }],
])('The auxiliary is told as %s where the device says %j', async (words, state) => {
  running(state).open('/process?sno=PL1001');
  const row = (await sees('辅助功能')).closest('div') as HTMLElement;
  expect(within(row).getByText(words)).toBeTruthy();
});

const rows = async () => {
  await sees('理疗时长');
  return Object.fromEntries(screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]));
};

test.each([
  ['', {}, { 生物电压: '11000V', 理疗时长: '30分钟', 生物电频率: '50Hz', 辅助功能: '红外 高' }],
  ['in a smart loop', { voltage: 8 }, { 生物电压: '智能循环', 理疗时长: '30分钟', 生物电频率: '50Hz', 辅助功能: '红外 高' }],
  ['without a frequency', { freq: 0 }, { 生物电压: '11000V', 理疗时长: '30分钟', 辅助功能: '红外 高' }],
  ['that tells no frequency', { freq: undefined }, { 生物电压: '11000V', 理疗时长: '30分钟', 辅助功能: '红外 高' }],
  ['of sleep', { function: 3, workTime: 180, voltage: 0, freq: 0 }, { 理疗时长: '180分钟' }],
])('The rows of a treatment %s tell %j as %j', async (_, state, told) => {
  running(state).open('/process?sno=PL1001');
  expect(await rows()).toEqual(told);
});

test('High-light-wave and sleep say that they are on, and bio-electricity says neither', async () => {
  const shop = running({ function: 2 }).open('/process?sno=PL1001');
  expect(await sees('高光波已开启')).toBeTruthy();
  shop.server('/device/real_time_data', ok({ ...RUNNING, function: 3 }));
  await shop.passes(10_000);
  expect(await sees('睡眠已开启')).toBeTruthy();
  shop.server('/device/real_time_data', ok(RUNNING));
  await shop.passes(10_000);
  expect(await sees('生物电模式')).toBeTruthy();
  expect(screen.queryByText(/已开启/)).toBeNull();
});

test('During a treatment the share button leads to all that is known of the device', async () => {
  const device = { sno: 'PL1001', deviceName: '客厅理疗仪', deviceArea: '上海 徐汇', onlineStatus: '在线', expirationTime: '2026-03-15 09:00:00', assist: false };
  running().server('/device/device/list', ok([device])).open('/process?sno=PL1001');
  await sees('生物电模式');
  await presses('分享');
  const menu = within(await screen.findByRole('dialog', { name: '分享' }));
  expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['设备管理', '分享管理', '取消']);
  await presses('设备管理');
  const panel = within(await screen.findByRole('dialog', { name: '设备管理' }));
  for (const words of ['客厅理疗仪', 'PL1001', '上海 徐汇', '在线', '2026-03-15', '13天', 'A4:CF:12:00']) expect(await panel.findByText(words)).toBeTruthy();
});

test('During a treatment the share button leads to those whom the device is shared with', async () => {
  running().open('/process?sno=PL1001');
  await sees('生物电模式');
  await presses('分享');
  await presses('分享管理');
  await waitFor(() => expect(at()).toBe('/share'));
});

test('Once a payment is known to be made the state of the device is read again at once', async () => {
  const shop = running();
  const order = { number: 'L100', kind: 'lease' as const, amountFen: 4900, sno: 'PL1001' };
  shop.visit.set('payment', { order, answer: 'ok', at: shop.clock.now() });
  shop.open('/process?sno=PL1001&paid=1');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await shop.passes(12_000);
  expect(await sees('11000V')).toBeTruthy();
  shop.server('/order/detail', ok({ ...LEASE_ORDER, statusCode: 5, status: '支付完成' }));
  shop.server('/device/real_time_data', ok({ ...RUNNING, voltage: 3 }));
  await presses('再次确认');
  expect(await sees('支付成功')).toBeTruthy();
  expect(await sees('5000V')).toBeTruthy();
});

test('The notice that the device is offline leads to the own pages', async () => {
  const shop = running().open('/process?sno=PL1001');
  await sees('生物电模式');
  shop.server('/device/detail', ok({ onlineStatusDesc: '离线' }));
  await shop.passes(10_000);
  const notice = await screen.findByRole('alertdialog', { name: '设备已离线' });
  expect(within(notice).getByText('请查看其他设备或咨询店员')).toBeTruthy();
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/my'));
});

test('A device that tells itself that it is offline is said to be at once, and nothing else can be done meanwhile', async () => {
  const shop = running().server('/device/intoDevicePage', CHANNEL).open('/process?sno=PL1001');
  await sees('生物电模式');
  await waitFor(() => expect(shop.channel.openLines).toBe(1));
  shop.channel.push({ kind: 'online', online: false });
  expect(await screen.findByRole('alertdialog', { name: '设备已离线' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: '停止理疗' })).toBeNull();
});

test('A stop that nobody answers says why, and stopping can be tried again', async () => {
  const shop = running().server('/order/stop/device', new Problem('network'), ok()).open('/process?sno=PL1001');
  await sees('生物电模式');
  for (const words of ['网络不可用，请检查网络', '设备已停止']) {
    await presses('停止理疗');
    await presses('确认');
    expect(await sees(words)).toBeTruthy();
  }
  expect(shop.calls('/order/stop/device')).toBe(2);
});

test('While a device is started the screen says so', async () => {
  new Shop().withDevice().server('/order/start/device', 'hangs').open('/modeMenu?isShare=true');
  await presses('睡眠');
  expect(await sees('启动中...')).toBeTruthy();
});

test.each(['生物电', '高光波', '睡眠', '量子'])('The tile %s is one of four, beside the way to custom settings', async (tile) => {
  new Shop().withDevice().open('/modeMenu');
  expect(await screen.findByRole('button', { name: tile })).toBeTruthy();
  expect(within(screen.getByRole('list')).getAllByRole('button')).toHaveLength(4);
  fireEvent.click(screen.getByRole('link', { name: /自定义参数/ }));
  await waitFor(() => expect(at()).toBe('/custom'));
});
