import { expect, test } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { openSession } from '../../src/core/session/session.ts';
import { ReleaseWatcher } from '../../src/ui/stores/release-watcher.ts';

const MINUTE = 60_000;
const versionFile = (buildId: unknown) => JSON.stringify({ version: '1.1.0', commit: 'c', buildId, time: 't' });

/** The page of one build in a tab, with its server. */
function pageOf(own: string, { storage = new FakeAppStorage(), keepsStorage = true } = {}) {
  const clock = new FakeClock();
  const { scope, session } = openSession(storage);
  session.open('/', '?accessToken=t&openid=o');
  const server: { file: string | undefined; reads: number } = { file: versionFile(own), reads: 0 };
  const seen = { reloads: 0, isUnderWay: false, isOutdated: false };
  const watcher = new ReleaseWatcher({
    own,
    page: {
      read: async () => {
        server.reads += 1;
        return server.file;
      },
      stored: () => openSession(keepsStorage ? storage : new FakeAppStorage()),
      reload: () => void (seen.reloads += 1),
    },
    scope,
    time: clock,
    isUnderWay: () => seen.isUnderWay,
    onCheck: (isOutdated) => void (seen.isOutdated = isOutdated),
  });
  const isShownAfter = async (ms: number) => {
    await clock.advance(ms);
    watcher.resumed();
    await clock.advance(0);
  };
  const missesFile = async () => {
    void watcher.fileFailed();
    await clock.advance(0);
  };
  return { watcher, server, seen, storage, isShownAfter, missesFile };
}

test('A page that is shown again asks for the build at most once in five minutes, and not in its first five', async () => {
  const { server, seen, isShownAfter } = pageOf('a');
  server.file = versionFile('b');
  for (const ms of [0, MINUTE, 3 * MINUTE]) await isShownAfter(ms);
  expect([server.reads, seen.isOutdated]).toEqual([0, false]);
  await isShownAfter(MINUTE);
  expect([server.reads, seen.isOutdated]).toEqual([1, true]);
  for (const ms of [0, MINUTE, 3 * MINUTE]) await isShownAfter(ms);
  expect(server.reads).toBe(1);
  await isShownAfter(MINUTE);
  expect(server.reads).toBe(2);
});

test('A page that stays visible never asks for the build', async () => {
  const { server, isShownAfter } = pageOf('a');
  await isShownAfter(0);
  expect(server.reads).toBe(0);
});

test.each([
  ['is missing', undefined],
  ['is a web page', '<!doctype html>'],
  ['is null', 'null'],
  ['is a list', '[]'],
  ['names no build', '{"version":"1.0.0"}'],
  ['names a build that is no text', versionFile({ id: 'b' })],
  ['names an empty build', versionFile('')],
  ['names a sentence', versionFile('a b')],
])('A version.json that %s neither offers the update nor withdraws it', async (_, file) => {
  const { server, seen, isShownAfter, missesFile } = pageOf('a');
  server.file = file;
  await isShownAfter(5 * MINUTE);
  await missesFile();
  expect([seen.isOutdated, seen.reloads]).toEqual([false, 0]);
  server.file = versionFile('b');
  await isShownAfter(5 * MINUTE);
  server.file = file;
  await isShownAfter(5 * MINUTE);
  expect([seen.isOutdated, seen.reloads]).toEqual([true, 0]);
});

test('A deployment that is taken back withdraws the offer', async () => {
  const { server, seen, isShownAfter } = pageOf('a');
  server.file = versionFile('b');
  await isShownAfter(5 * MINUTE);
  server.file = versionFile('a');
  await isShownAfter(5 * MINUTE);
  expect(seen.isOutdated).toBe(false);
});

test('A phone that forgets the session on a reload gets no offer, and its page does not reload by itself', async () => {
  const { server, seen, isShownAfter, missesFile } = pageOf('a', { keepsStorage: false });
  server.file = versionFile('b');
  await isShownAfter(5 * MINUTE);
  await missesFile();
  expect([seen.isOutdated, seen.reloads]).toEqual([false, 0]);
});

test('A page that misses a file of its own build does not reload', async () => {
  const { seen, missesFile } = pageOf('a');
  await missesFile();
  expect([seen.isOutdated, seen.reloads]).toEqual([false, 0]);
});

test('A page that misses several files of an older build asks once and reloads once', async () => {
  const { watcher, server, seen, missesFile } = pageOf('a');
  server.file = versionFile('b');
  let shownFailures = 0;
  for (let files = 0; files < 3; files += 1) void watcher.fileFailed().then(() => (shownFailures += 1));
  await missesFile();
  expect([server.reads, seen.reloads, shownFailures]).toEqual([1, 1, 0]);
});

test('A page that misses a file while something is under way offers the update instead of reloading', async () => {
  const { server, seen, missesFile } = pageOf('a');
  server.file = versionFile('b');
  seen.isUnderWay = true;
  await missesFile();
  expect([seen.isOutdated, seen.reloads]).toEqual([true, 0]);
});

test.each([
  ['the same old build', 'a', 'b'],
  ['the same old build, and version.json names a third one', 'a', 'c'],
  ['the new build, and version.json names the old one', 'b', 'a'],
  ['the new build, which misses the file, too', 'b', 'b'],
])('A reload that brought %s is not repeated', async (_, own, served) => {
  const first = pageOf('a');
  first.server.file = versionFile('b');
  await first.missesFile();
  expect(first.seen.reloads).toBe(1);
  const next = pageOf(own, { storage: first.storage });
  next.server.file = versionFile(served);
  await next.missesFile();
  await next.missesFile();
  expect(next.seen.reloads).toBe(0);
});

test('A page reloads once for each deployment that takes its files away', async () => {
  const first = pageOf('a');
  first.server.file = versionFile('b');
  await first.missesFile();
  const second = pageOf('b', { storage: first.storage });
  second.server.file = versionFile('c');
  await second.missesFile();
  expect([first.seen.reloads, second.seen.reloads]).toEqual([1, 1]);
});
