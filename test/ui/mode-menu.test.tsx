// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { at, goTo, ok, presses, refused, sees, Shop } from './shop.tsx';

const cardWith = (money: number) => ok({ records: [{ sysUserId: 'op1', money }], total: 1 });
const OWN_DEVICE = ok([{ sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', assist: false }]);
const startData = (shop: Shop) => JSON.parse(shop.http.sentTo('/api/order/start/device')[0]?.body ?? '{}').data;

test('A use is deducted only after the customer has agreed', async () => {
  const shop = new Shop().withDevice().server('/wallet/balance', cardWith(3)).open('/modeMenu');
  await presses('生物电');
  expect(await sees('确认扣除一次使用次数？')).toBeTruthy();
  expect(await sees('剩余次数 3')).toBeTruthy();
  expect(shop.calls('/order/start/device')).toBe(0);
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(startData(shop)).toEqual({ sno: 'PL1001', WortTime: 30, Function: 1, SubFunction: 1, Voltage: 6, Freq: 1, Grade: 4 });
});

test('Saying no starts nothing', async () => {
  const shop = new Shop().withDevice().server('/wallet/balance', cardWith(3)).open('/modeMenu');
  await presses('生物电');
  await presses('取消');
  expect(shop.calls('/order/start/device')).toBe(0);
  expect(at()).toBe('/modeMenu');
});

test('Without uses and without a device of their own the customer is led to the plans by uses', async () => {
  new Shop().withDevice().open('/modeMenu');
  await presses('睡眠');
  expect(await sees('启动次数已用完，请充值')).toBeTruthy();
  await presses('去充值');
  await waitFor(() => expect(at()).toBe('/lease?type=recharge&sysUserId=op1'));
  expect((await screen.findByRole('tab', { name: '按次数租赁' })).getAttribute('aria-selected')).toBe('true');
});

test('A customer who rents the device starts it at once', async () => {
  const shop = new Shop().withDevice().server('/device/device/list', OWN_DEVICE).open('/modeMenu');
  await presses('量子');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(startData(shop).Function).toBeUndefined();
});

test.each([
  ['生物电', { Function: 1, SubFunction: 1, WortTime: 30, Voltage: 6, Freq: 1, Grade: 4 }],
  ['高光波', { Function: 2, SubFunction: 1, WortTime: 30, Grade: 4 }],
  ['睡眠', { Function: 3, WortTime: 180 }],
  ['量子', { SubFunction: 2, WortTime: 30, Voltage: 6, Freq: 1 }],
])('%s starts with its own values and no others', async (tile, values) => {
  const shop = new Shop().withSharedDevice().open('/modeMenu?isShare=true');
  await presses(tile);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(startData(shop)).toEqual({ sno: 'PL1001', ...values });
});

test('A shared device starts without a question', async () => {
  const shop = new Shop().withSharedDevice().server('/wallet/balance', cardWith(3)).open('/modeMenu?isShare=true');
  await presses('高光波');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(shop.calls('/order/start/device')).toBe(1);
});

test('An offline device cannot be started', async () => {
  new Shop().withSharedDevice().server('/device/detail', ok({ onlineStatusDesc: '离线' })).open('/modeMenu?isShare=true');
  await presses('高光波');
  expect(await sees('设备不可用')).toBeTruthy();
});

test('Right after a stop the next start has to wait ten seconds', async () => {
  const shop = new Shop().withSharedDevice().open('/modeMenu?stop=1&isShare=true');
  await presses('高光波');
  expect(await sees('操作过于频繁，请稍后再试')).toBeTruthy();
  await shop.passes(10_000);
  await presses('高光波');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('A refused start shows the server’s own words and stays', async () => {
  new Shop().withSharedDevice().server('/order/start/device', refused('设备正在使用中')).open('/modeMenu?isShare=true');
  await presses('高光波');
  expect(await sees('设备正在使用中')).toBeTruthy();
  expect(at()).toBe('/modeMenu?isShare=true');
});

test('A start that nobody answers is no success and no failure: the customer learns that the device may still start', async () => {
  const shop = new Shop().withSharedDevice().server('/order/start/device', new Problem('timeout')).open('/modeMenu?isShare=true');
  await presses('高光波');
  expect(await sees('设备暂未响应')).toBeTruthy();
  expect(await sees(/^请求超时，请重试。启动指令可能已经送达/)).toBeTruthy();
  expect(at()).toBe('/modeMenu?isShare=true');
  shop.server('/device/real_time_data', ok({ onOff: 1, function: 2, workTime: 30 }));
  await presses('再试一次');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(shop.calls('/order/start/device')).toBe(1);
});

test('Paid, and nobody knows whether it has started: the customer also learns that nothing is taken twice', async () => {
  const shop = new Shop().withSharedDevice().server('/order/start/device', new Problem('timeout')).open('/modeMenu?paid=1&isShare=true');
  shop.purchases.record({ type: 'serverSaysPaid', order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' } });
  await presses('高光波');
  expect(await sees('设备暂未响应')).toBeTruthy();
  expect(await sees(/不会重复扣费或扣除次数。$/)).toBeTruthy();
});

test('Paid, but not started: the customer learns that nothing is lost and can try again', async () => {
  const shop = new Shop().withSharedDevice().server('/order/start/device', refused('设备正在使用中'));
  shop.open('/modeMenu?paid=1&isShare=true');
  shop.purchases.record({ type: 'serverSaysPaid', order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' } });
  await presses('高光波');
  expect(await sees('已支付，设备未启动')).toBeTruthy();
  expect((await sees(/设备正在使用中/)).textContent).toBe('设备正在使用中。您的支付已成功，不会重复扣费或扣除次数，请再试一次。');
  shop.server('/order/start/device', ok({ OnOff: 1 }));
  await presses('再试一次');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('Without a device the modes lead to the devices', async () => {
  new Shop().open('/modeMenu');
  expect(await sees('请先选择设备')).toBeTruthy();
});

test('An address that says the device is shared spares nobody the question before a use is deducted', async () => {
  const shop = new Shop().withDevice().server('/wallet/balance', cardWith(3)).open('/modeMenu?isShare=true');
  await presses('生物电');
  expect(await sees('确认扣除一次使用次数？')).toBeTruthy();
  expect(shop.calls('/order/start/device')).toBe(0);
});

test('A start whose screen is gone is not sent, and one that is under way is told where the customer is', async () => {
  let answer: () => void = () => {};
  const shop = new Shop().withSharedDevice().server('/order/start/device', () => new Promise((resolve) => (answer = () => resolve(ok({ OnOff: 1 })))));
  shop.open('/modeMenu');
  await presses('睡眠');
  await waitFor(() => expect(shop.calls('/order/start/device')).toBe(1));
  goTo('/my?tab=my');
  await act(async () => answer());
  expect(await sees('设备 PL1001 已启动')).toBeTruthy();
  expect(at()).toBe('/my?tab=my');

  shop.server('/device/detail', () => new Promise((resolve) => (answer = () => resolve(ok({ onlineStatusDesc: '在线' })))));
  goTo('/modeMenu');
  shop.server('/device/real_time_data', ok({ onOff: 0 }));
  await presses('生物电');
  goTo('/my?tab=my');
  await act(async () => answer());
  await shop.passes(1_000);
  expect(shop.calls('/order/start/device')).toBe(1);
});
