import { describe, expect, test } from 'vitest';
import { EnterDevice } from '../../../src/core/entry/enter-device.ts';
import { ShareWith } from '../../../src/core/share/share-with.ts';
import { Problem } from '../../../src/core/problem.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';
import { bio, onTheMenu, START } from '../../helpers/on-the-menu.ts';
import { aCard, aDevice, done } from '../../helpers/wire.ts';

const DEVICES = '/device/device/list';
const CARDS = '/wallet/balance';
const SHARES = '/device/device/share/list';

function beforeDevice({ status = 'DEVICE_FREE', devices = [], cards = [], shares = [] }: { status?: string; devices?: unknown[]; cards?: unknown[]; shares?: unknown[] }) {
  const core = coreOnFakes();
  core.http
    .answers('/order/check/device', done({ ownerId: 'shop-1', status }))
    .answers('/user/get', done({ mobile: '13800000001' }))
    .answers(DEVICES, done(devices))
    .answers(CARDS, done({ records: cards }))
    .answers(SHARES, done(shares));
  return core.get(EnterDevice);
}

describe('A device is entered by what can be read', () => {
  test('where a lease with its operator can, whatever stands beside it', async () => {
    expect(await beforeDevice({ devices: [null, aDevice()] }).begin('DEV0001')).toMatchObject({ destination: { to: 'mode-menu' } });
  });

  test('where uses with its operator are left, whatever stands beside them', async () => {
    expect(await beforeDevice({ devices: [null], cards: [null, aCard()] }).begin('DEV0001')).toMatchObject({ destination: { to: 'mode-menu' } });
  });

  test('where its list of shares names the user, whatever stands beside them', async () => {
    expect(await beforeDevice({ status: 'DEVICE_USING', shares: [null, { mobile: '13800000001' }] }).begin('DEV0001')).toMatchObject({ destination: { to: 'mode-menu', isShare: true } });
  });
});

describe('Nobody is led wrong by a row that cannot be read', () => {
  test.each([
    ['to buying anew what may be leased already', { devices: [null] }, 'device.listDevices'],
    ['to buying uses that may be there', { cards: [{ sysUserId: 'shop-1', money: 'many' }] }, 'wallet.listCards'],
    ['away from a device that may be their own', { status: 'DEVICE_USING', devices: [null] }, 'device.listDevices'],
    ['away from a device that may be shared with them', { status: 'DEVICE_USING', shares: [{}] }, 'share.listShares'],
  ])('%s', async (_, listed, call) => {
    expect(await problemOf(beforeDevice(listed).begin('DEV0001'))).toMatchObject({ code: 'parse', call });
  });

  test.each([
    ['a card', CARDS, { records: [null] }],
    ['a device', DEVICES, [null]],
  ])('to a start that deducts a use unasked, nor to an exhausted card, where %s cannot be read', async (_, path, data) => {
    const core = onTheMenu();
    core.http.answers(CARDS, done({ records: [] })).answers(DEVICES, done([])).answers(path, done(data));
    expect(await problemOf(core.starting.begin(bio))).toMatchObject({ code: 'parse' });
    expect(core.http.sentTo(START)).toEqual([]);
  });

  test('to believe that a sharing has ended: whose number cannot be read may be the one', async () => {
    const core = coreOnFakes();
    core.http.answers('/device/un_bind_device', new Problem('timeout')).answers(SHARES, done([{}]));
    expect(await core.get(ShareWith).unshare('DEV0001', '13800000002')).toEqual({ kind: 'not-removed' });
    core.http.answers(SHARES, done([]));
    expect(await core.get(ShareWith).unshare('DEV0001', '13800000002')).toEqual({ kind: 'removed' });
  });
});
