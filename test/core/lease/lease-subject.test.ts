import { expect, test } from 'vitest';
import type { LeaseTerms } from '../../../src/core/destination.ts';
import { getDetail, listDevices } from '../../../src/core/device/api.ts';
import { isForSelectedDevice, readSubject } from '../../../src/core/lease/lease-subject.ts';
import { Problem } from '../../../src/core/problem.ts';
import { Queries } from '../../../src/core/queries.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { leaseTerms } from '../../helpers/renting.ts';
import { refused } from '../../helpers/fake-server.ts';
import { aDevice, aPage } from '../../helpers/wire.ts';

const SELECTED = { sno: 'DEV0001', operatorId: 'shop-1' };

const END = 1_800_000_000_000;
const NOW = END - 1;

test.each([
  ['ends as the list shows', [aDevice({ expirationTime: END })], {}, { renewal: 'device', expiresAt: END }],
  ['has no end if its row has none', [aDevice({ expirationTime: null })], {}, { renewal: 'device' }],
  ['is none if nobody leases the device', [], {}, {}],
  ['is none if it is over', [aDevice({ expirationTime: NOW })], {}, {}],
  ['is none if the device is only shared', [aDevice({ expirationTime: END, shareUserId: 'u7' })], {}, {}],
  ['of a customer is none if only the assistant leases', [aDevice({ expirationTime: END })], { assist: true }, {}],
  [
    'of a customer is theirs',
    [aDevice({ expirationTime: END, assist: true })],
    { assist: true },
    { renewal: 'device', expiresAt: END },
  ],
] as const)('The lease to renew %s', async (_, rows, terms, lease) => {
  const core = createTestApp();
  core.http
    .reply(getDetail, { name: '客厅', belongOperatorName: '康养馆', expirationTime: END + 9 })
    .reply(listDevices, [...rows]);
  expect(await readSubject(core.get(Queries), leaseTerms({ renewal: 'device', ...terms }), SELECTED, NOW)).toEqual({
    deviceName: '客厅',
    operatorName: '康养馆',
    renewal: undefined,
    expiresAt: undefined,
    ...lease,
  });
});

test('Whether there is a lease to renew is not known without the list', async () => {
  const core = createTestApp();
  core.http.reply(getDetail, { expirationTime: END }).reply(listDevices, refused('500', 'busy'));
  expect(await readSubject(core.get(Queries), leaseTerms({ renewal: 'device' }), SELECTED, NOW)).toMatchObject({
    renewal: 'device',
    expiresAt: undefined,
  });
});

test.each([
  [{ rechargeOperatorId: 'shop-2' }, '滨江店'],
  [{ renewal: 'card' as const }, '康养馆'],
])('A plan for a card under the terms %j names the shop %s', async (terms, operatorName) => {
  const core = createTestApp();
  const cards = aPage(
    { sysUserId: 'shop-1', operatorName: '康养馆', money: 1 },
    { sysUserId: 'shop-2', operatorName: '滨江店', money: 0 },
  );
  core.http.reply(listCards, cards);
  expect(await readSubject(core.get(Queries), leaseTerms(terms), SELECTED, NOW)).toMatchObject({ operatorName });
});

test('Names that the server refuses to tell stay unknown', async () => {
  const core = createTestApp();
  core.http.reply(getDetail, refused('500', 'busy')).reply(listCards, new Problem('http', { status: 400 }));
  const read = (terms: Partial<LeaseTerms>) => readSubject(core.get(Queries), leaseTerms(terms), SELECTED, NOW);
  expect([await read({}), await read({ rechargeOperatorId: 'shop-1' })]).toEqual([{}, {}]);
});

test('Without a device nothing is read for it', async () => {
  const core = createTestApp();
  expect(await readSubject(core.get(Queries), leaseTerms(), { sno: undefined, operatorId: 'shop-1' }, NOW)).toEqual({});
  expect(core.http.requests(getDetail)).toHaveLength(0);
});

test('Recharging a card, from the list or as a renewal, is not for the selected device', () => {
  expect(
    [{}, { renewal: 'device' as const }, { assist: true }].map((terms) => isForSelectedDevice(leaseTerms(terms))),
  ).toEqual([true, true, true]);
  expect(
    [{ renewal: 'card' as const }, { rechargeOperatorId: 'shop-1' }].map((terms) =>
      isForSelectedDevice(leaseTerms(terms)),
    ),
  ).toEqual([false, false]);
});
