import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebTurns } from '../../src/adapters/browser/web-turns.ts';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
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
  readonly #held = new Map<string, Promise<unknown>>();
  readonly asked: string[] = [];

  request = (async (name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) => {
    this.asked.push(name);
    while (this.#held.has(name)) {
      if (options.ifAvailable) return callback(null);
      const aborted = new Promise<never>((_, reject) => options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))));
      await Promise.race([this.#held.get(name), aborted]);
    }
    const work = (async () => callback({ name, mode: 'exclusive' }))();
    this.#held.set(name, work.catch(() => undefined).then(() => this.#held.delete(name)));
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
