import { expect, test } from 'vitest';
import type { LeasedDevice } from '../../../src/core/device/device.ts';
import { OpenLeasedDevice } from '../../../src/core/entry/open-leased-device.ts';
import { Queries } from '../../../src/core/queries.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';
import { aDevice, done, refused } from '../../helpers/wire.ts';

async function theList(...devices: object[]) {
  const core = coreOnFakes();
  core.http.answers('/device/device/list', done(devices));
  const { records: [device] } = await core.get(Queries).devices();
  return { ...core, device: device as LeasedDevice, opening: core.get(OpenLeasedDevice) };
}

test('a device that is offline is not asked about', async () => {
  const { opening, device, http } = await theList(aDevice({ onlineStatus: '离线' }));
  expect(await opening.open(device)).toEqual({ kind: 'offline' });
  expect(http.sentTo('/order/check/device')).toEqual([]);
});

test.each([
  ['DEVICE_OFFLINE', 'offline'],
  ['DEVICE_USED', 'used'],
  ['DEVICE_LOCKED', 'locked'],
])('%s is told, and the device is not chosen', async (status, reason) => {
  const { opening, device, http, current } = await theList(aDevice());
  http.answers('/order/check/device', done({ ownerId: 'shop-1', status }));
  expect(await opening.open(device)).toEqual({ kind: 'notice', reason });
  expect(current.selected).toBeUndefined();
});

test('a device the server refuses is not in operation', async () => {
  const { opening, device, http } = await theList(aDevice());
  http.answers('/order/check/device', refused('1'));
  expect(await opening.open(device)).toEqual({ kind: 'notice', reason: 'not-in-operation' });
});

test('a working device is watched', async () => {
  const { opening, device, http, current } = await theList(aDevice());
  http.answers('/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_WORKING' }));
  expect(await opening.open(device)).toEqual({ kind: 'go', destination: { to: 'process', sno: 'DEV0001' } });
  expect(current.isWorking).toBe(true);
});

test.each([
  ['one’s own', {}, false],
  ['shared by somebody', { shareUserId: 8, shareUserName: '老李' }, true],
])('a device that is %s is chosen for the mode menu', async (_, fields, isShare) => {
  const { opening, device, http, current, data } = await theList(aDevice(fields));
  current.setAssist(true);
  http.answers('/order/check/device', done({ ownerId: 'shop-9', status: 'DEVICE_USING' }));
  expect(await opening.open(device)).toEqual({ kind: 'go', destination: { to: 'mode-menu', isShare } });
  expect(current.selected).toEqual({ sno: 'DEV0001', orderNo: 'L-1', isShare });
  expect([current.operatorId, current.isWorking]).toEqual(['shop-9', false]);
  expect(data('/order/check/device')).toEqual([{ sno: 'DEV0001', assist: true }]);
});

test('renewing leads to fresh plans for that device and its operator', async () => {
  const { opening, device, current } = await theList(aDevice());
  current.keepPlans();
  current.select(device, { isWorking: true });
  expect(opening.renew(device)).toEqual({ to: 'lease', renewal: 'device' });
  expect([current.selected?.sno, current.operatorId, current.plansAreFresh, current.isWorking]).toEqual(['DEV0001', 'shop-1', false, false]);
});

test.each([true, false])('asks about the device as whom it is dealt with: on behalf of a customer %s', async (assist) => {
  const { opening, device, http, current, data } = await theList(aDevice());
  if (assist) current.setAssist(true);
  http.answers('/order/check/device', done({ ownerId: 'shop-1', status: 'DEVICE_USING' }));
  await opening.open(device);
  expect(data('/order/check/device')).toEqual([{ sno: 'DEV0001', assist }]);
});

test('a device of which nobody knows whose it is does not keep the operator of another one', async () => {
  const { opening, device, current } = await theList(aDevice({ ownerId: undefined }));
  current.setOperator('shop-9');
  opening.renew(device);
  expect(current.operatorId).toBeUndefined();
});

test('a device that turns out to be free after its list was left is not selected', async () => {
  const { opening, device, http, current } = await theList(aDevice());
  const leaving = new AbortController();
  http.answers('/order/check/device', () => {
    leaving.abort();
    return done({ ownerId: 'shop-1', status: 'DEVICE_WORKING' });
  });
  expect(await problemOf(opening.open(device, leaving.signal))).toMatchObject({ code: 'cancelled' });
  expect([current.selected, current.isWorking]).toEqual([undefined, false]);
});
