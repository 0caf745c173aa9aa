import { expect, test } from 'vitest';
import { listDevices } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { OpenSharedDevice } from '../../../src/core/share/open-shared-device.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import type { DeviceRow } from '../../helpers/wire.ts';

const LINK = 'https://shop.example/modeMenu?isShare=true&sno=DEV0001';
const leased = { sno: 'DEV0001', orderNo: 'L-1', ownerId: 'shop-1', onlineStatus: '在线' };

function withALink(...devices: DeviceRow[]) {
  const core = createTestApp();
  core.http.reply(listDevices, devices);
  return { ...core, opening: core.get(OpenSharedDevice) };
}

test('A shared link selects its device as shared', async () => {
  const core = withALink();
  core.at({ sno: 'OTHER01', isShare: false }, 'shop-9');
  core.works(true);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect(core.current.selected).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect([core.current.operatorId, core.current.isWorking]).toEqual([undefined, false]);
});

test('A shared link opens the device as shared, with its operator, for a user in whose list it is shared', async () => {
  const core = withALink({ ...leased, shareUserId: 'u-6', shareUserName: '周桂芳' });
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: true });
  expect(core.current.operatorId).toBe('shop-1');
});

test.each([
  ['rents it', { ...leased, assist: false }],
  ['rents it for a customer', { ...leased, assist: true }],
])('A shared link opens the user’s own device with its order, not as shared, for a user who %s', async (_, device) => {
  const core = withALink({ sno: 'OTHER01' }, device);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare: false });
  expect(core.current.operatorId).toBe('shop-1');
});

test('A shared link marks a device as shared that was entered before without an owner', async () => {
  const core = withALink();
  core.at({ sno: 'DEV0001', isShare: false });
  core.works(true);
  expect(await core.opening.open(LINK)).toEqual({ sno: 'DEV0001', isShare: true, byLink: true });
  expect([core.current.operatorId, core.current.isWorking]).toEqual(['shop-1', true]);
});

test('A shared link sends no request for a device that is already known as shared', async () => {
  const core = withALink();
  await core.opening.open(LINK);
  await core.opening.open(LINK);
  expect(core.http.requests(listDevices)).toHaveLength(1);
});

test('A shared link does not select a device whose owner cannot be determined', async () => {
  const core = withALink();
  core.http.reply(listDevices, new Problem('invalid-input'));
  core.at({ sno: 'OTHER01' });
  expect(await problemOf(core.opening.open(LINK))).toMatchObject({ code: 'invalid-input' });
  expect(core.current.selected).toEqual({ sno: 'OTHER01' });
});

test.each(['', '你好', 'javascript:alert(1)', '../../x'])(
  'A shared link that names no device (%s) changes nothing',
  async (link) => {
    const core = withALink();
    core.at({ sno: 'OTHER01' });
    expect(await core.opening.open(link)).toBeUndefined();
    expect(core.current.selected).toEqual({ sno: 'OTHER01' });
  },
);

test('A shared link whose screen was left selects nothing', async () => {
  const core = withALink();
  core.at({ sno: 'OTHER01' }, 'shop-9');
  const leaving = new AbortController();
  core.http.reply(listDevices, () => {
    leaving.abort();
    return [leased];
  });
  expect(await problemOf(core.opening.open(LINK, leaving.signal))).toMatchObject({ code: 'cancelled' });
  expect([core.current.selected, core.current.operatorId]).toEqual([{ sno: 'OTHER01' }, 'shop-9']);
});
