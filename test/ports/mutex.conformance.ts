import { describe, expect, test } from 'vitest';
import type { Mutex } from '../../src/ports/mutex.ts';

export interface TurnsWorld {
  mutex: Mutex;
  /** The same as another page of the phone, or another process, sees them, where there are such. */
  elsewhere: Mutex;
  passes(ms: number): Promise<void>;
}

const LONG = 60_000;
/** Within which a turn that is given away is taken; ms. */
const SOON = 100;

export function describeMutex(name: string, make: () => TurnsWorld): void {
  describe(name, () => {
    test('A mutex runs the work of one name one after the other, and tells who waited', async () => {
      const { mutex, elsewhere, passes } = make();
      const seen: string[] = [];
      let end = () => {};
      const first = mutex.runExclusive('payment', LONG, async (waited) => {
        seen.push(`first ${waited}`);
        await new Promise<void>((resolve) => (end = resolve));
        seen.push('first is over');
        return 1;
      });
      const second = elsewhere.runExclusive('payment', LONG, async (waited) => (seen.push(`second ${waited}`), 2));
      await passes(1_000);
      expect(seen).toEqual(['first false']);
      end();
      await passes(SOON);
      expect(await Promise.all([first, second])).toEqual([1, 2]);
      expect(seen).toEqual(['first false', 'first is over', 'second true']);
    });

    test('A mutex runs the work of another name at once', async () => {
      const { mutex, elsewhere } = make();
      void mutex.runExclusive('payment', LONG, () => new Promise<never>(() => {}));
      expect(await elsewhere.runExclusive('order', LONG, async (waited) => waited)).toBe(false);
    });

    test('A mutex lets the next work begin without waiting once all work has ended', async () => {
      const { mutex, passes } = make();
      const both = Promise.all([
        mutex.runExclusive('order', LONG, async () => 1),
        mutex.runExclusive('order', LONG, async () => 2),
      ]);
      await passes(SOON);
      expect(await both).toEqual([1, 2]);
      expect(await mutex.runExclusive('order', LONG, async (waited) => waited)).toBe(false);
    });

    test('A mutex passes on when work fails, and rejects with the same failure', async () => {
      const { mutex, elsewhere, passes } = make();
      const failing = mutex.runExclusive('order', LONG, () => Promise.reject(new Error('broken')));
      const next = elsewhere.runExclusive('order', LONG, async () => 'done');
      const failed = expect(failing).rejects.toThrow('broken');
      await passes(SOON);
      await failed;
      expect(await next).toBe('done');
    });

    test('A mutex waits no longer than the time limit for work that never ends', async () => {
      const { mutex, elsewhere, passes } = make();
      void mutex.runExclusive('order', LONG, () => new Promise<never>(() => {}));
      let began: boolean | undefined;
      const second = elsewhere.runExclusive('order', 2_000, async (waited) => (began = waited));
      await passes(1_900);
      expect(began).toBeUndefined();
      await passes(200);
      expect(await second).toBe(true);
    });
  });
}
