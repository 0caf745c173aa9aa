import { expect, test } from 'vitest';
import type { LeasedDevice } from '../../../src/core/device/device.ts';
import { isLeaseOrderOver, whatIsLeft } from '../../../src/core/lease/what-is-left.ts';
import { DAY } from '../../../src/core/basics/time.ts';

const NOW = Date.parse('2026-03-01T09:00:00+08:00');
const own = { sno: 'PL1', name: '理疗仪', assist: false, expiresAt: NOW + 5.5 * DAY };
const listed = (...records: LeasedDevice[]) => ({ records, unreadable: 0 });
const facts = {
  sno: 'PL1',
  operatorId: 'op1',
  devices: listed(own),
  cards: { records: [{ operatorId: 'op1', remainingUses: 3 }], unreadable: 0 },
};

test('On an own lease, its days are left and no uses are mentioned', () => {
  expect(whatIsLeft(facts, NOW)).toEqual({ lease: own, days: 5 });
});

test('An own lease without an end, or past it, claims no days', () => {
  const endless = { ...own, expiresAt: undefined };
  expect(whatIsLeft({ ...facts, devices: listed(endless) }, NOW)).toEqual({ lease: endless });
  expect(whatIsLeft(facts, NOW + 6 * DAY)).toEqual({ lease: own, uses: 3 });
});

test('Without a lease of the device, the uses of its operator’s card are left', () => {
  expect(whatIsLeft({ ...facts, devices: listed({ ...own, sno: 'PL2' }) }, NOW)).toEqual({ uses: 3 });
});

test.each([
  ['the device is rented for a customer', { devices: listed({ ...own, assist: true }) }],
  ['the device is listed as shared', { devices: listed({ ...own, sharer: { id: 'u2' } }) }],
  ['the device may be a row that cannot be read', { devices: { records: [], unreadable: 1 } }],
  ['the leases could not be read', { devices: undefined }],
  ['the cards could not be read', { devices: listed(), cards: undefined }],
  ['the operator is unknown', { devices: listed(), operatorId: undefined }],
  ['no use is left on any card that was read', { devices: listed(), cards: { records: [], unreadable: 0 } }],
])('Nothing is claimed if %s', (_, change) => {
  expect(whatIsLeft({ ...facts, ...change }, NOW)).toEqual({});
});

const over = {
  order: { sno: 'PL1', operatorId: 'op1', paidAt: NOW - 2 * DAY },
  read: { devices: listed(), cards: { records: [], unreadable: 0 } },
};

test('A paid order is over once the device is not leased any more and no use is left', () => {
  expect(isLeaseOrderOver(over.order, over.read, NOW)).toBe(true);
});

test.each([
  ['the device is leased', {}, { devices: listed(own) }],
  ['another user shares the device', {}, { devices: listed({ ...own, sharer: { id: 'u2' } }) }],
  ['a use is left', {}, { cards: facts.cards }],
  ['the device may be a row that cannot be read', {}, { devices: { records: [], unreadable: 1 } }],
  ['the leases could not be read', {}, { devices: undefined }],
  ['the cards could not be read', {}, { cards: undefined }],
  ['its operator is unknown', { operatorId: undefined }, {}],
  ['its device is unknown', { sno: undefined }, {}],
  ['nobody knows when it was paid or ordered', { paidAt: undefined }, {}],
  ['it was paid less than a day ago, so that the list may not have it yet', { paidAt: NOW - DAY + 1 }, {}],
])('A paid order is not called over if %s', (_, order, read) => {
  expect(isLeaseOrderOver({ ...over.order, ...order }, { ...over.read, ...read }, NOW)).toBe(false);
});
