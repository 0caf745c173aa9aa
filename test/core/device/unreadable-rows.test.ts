import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../../src/core/device/api.ts';
import { EnterDevice } from '../../../src/core/entry/enter-device.ts';
import { listShares } from '../../../src/core/share/api.ts';
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

describe('EnterDevice: readable rows beside unreadable ones', () => {
  test('A readable lease with the operator opens a device, despite an unreadable row', async () => {
    expect(await beforeDevice({ devices: [null, aDevice()] }).begin('DEV0001')).toMatchObject({
      destination: { to: 'mode-menu' },
    });
  });

  test('A readable card of the operator opens a device, despite an unreadable row', async () => {
    expect(await beforeDevice({ devices: [null], cards: [null, aCard()] }).begin('DEV0001')).toMatchObject({
      destination: { to: 'mode-menu' },
    });
  });

  test('A readable row of the share list opens a device, despite an unreadable row', async () => {
    expect(
      await beforeDevice({ status: 'DEVICE_USING', shares: [null, { mobile: '13800000001' }] }).begin('DEV0001'),
    ).toMatchObject({ destination: { to: 'mode-menu', isShare: true } });
  });
});

describe('EnterDevice, StartTreatment and ShareWith: an unreadable row', () => {
  test.each([
    ['to renting a device that may be leased already', { devices: [null] }, 'device.listDevices'],
    [
      'to buying uses that the card may still have',
      { cards: [{ sysUserId: 'shop-1', money: 'many' }] },
      'wallet.listCards',
    ],
    [
      'away from a device that may be the user’s own',
      { status: 'DEVICE_USING', devices: [null] },
      'device.listDevices',
    ],
    [
      'away from a device that may be shared with the user',
      { status: 'DEVICE_USING', shares: [{}] },
      'share.listShares',
    ],
  ])('Entering is rejected instead of leading the user %s if a row is unreadable', async (_, listed, call) => {
    expect(await problemOf(beforeDevice(listed).begin('DEV0001'))).toMatchObject({ code: 'parse', call });
  });

  test.each([
    ['a card', listCards, { records: [null] }],
    ['a device', listDevices, [null]],
  ])(
    'A start is rejected instead of deducting a use or reporting an exhausted card if the row of %s is unreadable',
    async (_, endpoint, data) => {
      const core = onTheMenu();
      core.http.reply(listCards, { records: [] }).reply(listDevices, []).reply(endpoint, misshapen(data));
      expect(await problemOf(core.starting.begin(bio))).toMatchObject({ code: 'parse' });
      expect(core.http.requests(startDevice)).toEqual([]);
    },
  );
});
