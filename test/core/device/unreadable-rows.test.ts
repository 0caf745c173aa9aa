import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../../src/core/device/api.ts';
import { EnterDevice } from '../../../src/core/entry/enter-device.ts';
import { listShares, unshareDevice } from '../../../src/core/share/api.ts';
import { ShareWith } from '../../../src/core/share/share-with.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { misshapen } from '../../helpers/fake-server.ts';
import { bio, onTheMenu } from '../../helpers/on-the-menu.ts';
import { aCard, aDevice } from '../../helpers/wire.ts';

function beforeDevice({
  status = 'DEVICE_FREE',
  devices = [],
  cards = [],
  shares = [],
}: {
  status?: string;
  devices?: unknown[];
  cards?: unknown[];
  shares?: unknown[];
}) {
  const core = createTestApp();
  core.http
    .reply(checkDevice, { ownerId: 'shop-1', status })
    .reply(getUser, { mobile: '13800000001' })
    .reply(listDevices, misshapen(devices))
    .reply(listCards, misshapen({ records: cards }))
    .reply(listShares, misshapen(shares));
  return core.get(EnterDevice);
}

describe('entering a device beside rows that cannot be read', () => {
  test('A device is entered by a readable lease with its operator, beside an unreadable row', async () => {
    expect(await beforeDevice({ devices: [null, aDevice()] }).begin('DEV0001')).toMatchObject({
      destination: { to: 'mode-menu' },
    });
  });

  test('A device is entered by readable uses with its operator, beside an unreadable row', async () => {
    expect(await beforeDevice({ devices: [null], cards: [null, aCard()] }).begin('DEV0001')).toMatchObject({
      destination: { to: 'mode-menu' },
    });
  });

  test('A device is entered by a readable row of its share list, beside an unreadable row', async () => {
    expect(
      await beforeDevice({ status: 'DEVICE_USING', shares: [null, { mobile: '13800000001' }] }).begin('DEV0001'),
    ).toMatchObject({ destination: { to: 'mode-menu', isShare: true } });
  });
});

describe('an unreadable row', () => {
  // covers 4.lists.7b
  test.each([
    ['to buying anew what may be leased already', { devices: [null] }, 'device.listDevices'],
    ['to buying uses that may be there', { cards: [{ sysUserId: 'shop-1', money: 'many' }] }, 'wallet.listCards'],
    ['away from a device that may be their own', { status: 'DEVICE_USING', devices: [null] }, 'device.listDevices'],
    ['away from a device that may be shared with them', { status: 'DEVICE_USING', shares: [{}] }, 'share.listShares'],
  ])('An unreadable row never leads the user %s', async (_, listed, call) => {
    expect(await problemOf(beforeDevice(listed).begin('DEV0001'))).toMatchObject({ code: 'parse', call });
  });

  test.each([
    ['a card', listCards, { records: [null] }],
    ['a device', listDevices, [null]],
  ])(
    'An unreadable row never leads to a start that deducts a use without asking, nor to an exhausted card, where %s cannot be read',
    async (_, endpoint, data) => {
      const core = onTheMenu();
      core.http.reply(listCards, { records: [] }).reply(listDevices, []).reply(endpoint, misshapen(data));
      expect(await problemOf(core.starting.begin(bio))).toMatchObject({ code: 'parse' });
      expect(core.http.requests(startDevice)).toEqual([]);
    },
  );

  test('An unreadable row is never taken for the end of a sharing, since its number may be the one', async () => {
    const core = createTestApp();
    core.http.reply(unshareDevice, new Problem('timeout')).reply(listShares, misshapen([{}]));
    expect(await core.get(ShareWith).unshare('DEV0001', '13800000002')).toEqual({ kind: 'not-removed' });
    core.http.reply(listShares, []);
    expect(await core.get(ShareWith).unshare('DEV0001', '13800000002')).toEqual({ kind: 'removed' });
  });
});
