import { expect, test } from 'vitest';
import { Problem } from '../../../src/core/problem.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import { storedShareState } from '../../../src/core/share/stored.ts';
import { ShareWith } from '../../../src/core/share/share-with.ts';
import { coreOnFakes, problemOf } from '../../helpers/core-on-fakes.ts';
import { done, refused } from '../../helpers/wire.ts';

const LIST = '/device/device/share/list';
const SHARE = '/device/bind_device';
const UNSHARE = '/device/un_bind_device';

function atTheList() {
  const core = coreOnFakes();
  return { ...core, sharing: core.get(ShareWith) };
}

test('shows whom a device is shared with, and the session remembers that it was looked at', async () => {
  const core = atTheList();
  core.http.answers(LIST, done([{ mobile: '13800000003', ctime: '2026-03-01 08:00:00' }]));
  expect(await core.sharing.list('DEV0001')).toEqual({ records: [{ mobile: '13800000003', since: Date.parse('2026-03-01T08:00:00+08:00') }], unreadable: 0 });
  expect(core.http.sentTo(LIST).map(({ url }) => new URL(url).search)).toEqual(['?sno=DEV0001']);
  expect(storedShareState(core.get(AccountScope)).get()).toBe(2);
});

test('shares with a number as its digits, once for two taps', async () => {
  const core = atTheList();
  core.http.answers(SHARE, done());
  const both = await Promise.all([core.sharing.share('DEV0001', '138 0000 0003'), core.sharing.share('DEV0001', '138 0000 0003')]);
  expect(both).toEqual([{ kind: 'shared' }, { kind: 'shared' }]);
  expect(core.data(SHARE)).toEqual([{ mobile: '13800000003', sno: 'DEV0001' }]);
});

test('shares two devices with the same number at the same time', async () => {
  const core = atTheList();
  core.http.answers(SHARE, done());
  await Promise.all([core.sharing.share('DEV0001', '13800000003'), core.sharing.share('DEV0002', '13800000003')]);
  expect(core.data(SHARE)).toEqual([{ mobile: '13800000003', sno: 'DEV0001' }, { mobile: '13800000003', sno: 'DEV0002' }]);
});

test('a lost answer is not taken for a sharing with somebody else, nor where the list cannot be asked', async () => {
  const core = atTheList();
  core.http.answers(SHARE, new Problem('timeout')).answers(LIST, done([{ mobile: '13800000009' }]), refused('1'));
  for (const _ of [1, 2]) expect(await problemOf(core.sharing.share('DEV0001', '13800000003'))).toMatchObject({ code: 'timeout' });
  expect(core.http.sentTo(LIST).map(({ url }) => new URL(url).search)).toEqual(['?sno=DEV0001', '?sno=DEV0001']);
});

test('the end of a sharing names the device and the number, is not said where nobody knows, and is a problem once the session is over', async () => {
  const core = atTheList();
  core.http.answers(UNSHARE, new Problem('timeout'), { status: 401 }).answers(LIST, refused('1'));
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toEqual({ kind: 'not-removed' });
  expect(core.data(UNSHARE)).toEqual([{ sno: 'DEV0001', mobile: '13800000003' }]);
  expect(await problemOf(core.sharing.unshare('DEV0001', '13800000003'))).toMatchObject({ code: 'unauthorized' });
});

test('two sharings are ended at the same time', async () => {
  const core = atTheList();
  core.http.answers(UNSHARE, done());
  await Promise.all([core.sharing.unshare('DEV0001', '13800000003'), core.sharing.unshare('DEV0002', '13800000003')]);
  expect(core.http.sentTo(UNSHARE)).toHaveLength(2);
});

test('a refusal says what the server says', async () => {
  const core = atTheList();
  core.http.answers(SHARE, refused('500', '已分享给该用户'));
  expect(await core.sharing.share('DEV0001', '13800000003')).toEqual({ kind: 'refused', message: '已分享给该用户' });
});

test('a lost answer is looked up in the list before anything is said', async () => {
  const core = atTheList();
  core.http.answers(SHARE, new Problem('timeout')).answers(LIST, done([{ mobile: '13800000003' }]), done([]));
  expect(await core.sharing.share('DEV0001', '13800000003')).toEqual({ kind: 'shared' });
  expect(await problemOf(core.sharing.share('DEV0001', '13800000004'))).toMatchObject({ code: 'timeout' });
});

test('ends a sharing, and says so where it did not end', async () => {
  const core = atTheList();
  core.http.answers(UNSHARE, done(), refused('500', '…'), new Problem('network'), new Problem('network'));
  core.http.answers(LIST, done([]), done([{ mobile: '13800000003' }]));
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toEqual({ kind: 'removed' });
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toEqual({ kind: 'not-removed' });
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toEqual({ kind: 'removed' });
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toEqual({ kind: 'not-removed' });
});
