import { expect, test } from 'vitest';
import type { LeaseTerms } from '../../../src/core/destination.ts';
import { getUser } from '../../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices } from '../../../src/core/device/api.ts';
import { leasesDevice, readSubject } from '../../../src/core/lease/lease-subject.ts';
import { Problem } from '../../../src/core/problem.ts';
import { Queries } from '../../../src/core/queries.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { leaseTerms } from '../../helpers/renting.ts';
import { misshapen, refused } from '../../helpers/fake-server.ts';
import { aDevice, type DeviceRow } from '../../helpers/wire.ts';

const AT_THE_DEVICE = { sno: 'DEV0001', operatorId: 'shop-1' };
const END = Date.parse('2126-04-01T00:00:00+08:00');

function theDevice(devices: DeviceRow[], user = { assist: false }) {
  const core = createTestApp();
  core.http
    .reply(getDetail, { name: '客厅', belongOperatorName: '康养馆', expirationTime: 1_800_000_000_000 })
    .reply(listDevices, devices)
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
    .reply(getUser, user);
  const read = (terms: Partial<LeaseTerms>) =>
    readSubject(core.get(Queries), leaseTerms(terms), AT_THE_DEVICE, core.clock.now());
  return Object.assign(read, { core });
}

test.each([
  ['another user’s', []],
  ['shared with the user', [aDevice({ shareUserId: 'u7' })]],
  ['a customer’s', [aDevice({ assist: true })]],
])('The end of a lease that is %s is no end to renew, and there is no renewal', async (_, devices) => {
  const subject = await theDevice(devices)({ renewal: 'device', forWhom: 'self' });
  expect(subject).toMatchObject({ terms: leaseTerms() });
  expect(subject.lease).toEqual({ kind: 'none' });
});

test('A renewal for a customer extends the customer’s lease, not the assistant’s own', async () => {
  const read = theDevice([aDevice({ expirationTime: '2026-01-01 00:00:00' }), aDevice({ assist: true })]);
  expect(await read({ renewal: 'device', forWhom: 'customer' })).toMatchObject({
    terms: { forWhom: 'customer' },
    lease: { expiresAt: END },
  });
});

test.each<[string, DeviceRow[], { assist: boolean }, string]>([
  ['a rental for a customer is the customer’s', [aDevice({ assist: true })], { assist: true }, 'customer'],
  [
    'a rental for a customer that is over says nothing of what an assistant rents now',
    [aDevice({ assist: true, expirationTime: '2026-01-01 00:00:00' })],
    { assist: true },
    'unsaid',
  ],
  [
    'an own lease that is over says nothing of what an assistant rents now',
    [aDevice({ expirationTime: '2026-01-01 00:00:00' })],
    { assist: true },
    'unsaid',
  ],
  [
    'an own lease that is over is renewed by any other user for themselves',
    [aDevice({ expirationTime: '2026-01-01 00:00:00' })],
    { assist: false },
    'self',
  ],
  ['an own lease is the user’s', [aDevice()], { assist: true }, 'self'],
  [
    'an own lease beside one for a customer leaves it open',
    [aDevice({ assist: true }), aDevice()],
    { assist: true },
    'unsaid',
  ],
  ['a row without the mark leaves it open', [aDevice({ assist: null })], { assist: false }, 'unsaid'],
  ['without a row, an assistant may mean either', [], { assist: true }, 'unsaid'],
  [
    'a shared device says nothing of what an assistant rents',
    [aDevice({ shareUserId: 'u7' })],
    { assist: true },
    'unsaid',
  ],
  ['without a row, any other user rents for themselves', [], { assist: false }, 'self'],
])('If nobody said for whom the plan is, the list decides or leaves it open: %s', async (_, devices, user, forWhom) => {
  const read = theDevice(devices, user);
  expect(await read({ renewal: 'device', forWhom: 'unsaid' })).toMatchObject({ terms: { forWhom } });
});

test('Of two leases of the device, the one that ends last is extended', async () => {
  const read = theDevice([aDevice({ expirationTime: '2026-01-01 00:00:00' }), aDevice()]);
  expect(await read({})).toMatchObject({ lease: { kind: 'listed', expiresAt: END } });
});

test('Beside a row that does not say for whom it is, it is not known whether there is a lease', async () => {
  expect((await theDevice([aDevice({ assist: null })])({})).lease).toBeUndefined();
});

test('A list that may hide the lease leaves the terms as they are, without an end, and an assistant is asked', async () => {
  const core = createTestApp();
  core.http
    .reply(getDetail, { name: '客厅' })
    .reply(listDevices, misshapen([7]))
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' })
    .reply(getUser, { assist: true });
  const terms = leaseTerms({ renewal: 'device', forWhom: 'unsaid' });
  expect(await readSubject(core.get(Queries), terms, AT_THE_DEVICE, core.clock.now())).toEqual({
    rentalsReadAt: core.clock.now(),
    deviceName: '客厅',
    terms,
  });
});

test('Names that the server refuses to tell stay unknown', async () => {
  const core = createTestApp();
  core.http
    .reply(getDetail, refused('500', 'busy'))
    .reply(listDevices, refused('500', 'busy'))
    .reply(checkDevice, refused('500', 'busy'))
    .reply(listCards, new Problem('http', { status: 400 }));
  const read = (terms: Partial<LeaseTerms>) =>
    readSubject(core.get(Queries), leaseTerms(terms), AT_THE_DEVICE, core.clock.now());
  for (const terms of [{}, { rechargeOperatorId: 'shop-1' }])
    expect(await read(terms)).toEqual({ terms: leaseTerms(terms) });
});

const OVER = aDevice({ expirationTime: '2026-02-01 09:00:00' });

test.each([
  ['that nobody rents is not', [], 'DEVICE_FREE', undefined],
  ['that somebody else rents is', [], 'DEVICE_USING', 'using'],
  ['on which somebody else is treated is', [], 'DEVICE_USED', 'used'],
  ['that was the user’s, and on which somebody else is treated, is', [OVER], 'DEVICE_USED', 'used'],
  ['that is shared with the user is', [aDevice({ shareUserId: 'u7' })], 'DEVICE_USING', 'using'],
  [
    'that is shared with the user while its tenant is treated is',
    [aDevice({ shareUserId: 'u7' })],
    'DEVICE_USED',
    'using',
  ],
  ['that the user rents is not', [aDevice()], 'DEVICE_USING', undefined],
  ['that the user rents and somebody else runs is not', [aDevice()], 'DEVICE_USED', undefined],
  ['that the user may rent is not', [aDevice({ assist: null })], 'DEVICE_USING', undefined],
])('A device %s held by another user', async (_, devices, status, heldByOther) => {
  const read = theDevice(devices);
  read.core.http.reply(checkDevice, { ownerId: 'shop-1', status });
  expect((await read({})).heldByOther).toBe(heldByOther);
});

test('Recharging a card, from the list or as a renewal, is not for a device', () => {
  expect(
    [{}, { renewal: 'device' as const }, { forWhom: 'customer' as const }].map((terms) =>
      leasesDevice(leaseTerms(terms)),
    ),
  ).toEqual([true, true, true]);
  expect(
    [{ renewal: 'card' as const }, { rechargeOperatorId: 'shop-1' }].map((terms) => leasesDevice(leaseTerms(terms))),
  ).toEqual([false, false]);
});
