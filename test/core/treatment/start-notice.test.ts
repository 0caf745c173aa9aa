import { expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { Configuration } from '../../../src/core/api/configuration/configuration.ts';
import { StartNotice } from '../../../src/core/treatment/start/start-notice.ts';

const NOTICE = { version: '1', title: '须知', items: ['请从低强度开始。'] };
const configured = (notice?: object) => Configuration.from({ apiBase: 'https://api.test', notice });

test('A notice is asked until its version is confirmed on this phone', () => {
  const storage = new FakeAppStorage();
  const startNotice = new StartNotice(storage, configured(NOTICE));
  expect(startNotice.unconfirmed()).toEqual(NOTICE);
  startNotice.confirm(NOTICE);
  expect(startNotice.unconfirmed()).toBeUndefined();
  const nextVersion = { ...NOTICE, version: '2' };
  expect(new StartNotice(storage, configured(nextVersion)).unconfirmed()).toEqual(nextVersion);
  expect(new StartNotice(storage.anotherPage(), configured(NOTICE)).unconfirmed()).toBeUndefined();
});

test('Without a configured notice there is nothing to confirm', () => {
  expect(new StartNotice(new FakeAppStorage(), configured()).unconfirmed()).toBeUndefined();
});

test('A phone whose storage fails is asked again, and confirming does not fail', () => {
  const storage = new FakeAppStorage();
  const startNotice = new StartNotice(storage, configured(NOTICE));
  storage.failsWith();
  startNotice.confirm(NOTICE);
  expect(startNotice.unconfirmed()).toEqual(NOTICE);
});
