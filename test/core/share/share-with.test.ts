import { expect, test } from 'vitest';
import { Problem } from '../../../src/core/problem.ts';
import { listShares, shareDevice, unshareDevice } from '../../../src/core/share/api.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import { storedShareState } from '../../../src/core/share/stored.ts';
import { ShareWith } from '../../../src/core/share/share-with.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { httpResponse, refused } from '../../helpers/fake-server.ts';

function atTheList() {
  const core = createTestApp();
  return { ...core, sharing: core.get(ShareWith) };
}

test('Loading the share list records in the session that it was shown', async () => {
  const core = atTheList();
  core.http.reply(listShares, [{ mobile: '13800000003', ctime: '2026-03-01 08:00:00' }]);
  expect(await core.sharing.list('DEV0001')).toEqual({
    records: [{ mobile: '13800000003', since: Date.parse('2026-03-01T08:00:00+08:00') }],
    unreadable: 0,
  });
  expect(core.http.requests(listShares).map(({ url }) => new URL(url).search)).toEqual(['?sno=DEV0001']);
  expect(storedShareState(core.get(AccountScope)).get()).toBe(2);
});

test('A device is shared with the digits of a number, once for two taps', async () => {
  const core = atTheList();
  core.http.reply(shareDevice);
  const both = await Promise.all([
    core.sharing.share('DEV0001', '138 0000 0003'),
    core.sharing.share('DEV0001', '138 0000 0003'),
  ]);
  expect(both).toEqual([{ kind: 'shared' }, { kind: 'shared' }]);
  expect(core.http.data(shareDevice)).toEqual([{ mobile: '13800000003', sno: 'DEV0001' }]);
});

test('Two devices can be shared with the same number at the same time', async () => {
  const core = atTheList();
  core.http.reply(shareDevice);
  await Promise.all([core.sharing.share('DEV0001', '13800000003'), core.sharing.share('DEV0002', '13800000003')]);
  expect(core.http.data(shareDevice)).toEqual([
    { mobile: '13800000003', sno: 'DEV0001' },
    { mobile: '13800000003', sno: 'DEV0002' },
  ]);
});

test('A lost response does not count as a sharing if the list contains another number, and is unknown if it cannot be loaded', async () => {
  const core = atTheList();
  core.http.reply(shareDevice, new Problem('timeout')).reply(listShares, [{ mobile: '13800000009' }], refused('1'));
  expect(await problemOf(core.sharing.share('DEV0001', '13800000003'))).toMatchObject({ code: 'timeout' });
  expect(await core.sharing.share('DEV0001', '13800000003')).toMatchObject({
    kind: 'unknown',
    problem: { code: 'timeout' },
  });
  expect(core.http.requests(listShares).map(({ url }) => new URL(url).search)).toEqual([
    '?sno=DEV0001',
    '?sno=DEV0001',
  ]);
});

test('A sharing whose end has no answer and that no list shows is not said to go on', async () => {
  const core = atTheList();
  core.http.reply(unshareDevice, new Problem('timeout'), httpResponse({ status: 401 })).reply(listShares, refused('1'));
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toMatchObject({
    kind: 'unknown',
    problem: { code: 'timeout' },
  });
  expect(core.http.data(unshareDevice)).toEqual([{ sno: 'DEV0001', mobile: '13800000003' }]);
  expect(await problemOf(core.sharing.unshare('DEV0001', '13800000003'))).toMatchObject({ code: 'unauthorized' });
});

test('A sharing after which the server broke down is read from the list before it is called refused', async () => {
  const core = atTheList();
  core.http.reply(shareDevice, refused('500', '系统异常')).reply(listShares, [{ mobile: '13800000003' }], []);
  expect(await core.sharing.share('DEV0001', '13800000003')).toEqual({ kind: 'shared' });
  expect(await core.sharing.share('DEV0001', '13800000004')).toMatchObject({
    kind: 'refused',
    problem: { serverMessage: '系统异常' },
  });
});

test('Ending a sharing reports whether the number was removed', async () => {
  const core = atTheList();
  core.http.reply(unshareDevice, null, refused('500', '…'), new Problem('network'), new Problem('network'));
  core.http.reply(listShares, [], [{ mobile: '13800000003' }]);
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toEqual({ kind: 'removed' });
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toMatchObject({
    kind: 'not-removed',
    problem: { code: 'refused' },
  });
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toEqual({ kind: 'removed' });
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toMatchObject({
    kind: 'not-removed',
    problem: { code: 'network' },
  });
});

test('It is not known whether a lost answer shared the device if the list masks a number that ends and begins alike', async () => {
  const core = atTheList();
  core.http.reply(shareDevice, new Problem('timeout')).reply(listShares, [{ mobile: '138****0003' }]);
  expect(await core.sharing.share('DEV0001', '13800000003')).toMatchObject({ kind: 'unknown' });
  expect(await problemOf(core.sharing.share('DEV0001', '1380003'))).toMatchObject({ code: 'timeout' });
});

test('A lost answer does not end a sharing while the list masks a number that may be the same', async () => {
  const core = atTheList();
  core.http.reply(unshareDevice, new Problem('timeout'));
  core.http.reply(listShares, [{ mobile: '138****0003' }], [{ mobile: '138****0004' }]);
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toMatchObject({ kind: 'not-removed' });
  expect(await core.sharing.unshare('DEV0001', '13800000003')).toEqual({ kind: 'removed' });
});

test('A server that accepts a number with hidden digits has ended the sharing only if the list shows the person no more', async () => {
  const core = atTheList();
  const masked = [{ mobile: '138****0003' }];
  core.http.reply(unshareDevice).reply(listShares, masked, masked, masked, refused('1'), masked, []);
  expect(await core.sharing.unshare('DEV0001', '138****0003')).toMatchObject({ kind: 'unknown' });
  expect(await core.sharing.unshare('DEV0001', '138****0003')).toMatchObject({ kind: 'unknown' });
  expect(await core.sharing.unshare('DEV0001', '138****0003')).toEqual({ kind: 'removed' });
});
