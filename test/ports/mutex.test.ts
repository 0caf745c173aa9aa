import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebLocksMutex } from '../../src/adapters/browser/web-locks-mutex.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { FileMutex } from '../../src/adapters/node/files/file-mutex.ts';
import { InMemoryMutex } from '../../src/adapters/in-memory-mutex.ts';
import { describeMutex } from './mutex.conformance.ts';

afterEach(() => void vi.useRealTimers());

describeMutex('InMemoryMutex', () => {
  const clock = new FakeClock();
  const mutex = new InMemoryMutex(clock);
  return { mutex, elsewhere: mutex, passes: (ms) => clock.advance(ms) };
});

/** The exclusive part of the Web Locks API, as the standard specifies it. The journeys use the browser's own locks in two pages. */
class Locks {
  private readonly held = new Map<string, Promise<unknown>>();
  readonly requested: string[] = [];

  request = (async (name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) => {
    this.requested.push(name);
    while (this.held.has(name)) {
      if (options.ifAvailable) return callback(null);
      const aborted = new Promise<never>((_, reject) =>
        options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
      );
      await Promise.race([this.held.get(name), aborted]);
    }
    const work = (async () => callback({ name, mode: 'exclusive' }))();
    this.held.set(
      name,
      work.catch(() => undefined).then(() => this.held.delete(name)),
    );
    return work;
  }) as LockManager['request'];
}

describeMutex('WebLocksMutex', () => {
  vi.useFakeTimers();
  const locks = new Locks();
  const aPage = () => new WebLocksMutex(new InMemoryMutex(new FakeClock()), () => locks);
  return { mutex: aPage(), elsewhere: aPage(), passes: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)) };
});

describeMutex('WebLocksMutex in a browser without locks', () => {
  const clock = new FakeClock();
  const mutex = new WebLocksMutex(new InMemoryMutex(clock), () => undefined);
  return { mutex, elsewhere: mutex, passes: (ms) => clock.advance(ms) };
});

describe('WebLocksMutex', () => {
  test('WebLocksMutex runs the work without a lock if the browser refuses locks, and reports that it waited', async () => {
    const refusing = { request: () => Promise.reject(new DOMException('not here', 'SecurityError')) };
    const mutex = new WebLocksMutex(new InMemoryMutex(new FakeClock()), () => refusing);
    expect(await mutex.runExclusive('order', 1_000, async (waited) => waited)).toBe(true);
  });

  test('WebLocksMutex uses lock names that no other app of the same origin uses', async () => {
    const locks = new Locks();
    await new WebLocksMutex(new InMemoryMutex(new FakeClock()), () => locks).runExclusive(
      'order',
      1_000,
      async () => undefined,
    );
    expect(locks.requested).toEqual(['physiolease.order']);
  });
});

describe('FileMutex among processes', () => {
  let home: string;
  beforeEach(() => void (home = mkdtempSync(path.join(tmpdir(), 'locks-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const clock = new FakeClock();
  const newProcessMutex = () => new FileMutex(home, clock);
  const machine = hostname().replace(/[^a-zA-Z0-9_-]/g, '_');
  const never = () => new Promise<never>(() => {});
  const writeOwner = (name: string, owner: string) =>
    mkdirSync(path.join(home, 'locks', name, owner), { recursive: true, mode: 0o700 });
  const NOBODY = 2 ** 30;

  describeMutex('FileMutex', () => ({
    mutex: newProcessMutex(),
    elsewhere: newProcessMutex(),
    passes: (ms) => clock.advance(ms),
  }));

  test('FileMutex takes over the lock of a killed process immediately, and reports that it waited', async () => {
    writeOwner('order', `${machine}.${NOBODY}.0`);
    expect(await newProcessMutex().runExclusive('order', 60_000, async (waited) => waited)).toBe(true);
    expect(await newProcessMutex().runExclusive('order', 60_000, async (waited) => waited)).toBe(false);
  });

  test.each([
    ['A process on another machine, which may still run,', `elsewhere.${NOBODY}.0`],
    ['A process with the pid of a killed one', `${machine}.${process.pid}.0`],
  ])('%s keeps the lock until the timeout of one waiting process', async (_, owner) => {
    writeOwner('order', owner);
    let acquired: boolean | undefined;
    const overdue = newProcessMutex().runExclusive('order', 2_000, async (waited) => (acquired = waited));
    await clock.advance(1_900);
    expect(acquired).toBeUndefined();
    await clock.advance(100);
    expect(await overdue).toBe(true);
    expect(await newProcessMutex().runExclusive('order', 2_000, async (waited) => waited)).toBe(false);
  });

  test('A process that exceeded its time limit does not release a lock that was taken over', async () => {
    let wakes = () => {};
    const slow = newProcessMutex().runExclusive(
      'order',
      1_000,
      () => new Promise<void>((resolve) => (wakes = resolve)),
    );
    void newProcessMutex().runExclusive('order', 1_000, never);
    await clock.advance(1_000);
    wakes();
    await slow;
    let acquired = false;
    void newProcessMutex().runExclusive('order', 1_000, async () => (acquired = true));
    await clock.advance(900);
    expect(acquired).toBe(false);
  });

  test('FileMutex runs the work of many concurrent processes one at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await clock.sleep(10);
      inside -= 1;
    };
    const all = Promise.all(Array.from({ length: 20 }, () => newProcessMutex().runExclusive('order', 60_000, work)));
    await clock.advance(20 * 60);
    await all;
    expect(most).toBe(1);
  });

  test('FileMutex leaves no files but its lock directories', async () => {
    await newProcessMutex().runExclusive('start PL10003/../x', 1_000, async () => undefined);
    expect(readdirSync(home, { recursive: true })).toEqual([
      'locks',
      path.join('locks', 'start_PL10003____x'),
      path.join('locks', 'start_PL10003____x', 'free'),
    ]);
  });

  test('FileMutex runs the work without a lock if none can be created, and reports that it waited', async () => {
    symlinkSync(tmpdir(), path.join(home, 'locks'));
    expect(await newProcessMutex().runExclusive('order', 1_000, async (waited) => waited)).toBe(true);
  });
});
