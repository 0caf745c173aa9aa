import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeviceStatus } from '../../../src/core/device/device.ts';
import { neutralStatus, type Evidence } from '../../../src/core/diagnosis/fleet/neutral-status.ts';
import { Problem } from '../../../src/core/problem.ts';

const refusal = (serverCode: string, serverMessage?: string) => new Problem('refused', { serverCode, serverMessage });
const said = (status: DeviceStatus) => ({ ownerId: 'shop-1', status });
const unnamed = { ownerId: 'shop-1' };

const others = fc.record<Omit<Evidence, 'answer'>>({
  online: fc.constantFrom(true, false, undefined),
  runs: fc.constantFrom(true, false, undefined),
  isListed: fc.boolean(),
});
const statuses = fc.constantFrom<DeviceStatus>('free', 'using', 'working', 'used', 'offline', 'locked');

test.each([
  ['free', 'free'],
  ['using', 'leased'],
  ['working', 'running'],
  ['used', 'running'],
  ['offline', 'offline'],
  ['locked', 'locked'],
] as const)('A device that the check calls %s is %s, whatever is known of this user', (status, expected) => {
  fc.assert(
    fc.property(others, (evidence) => {
      expect(neutralStatus({ ...evidence, answer: said(status) })).toBe(expected);
    }),
  );
});

test.each([
  ['设备未投入运营', '10005', 'not-in-operation'],
  ['设备未投入运营', '404', 'not-in-operation'],
  [undefined, '10005', 'not-in-operation'],
  ['设备不存在', '404', 'unknown'],
  ['设备不存在', '500', 'unknown'],
  ['没有这台设备', '404', 'unknown'],
  ['无权限', '403', 'unknown'],
])('A device whose check is refused with %s (%s) is %s', (message, code, expected) => {
  expect(neutralStatus({ answer: refusal(code, message) })).toBe(expected);
});

test('A device is free only if the server has said so', () => {
  const answers = fc.option(fc.oneof(statuses.map(said), fc.constant(unnamed), fc.constant(refusal('403'))), {
    nil: undefined,
  });
  fc.assert(
    fc.property(answers, others, (answer, evidence) => {
      const isFree = neutralStatus({ ...evidence, answer }) === 'free';
      expect(isFree).toBe(answer !== undefined && answer !== unnamed && 'status' in answer && answer.status === 'free');
    }),
  );
});

test.each([
  [{ online: false, runs: true, isListed: true }, 'offline'],
  [{ online: true, runs: true, isListed: true }, 'running'],
  [{ online: undefined, runs: true, isListed: false }, 'unknown'],
  [{ online: undefined, runs: true, isListed: true }, 'unknown'],
  [{ online: true, runs: undefined, isListed: true }, 'unknown'],
  [{ online: true, runs: false, isListed: true }, 'leased'],
  [{ online: true, runs: false, isListed: false }, 'unknown'],
] as const)('With an unknown status, a device that is %o counts as %s', (evidence, expected) => {
  expect(neutralStatus({ ...evidence, answer: unnamed })).toBe(expected);
});
