// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { at, ok, presses, records, sees, Shop } from './shop.tsx';

const IN_USE = ok({ ownerId: 'op1', status: 'DEVICE_USING' });
const ASSISTANT = ok({ mobile: '13800001234', assist: true });
const OWN_DEVICE = { sno: 'PL7777', deviceName: '另一台', onlineStatus: '在线', ownerId: 'op1', assist: false };

test('While a device is entered the page says so', async () => {
  new Shop().server('/order/check/device', 'hangs').open('/?sno=PL1001');
  expect(await sees('正在初始化...')).toBeTruthy();
});

test.each([
  ['device', '设备'],
  ['account', '我的'],
])('A link of the kind %s opens the tab %s, whatever device it names', async (pageType, tab) => {
  const shop = new Shop().open(`/?sno=PL1001&pageType=${pageType}`);
  await waitFor(() => expect(at()).toBe('/my'));
  expect((await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected')).toBe('true');
  expect(shop.calls('/order/check/device')).toBe(0);
});

test('An assistant who says no comes to the plans as anybody, and that is remembered', async () => {
  const shop = new Shop().server('/user/get', ASSISTANT).open('/?sno=PL1001');
  await presses('否');
  await waitFor(() => expect(at()).toBe('/lease?assist=false'));
  expect(shop.storage.read('account', 'assist')).toBe('false');
  expect(JSON.parse(shop.http.sentTo('/api/order/check/device')[0]?.body ?? '{}').data).toEqual({ sno: 'PL1001', assist: false });
});

test('Somebody with whom a used device is shared comes to its modes', async () => {
  new Shop().server('/order/check/device', IN_USE).server('/device/device/share/list', ok([{ mobile: '13800001234' }])).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/modeMenu?isShare=true'));
});

test('Somebody who rents a device comes to the modes of a used one as well', async () => {
  new Shop().server('/order/check/device', IN_USE).server('/device/device/list', ok([OWN_DEVICE])).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/modeMenu?isShare=false'));
});

test('Somebody who rents a device of the operator comes to the modes of another one', async () => {
  new Shop().server('/device/device/list', ok([OWN_DEVICE])).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/modeMenu'));
});

test('A card without uses does not open the modes', async () => {
  new Shop().server('/wallet/balance', records([{ sysUserId: 'op1', money: 0 }])).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/lease?assist=false'));
});
