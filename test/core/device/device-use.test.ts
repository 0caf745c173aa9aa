import { expect, test } from 'vitest';
import type { LeasedDevice } from '../../../src/core/device/device.ts';
import {
  deviceUseIn,
  hasUnclearRow,
  isOwnLease,
  leaseToRenew,
  listedForWhom,
} from '../../../src/core/device/device-use.ts';

const NOW = Date.parse('2026-03-02T09:00:00+08:00');
const own: LeasedDevice = { sno: 'DEV1', name: '理疗仪', assist: false, expiresAt: NOW + 1 };
const onBehalf: LeasedDevice = { ...own, assist: true };
const shared: LeasedDevice = { ...own, sharer: { id: 'u7' } };
const unclear: LeasedDevice = { ...own, assist: undefined };
const over = (device: LeasedDevice): LeasedDevice => ({ ...device, expiresAt: NOW });
const endless = (device: LeasedDevice): LeasedDevice => ({ ...device, expiresAt: undefined });
const listed = (...records: LeasedDevice[]) => ({ records, unreadable: 2 });

test.each([
  ['an own lease', [own], { kind: 'own', device: own }],
  ['a rental for a customer', [onBehalf], { kind: 'on-behalf', device: onBehalf }],
  ['a row that does not say for whom', [unclear], { kind: 'unclear', device: unclear }],
  ['a share', [shared], { kind: 'shared', device: shared }],
  ['a lease without a known end', [endless(own)], { kind: 'own', device: endless(own) }],
  ['an own lease beside the others', [shared, onBehalf, own], { kind: 'own', device: own }],
  ['a share beside an own lease that is over', [over(own), shared], { kind: 'shared', device: shared }],
  ['another device', [{ ...own, sno: 'DEV2' }], { kind: 'none', ended: undefined, unreadable: 2 }],
  ['an own lease that is over', [over(own)], { kind: 'none', ended: over(own), unreadable: 2 }],
  [
    'an own lease that is over, after a customer’s before it',
    [{ ...onBehalf, expiresAt: NOW - 1 }, over(own)],
    { kind: 'none', ended: over(own), unreadable: 2 },
  ],
  ['a share that is over', [over(shared)], { kind: 'none', ended: over(shared), unreadable: 2 }],
])('How a user may use a device is read from the list: %s', (_, devices, use) => {
  expect(deviceUseIn(listed(...devices), 'DEV1', NOW)).toEqual(use);
});

test('A device is found in the list also where its number was typed in other capitals than the server’s', () => {
  expect(deviceUseIn(listed(own), 'dev1', NOW)).toEqual({ kind: 'own', device: own });
  expect(deviceUseIn(listed(shared), 'dev1', NOW)).toEqual({ kind: 'shared', device: shared });
  expect(leaseToRenew(listed(onBehalf), 'dev1', 'customer')).toBe(onBehalf);
  expect(listedForWhom(listed(onBehalf), 'dev1', NOW)).toBe('customer');
  expect(hasUnclearRow(listed(unclear), 'dev1')).toBe(true);
});

test('Only a lease of the user that is not over is an own lease', () => {
  expect([own, endless(own), over(own), onBehalf, unclear, shared].map((device) => isOwnLease(device, NOW))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('A renewal extends the lease of the same person, also one that is over, and never another user’s', () => {
  const all = listed(shared, onBehalf, over(own));
  expect(leaseToRenew(all, 'DEV1', 'self')).toBe(all.records[2]);
  expect(leaseToRenew(all, 'DEV1', 'customer')).toBe(onBehalf);
  for (const forWhom of ['self', 'customer'] as const)
    expect(leaseToRenew(listed(shared, unclear), 'DEV1', forWhom)).toBeUndefined();
});
