import { describe, expect, test } from 'vitest';
import type { Mutex } from '../../src/ports/mutex.ts';

export interface MutexWorld {
  mutex: Mutex;
  /** The same mutex in another page or process; for an in-memory mutex, the same object. */
  elsewhere: Mutex;
  passes(ms: number): Promise<void>;
}

const TIMEOUT_MS = 60_000;
/** The time within which a waiting owner acquires a released lock, ms. */
const RELEASE_MS = 100;

export function describeMutex(name: string, make: () => MutexWorld): void {
  describe(name, () => {
    test('A mutex runs work of the same name one at a time, and reports to each work whether it waited', async () => {
      const { mutex, elsewhere, passes } = make();
      const seen: string[] = [];
      let end = () => {};
      const first = mutex.runExclusive('payment', TIMEOUT_MS, async (waited) => {
        seen.push(`first ${waited}`);
        await new Promise<void>((resolve) => (end = resolve));
        seen.push('first has ended');
        return 1;
      });
      const second = elsewhere.runExclusive(
        'payment',
        TIMEOUT_MS,
        async (waited) => (seen.push(`second ${waited}`), 2),
      );
      await passes(1_000);
      expect(seen).toEqual(['first false']);
      end();
      await passes(RELEASE_MS);
      expect(await Promise.all([first, second])).toEqual([1, 2]);
      expect(seen).toEqual(['first false', 'first has ended', 'second true']);
    });

    test('A mutex runs work of another name immediately', async () => {
      const { mutex, elsewhere } = make();
      void mutex.runExclusive('payment', TIMEOUT_MS, () => new Promise<never>(() => {}));
      expect(await elsewhere.runExclusive('order', TIMEOUT_MS, async (waited) => waited)).toBe(false);
    });

    test('A mutex runs new work without waiting once all earlier work has ended', async () => {
      const { mutex, passes } = make();
      const both = Promise.all([
        mutex.runExclusive('order', TIMEOUT_MS, async () => 1),
        mutex.runExclusive('order', TIMEOUT_MS, async () => 2),
      ]);
      await passes(RELEASE_MS);
      expect(await both).toEqual([1, 2]);
      expect(await mutex.runExclusive('order', TIMEOUT_MS, async (waited) => waited)).toBe(false);
    });

    test('A mutex releases the lock when the work rejects, and rejects with the same error', async () => {
      const { mutex, elsewhere, passes } = make();
      const failing = mutex.runExclusive('order', TIMEOUT_MS, () => Promise.reject(new Error('broken')));
      const next = elsewhere.runExclusive('order', TIMEOUT_MS, async () => 'done');
      const failed = expect(failing).rejects.toThrow('broken');
      await passes(RELEASE_MS);
      await failed;
      expect(await next).toBe('done');
    });

    test('A mutex waits no longer than its timeout for work that never ends', async () => {
      const { mutex, elsewhere, passes } = make();
      void mutex.runExclusive('order', TIMEOUT_MS, () => new Promise<never>(() => {}));
      let waitedFirst: boolean | undefined;
      const second = elsewhere.runExclusive('order', 2_000, async (waited) => (waitedFirst = waited));
      await passes(1_900);
      expect(waitedFirst).toBeUndefined();
      await passes(200);
      expect(await second).toBe(true);
    });
  });
}
