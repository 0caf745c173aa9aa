import { expect, test } from 'vitest';
import { ScanDevice } from '../../../src/core/device/scan-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';

test('a code says which device it is, or that it is none', async () => {
  const core = coreOnFakes();
  core.scanner.reads('https://shop.test/d?sno=DEV0001', 'CODE_128,DEV0002', 'https://elsewhere.test/');
  const scanning = core.get(ScanDevice);
  expect(await scanning.scan()).toEqual({ kind: 'scanned', sno: 'DEV0001' });
  expect(await scanning.scan()).toEqual({ kind: 'scanned', sno: 'DEV0002' });
  expect(await scanning.scan()).toEqual({ kind: 'unreadable' });
});

test('who turns away from the scanner has scanned nothing, and a scanner that cannot read says so', async () => {
  const core = coreOnFakes();
  core.scanner.answers({ kind: 'cancelled' }, new Problem('scanner'));
  expect(await core.get(ScanDevice).scan()).toEqual({ kind: 'cancelled' });
  expect(await problemOf(core.get(ScanDevice).scan())).toMatchObject({ code: 'scanner' });
});
