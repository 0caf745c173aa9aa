import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebTurns } from '../../src/adapters/browser/web-turns.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { FileTurns } from '../../src/adapters/node/file-turns.ts';
import { QueuedTurns } from '../../src/adapters/queued-turns.ts';
import { describeTurns } from './turns.conformance.ts';

afterEach(() => void vi.useRealTimers());

describeTurns('QueuedTurns', () => {
  const clock = new FakeClock();
  const turns = new QueuedTurns(clock);
  return { turns, elsewhere: turns, passes: (ms) => clock.advance(ms) };
});

/** As much of a browser's locks as the standard promises of exclusive ones; the real ones are met by two pages in the journeys. */
class Locks {
  private readonly held = new Map<string, Promise<unknown>>();
  readonly asked: string[] = [];

  request = (async (name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) => {
    this.asked.push(name);
    while (this.held.has(name)) {
      if (options.ifAvailable) return callback(null);
      const aborted = new Promise<never>((_, reject) => options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))));
      await Promise.race([this.held.get(name), aborted]);
    }
    const work = (async () => callback({ name, mode: 'exclusive' }))();
    this.held.set(name, work.catch(() => undefined).then(() => this.held.delete(name)));
    return work;
  }) as LockManager['request'];
}

describeTurns('WebTurns', () => {
  vi.useFakeTimers();
  const locks = new Locks();
  const aPage = () => new WebTurns(new QueuedTurns(new FakeClock()), () => locks);
  return { turns: aPage(), elsewhere: aPage(), passes: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)) };
});

describeTurns('WebTurns in a browser without locks', () => {
  const clock = new FakeClock();
  const turns = new WebTurns(new QueuedTurns(clock), () => undefined);
  return { turns, elsewhere: turns, passes: (ms) => clock.advance(ms) };
});

describe('WebTurns', () => {
  test('goes on without locks where the browser refuses them, and looks at how things stand', async () => {
    const refusing = { request: () => Promise.reject(new DOMException('not here', 'SecurityError')) };
    const turns = new WebTurns(new QueuedTurns(new FakeClock()), () => refusing);
    expect(await turns.take('order', 1_000, async (waited) => waited)).toBe(true);
  });

  test('names its locks so that no other page of the address meets them', async () => {
    const locks = new Locks();
    await new WebTurns(new QueuedTurns(new FakeClock()), () => locks).take('order', 1_000, async () => undefined);
    expect(locks.asked).toEqual(['physiolease.order']);
  });
});

describe('turns among processes', () => {
  let home: string;
  beforeEach(() => void (home = mkdtempSync(path.join(tmpdir(), 'turns-'))));
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const clock = new FakeClock();
  const aProcess = () => new FileTurns(home, clock);
  const machine = hostname().replace(/[^a-zA-Z0-9_-]/g, '_');
  const never = () => new Promise<never>(() => {});
  const holds = (name: string, holder: string) => mkdirSync(path.join(home, 'turns', name, holder), { recursive: true, mode: 0o700 });
  const NOBODY = 2 ** 30;

  describeTurns('FileTurns', () => ({ turns: aProcess(), elsewhere: aProcess(), passes: (ms) => clock.advance(ms) }));

  test('a process that was killed is waited for by nobody, and counts as somebody who was at it', async () => {
    holds('order', `${machine}.${NOBODY}.0`);
    expect(await aProcess().take('order', 60_000, async (waited) => waited)).toBe(true);
    expect(await aProcess().take('order', 60_000, async (waited) => waited)).toBe(false);
  });

  test.each([
    ['a process of another machine, of which nobody can say whether it lives,', `elsewhere.${NOBODY}.0`],
    ['a process that has the number of one that was killed', `${machine}.${process.pid}.0`],
  ])('%s keeps the turn for the time of a turn, and once only', async (_, holder) => {
    holds('order', holder);
    let began: boolean | undefined;
    const overdue = aProcess().take('order', 2_000, async (waited) => (began = waited));
    await clock.advance(1_900);
    expect(began).toBeUndefined();
    await clock.advance(100);
    expect(await overdue).toBe(true);
    expect(await aProcess().take('order', 2_000, async (waited) => waited)).toBe(false);
  });

  test('whoever took too long gives nothing away that has been given on', async () => {
    let wakes = () => {};
    const slow = aProcess().take('order', 1_000, () => new Promise<void>((resolve) => (wakes = resolve)));
    void aProcess().take('order', 1_000, never);
    await clock.advance(1_000);
    wakes();
    await slow;
    let began = false;
    void aProcess().take('order', 1_000, async () => (began = true));
    await clock.advance(900);
    expect(began).toBe(false);
  });

  test('of many that come at once, one after the other is let in', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await clock.sleep(10);
      inside -= 1;
    };
    const all = Promise.all(Array.from({ length: 20 }, () => aProcess().take('order', 60_000, work)));
    await clock.advance(20 * 60);
    await all;
    expect(most).toBe(1);
  });

  test('leaves behind names and nothing else', async () => {
    await aProcess().take('start PL10003/../x', 1_000, async () => undefined);
    expect(readdirSync(home, { recursive: true })).toEqual(['turns', path.join('turns', 'start_PL10003____x'), path.join('turns', 'start_PL10003____x', 'free')]);
  });

  test('goes on without turns where there can be none, and looks at how things stand', async () => {
    symlinkSync(tmpdir(), path.join(home, 'turns'));
    expect(await aProcess().take('order', 1_000, async (waited) => waited)).toBe(true);
  });
});
