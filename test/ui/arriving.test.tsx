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
import { screenOf } from '../helpers/addresses.ts';

const IN_USE = { ownerId: 'op1', status: 'DEVICE_USING' };
const ASSISTANT = { mobile: '13800001234', assist: true };
const OWN_DEVICE = { sno: 'PL7777', deviceName: '另一台', onlineStatus: '在线', ownerId: 'op1', assist: false };

// covers 2.entry.1a
test('While the app checks a scanned device, the page says that it is initializing', async () => {
  new AppHarness().reply(checkDevice, hangs).open('/?sno=PL1001');
  expect(await sees('正在初始化...')).toBeTruthy();
});

// covers 2.my.2b
test.each([
  ['device', '设备'],
  ['account', '我的'],
])('A link with pageType=%s opens the tab %s even if it names a device', async (pageType, tab) => {
  const app = new AppHarness().open(`/?sno=PL1001&pageType=${pageType}`);
  await waitFor(() => expect(at()).toBe('/my'));
  expect((await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected')).toBe('true');
  expect(app.calls(checkDevice)).toBe(0);
});

// covers 2.entry.7a
test('An assistant who declines to rent on behalf of a customer reaches the plans', async () => {
  const app = new AppHarness().reply(getUser, ASSISTANT).open('/?sno=PL1001');
  await presses('否');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'assist=false' })));
  expect(JSON.parse(app.http.requests(checkDevice)[0]?.body ?? '{}').data).toEqual({ sno: 'PL1001', assist: false });
});

// covers 2.entry.6a
test('A user who has a share of a device in use reaches its modes', async () => {
  new AppHarness()
    .reply(checkDevice, IN_USE)
    .reply(listShares, [{ mobile: '13800001234' }])
    .open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'isShare=true' })));
});

// covers 2.entry.6b
test('A user who leases a device of the operator reaches the modes of a device in use', async () => {
  new AppHarness().reply(checkDevice, IN_USE).reply(listDevices, [OWN_DEVICE]).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'isShare=false' })));
});

// covers 2.entry.6c
test('A user who leases a device of the operator reaches the modes of another free device', async () => {
  new AppHarness().reply(listDevices, [OWN_DEVICE]).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu')));
});

// covers 4.entry.16a
test('A card without remaining uses leads to the plans instead of the modes', async () => {
  new AppHarness().reply(listCards, aPage({ sysUserId: 'op1', money: 0 })).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'by=uses&assist=false' })));
});
