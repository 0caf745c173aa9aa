import { expect, test } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { openSession } from '../../src/core/session/session.ts';
import { ReleaseWatcher } from '../../src/ui/stores/release-watcher.ts';

const MINUTE = 60_000;
const versionFile = (buildId: unknown) => JSON.stringify({ version: '1.1.0', commit: 'c', buildId, time: 't' });

/** The page of one build in a tab, with its server. */
function pageOf(own: string, { keepsStorage = true } = {}) {
  const storage = new FakeAppStorage();
  const clock = new FakeClock();
  const { session } = openSession(storage);
  session.open('/', '?accessToken=t&openid=o');
  const server: { file: string | undefined; reads: number } = { file: versionFile(own), reads: 0 };
  const seen = { isOutdated: false };
  const watcher = new ReleaseWatcher({
    own,
    page: {
      read: async () => {
        server.reads += 1;
        return server.file;
      },
      stored: () => openSession(keepsStorage ? storage : new FakeAppStorage()),
    },
    time: clock,
    onCheck: (isOutdated) => void (seen.isOutdated = isOutdated),
  });
  const isShownAfter = async (ms: number) => {
    await clock.advance(ms);
    watcher.resumed();
    await clock.advance(0);
  };
  return { server, seen, isShownAfter };
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
  const { server, seen, isShownAfter } = pageOf('a');
  server.file = file;
  await isShownAfter(5 * MINUTE);
  expect(seen.isOutdated).toBe(false);
  server.file = versionFile('b');
  await isShownAfter(5 * MINUTE);
  server.file = file;
  await isShownAfter(5 * MINUTE);
  expect(seen.isOutdated).toBe(true);
});

test('A deployment that is taken back withdraws the offer', async () => {
  const { server, seen, isShownAfter } = pageOf('a');
  server.file = versionFile('b');
  await isShownAfter(5 * MINUTE);
  server.file = versionFile('a');
  await isShownAfter(5 * MINUTE);
  expect(seen.isOutdated).toBe(false);
});

test('A phone that forgets the session on a reload gets no offer', async () => {
  const { server, seen, isShownAfter } = pageOf('a', { keepsStorage: false });
  server.file = versionFile('b');
  await isShownAfter(5 * MINUTE);
  expect(seen.isOutdated).toBe(false);
});
