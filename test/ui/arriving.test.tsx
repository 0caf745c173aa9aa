// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { hangs } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, presses, sees } from './app-harness.tsx';

const IN_USE = { ownerId: 'op1', status: 'DEVICE_USING' };
const ASSISTANT = { mobile: '13800001234', assist: true };
const OWN_DEVICE = { sno: 'PL7777', deviceName: '另一台', onlineStatus: '在线', ownerId: 'op1', assist: false };

// covers 2.entry.1a
test('While a device is entered the page says so', async () => {
  new AppHarness().reply(checkDevice, hangs).open('/?sno=PL1001');
  expect(await sees('正在初始化...')).toBeTruthy();
});

// covers 2.my.2b
test.each([
  ['device', '设备'],
  ['account', '我的'],
])('A link of the kind %s opens the tab %s, whatever device it names', async (pageType, tab) => {
  const app = new AppHarness().open(`/?sno=PL1001&pageType=${pageType}`);
  await waitFor(() => expect(at()).toBe('/my'));
  expect((await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected')).toBe('true');
  expect(app.calls(checkDevice)).toBe(0);
});

// covers 2.entry.7a
test('An assistant who says no comes to the plans as anybody, and that is remembered', async () => {
  const app = new AppHarness().reply(getUser, ASSISTANT).open('/?sno=PL1001');
  await presses('否');
  await waitFor(() => expect(at()).toBe('/lease?assist=false'));
  expect(app.storage.read('account', 'assist')).toBe('false');
  expect(JSON.parse(app.http.requests(checkDevice)[0]?.body ?? '{}').data).toEqual({ sno: 'PL1001', assist: false });
});

// covers 2.entry.6a
test('Somebody with whom a used device is shared comes to its modes', async () => {
  new AppHarness()
    .reply(checkDevice, IN_USE)
    .reply(listShares, [{ mobile: '13800001234' }])
    .open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/modeMenu?isShare=true'));
});

// covers 2.entry.6b
test('Somebody who rents a device comes to the modes of a used one as well', async () => {
  new AppHarness().reply(checkDevice, IN_USE).reply(listDevices, [OWN_DEVICE]).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/modeMenu?isShare=false'));
});

// covers 2.entry.6c
test('Somebody who rents a device of the operator comes to the modes of another one', async () => {
  new AppHarness().reply(listDevices, [OWN_DEVICE]).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/modeMenu'));
});

// covers 4.entry.16a
test('A card without uses does not open the modes', async () => {
  new AppHarness().reply(listCards, aPage({ sysUserId: 'op1', money: 0 })).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/lease?assist=false'));
});
