// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MINUTE } from '../../src/core/time.ts';
import { at, doesNotSee, ok, presses, refused, sees, Shop } from './shop.tsx';

const RUNNING = { onOff: 1, function: 1, subFunction: 1, voltage: 6, freq: 1, grade: 4, workTime: 30, useTime: 11 };
const CHANNEL = ok({
  deviceDetailWebSocketVo: { gizDid: 'did1', gizHost: 'giz.test', gizWsPort: 80, gizWssPort: '443' },
  gizAppId: 'app',
  token: 'tok',
  uid: 'uid',
});

/** Elapsed minutes as they are read, in one sentence. */
const elapsed = () => screen.getByText(/已理疗/).textContent;

const running = (state: object = RUNNING) => new Shop().withDevice().server('/device/real_time_data', ok(state));

test('A running treatment shows its mode, its minutes and its settings', async () => {
  running().open('/process?sno=PL1001');
  expect(await screen.findByRole('heading', { name: '生物电模式' })).toBeTruthy();
  expect(elapsed()).toBe('已理疗 11 分钟');
  expect(await sees('剩余 19 分钟')).toBeTruthy();
  expect(await sees('11000V')).toBeTruthy();
  expect(await sees('30分钟')).toBeTruthy();
  expect(await sees('50Hz')).toBeTruthy();
  expect(await sees('红外 高')).toBeTruthy();
});

test('Sleep says so, and has neither frequency nor auxiliary function', async () => {
  running({ onOff: 1, function: 3, workTime: 180, useTime: 2, freq: 0 }).open('/process?sno=PL1001');
  expect(await sees('睡眠已开启')).toBeTruthy();
  expect(doesNotSee('生物电频率')).toBe(true);
  expect(doesNotSee('辅助功能')).toBe(true);
});

test('The minutes go on with the clock, whatever the device says in between', async () => {
  const shop = running().open('/process?sno=PL1001');
  await sees('生物电模式');
  shop.server('/device/real_time_data', { status: 503 });
  await shop.passes(2 * MINUTE + 1_000);
  expect(elapsed()).toBe('已理疗 13 分钟');
});

test('Stopping asks first, then stops the device and leads to the modes', async () => {
  const shop = running().open('/process?sno=PL1001');
  await sees('生物电模式');
  await presses('停止理疗');
  expect(await sees('是否中断并退出理疗？')).toBeTruthy();
  expect(shop.calls('/order/stop/device')).toBe(0);
  await presses('确认');
  expect(await sees('设备已停止')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/modeMenu?stop=1'));
  expect(shop.calls('/order/stop/device')).toBe(1);
});

test('Within the first five seconds a stop is put off', async () => {
  const shop = running({ ...RUNNING, useTime: 0 }).open('/process?sno=PL1001');
  await sees('生物电模式');
  await presses('停止理疗');
  await presses('确认');
  expect(await sees('服务器繁忙，请5秒后重试')).toBeTruthy();
  expect(shop.calls('/order/stop/device')).toBe(0);
});

test('A refused stop says so and the treatment stays', async () => {
  const shop = running().server('/order/stop/device', refused('不行')).open('/process?sno=PL1001');
  await sees('生物电模式');
  await presses('停止理疗');
  await presses('确认');
  expect(await sees('当前不支持该操作')).toBeTruthy();
  expect(at()).toBe('/process?sno=PL1001');
  expect(shop.calls('/order/stop/device')).toBe(1);
});

test('A device that never answers is said to be silent after fifteen seconds, and can still be stopped', async () => {
  const shop = new Shop().withDevice().server('/device/real_time_data', ok({})).open('/modeMenu?isShare=true');
  await presses('高光波');
  expect(await sees('高光波已开启')).toBeTruthy();
  expect((await screen.findAllByText('启动中...')).length).toBeGreaterThan(0);
  await shop.passes(17_000);
  expect(await sees('设备暂未响应')).toBeTruthy();
  await presses('停止理疗');
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/modeMenu?stop=1'));
});

test('A finished treatment says so and leads to the modes', async () => {
  const shop = running().open('/process?sno=PL1001');
  await sees('生物电模式');
  shop.server('/device/real_time_data', ok({ ...RUNNING, onOff: 0 }));
  await shop.passes(10_000);
  expect(await sees('理疗已结束')).toBeTruthy();
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/modeMenu'));
});

test('A device that goes offline is explained; when it is back the modes are shown', async () => {
  const shop = running().open('/process?sno=PL1001');
  await sees('生物电模式');
  shop.server('/device/detail', ok({ onlineStatusDesc: '离线' }));
  await shop.passes(10_000);
  expect(await sees('设备已离线')).toBeTruthy();
  expect(await sees('请查看其他设备或咨询店员')).toBeTruthy();
  shop.server('/device/detail', ok({ onlineStatusDesc: '在线' }));
  await shop.passes(10_000);
  await waitFor(() => expect(at()).toBe('/modeMenu'));
});

test('A line lost for more than a second is said to be down until it is back', async () => {
  const shop = running().server('/device/intoDevicePage', CHANNEL).open('/process?sno=PL1001');
  await sees('生物电模式');
  await waitFor(() => expect(shop.channel.openLines).toBe(1));
  shop.channel.push({ kind: 'line', state: 'open' });
  shop.channel.push({ kind: 'line', state: 'lost' });
  await shop.passes(500);
  expect(doesNotSee('网络连接已断开，正在重连...')).toBe(true);
  await shop.passes(1_500);
  expect(await sees('网络连接已断开，正在重连...')).toBeTruthy();
  shop.channel.push({ kind: 'line', state: 'open' });
  await waitFor(() => expect(doesNotSee('网络连接已断开，正在重连...')).toBe(true));
});

test('What the device pushes is shown at once', async () => {
  const shop = running().server('/device/intoDevicePage', CHANNEL).open('/process?sno=PL1001');
  await sees('11000V');
  await waitFor(() => expect(shop.channel.openLines).toBe(1));
  shop.channel.push({ kind: 'attributes', attributes: { Voltage: 3 } });
  expect(await sees('5000V')).toBeTruthy();
});

test('Refused credentials of the channel are said once', async () => {
  const shop = running().server('/device/intoDevicePage', CHANNEL).open('/process?sno=PL1001');
  await waitFor(() => expect(shop.channel.openLines).toBe(1));
  shop.channel.push({ kind: 'login-failed' });
  await waitFor(() => expect(shop.channel.lines).toHaveLength(2));
  shop.channel.push({ kind: 'login-failed' });
  expect(await sees('登录失败')).toBeTruthy();
});

test('What is older than fifteen seconds shows its age, and coming back asks at once', async () => {
  const shop = running().open('/process?sno=PL1001');
  await sees('生物电模式');
  shop.server('/device/real_time_data', { status: 404 });
  await shop.passes(20_000);
  expect(await sees('最后更新 09:00:00')).toBeTruthy();
  shop.server('/device/real_time_data', ok(RUNNING));
  await shop.comesBack();
  await waitFor(() => expect(doesNotSee(/最后更新/)).toBe(true));
});

test('Where the state cannot be read the customer is told and can ask again', async () => {
  const shop = new Shop().withDevice().server('/device/real_time_data', { status: 404 }).open('/process?sno=PL1001');
  expect(await sees('服务异常，请稍后重试')).toBeTruthy();
  shop.server('/device/real_time_data', ok(RUNNING));
  await presses('重试');
  expect(await sees('生物电模式')).toBeTruthy();
});
