import { expect, test } from 'vitest';
import { ScanDevice } from '../../../src/core/entry/scan-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';

test('A scanned code yields a device number or is reported as unreadable', async () => {
  const core = createTestApp();
  core.scanner.reads('https://shop.test/d?sno=DEV0001', 'CODE_128,DEV0002', 'https://elsewhere.test/');
  const scanning = core.get(ScanDevice);
  expect(await scanning.scan()).toEqual({ kind: 'scanned', sno: 'DEV0001' });
  expect(await scanning.scan()).toEqual({ kind: 'scanned', sno: 'DEV0002' });
  expect(await scanning.scan()).toEqual({ kind: 'unreadable' });
});

test('A cancelled scan is reported as cancelled, and a failing scanner rejects', async () => {
  const core = createTestApp();
  core.scanner.answers({ kind: 'cancelled' }, new Problem('scanner'));
  expect(await core.get(ScanDevice).scan()).toEqual({ kind: 'cancelled' });
  expect(await problemOf(core.get(ScanDevice).scan())).toMatchObject({ code: 'scanner' });
});
