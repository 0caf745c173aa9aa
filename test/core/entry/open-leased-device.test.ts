import { expect, test } from 'vitest';
import { checkDevice, listDevices } from '../../../src/core/device/api.ts';
import type { LeasedDevice } from '../../../src/core/device/device.ts';
import { OpenLeasedDevice } from '../../../src/core/entry/open-leased-device.ts';
import { Queries } from '../../../src/core/queries.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';
import { aDevice, type DeviceRow } from '../../helpers/wire.ts';

async function theList(...devices: DeviceRow[]) {
  const core = createTestApp();
  core.http.reply(listDevices, devices);
  const {
    records: [device],
  } = await core.get(Queries).devices();
  return { ...core, device: device as LeasedDevice, opening: core.get(OpenLeasedDevice) };
}

test('A device of the list that the server refuses is reported as not in operation', async () => {
  const { opening, device, http } = await theList(aDevice());
  http.reply(checkDevice, refused('1'));
  expect(await opening.open(device)).toMatchObject({ kind: 'notice', reason: 'not-in-operation', sno: 'DEV0001' });
});

test.each([
  ['the user’s own', {}, false],
  ['shared by another user', { shareUserId: 8, shareUserName: '老李' }, true],
])('A device of the list that is %s leads to the mode menu', async (_, fields, isShare) => {
  const { opening, device, http } = await theList(aDevice(fields));
  http.reply(checkDevice, { ownerId: 'shop-9', status: 'DEVICE_USING' });
  expect(await opening.open(device)).toEqual({ kind: 'go', destination: { to: 'mode-menu', sno: 'DEV0001', isShare } });
  expect(http.data(checkDevice)).toEqual([{ sno: 'DEV0001', assist: false }]);
});

test.each([true, false])(
  'The check of a device of the list says whether it is rented for a customer: %s',
  async (assist) => {
    const { opening, device, http } = await theList(aDevice({ assist }));
    http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    await opening.open(device);
    expect(http.data(checkDevice)).toEqual([{ sno: 'DEV0001', assist }]);
  },
);

test('A device whose check responds after its list was left is not opened', async () => {
  const { opening, device, http } = await theList(aDevice());
  const leaving = new AbortController();
  http.reply(checkDevice, () => {
    leaving.abort();
    return { ownerId: 'shop-1', status: 'DEVICE_WORKING' };
  });
  expect(await problemOf(opening.open(device, leaving.signal))).toMatchObject({ code: 'cancelled' });
});
