import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/ports/clock.ts';

/** A clock, and functions that advance its time. */
export interface ClockWorld {
  clock: Clock;
  passes(ms: number): Promise<void>;
  /** Sets the machine's clock back. */
  isSetBack(ms: number): void;
  end?: () => void;
}

export function describeClock(name: string, make: () => ClockWorld): void {
  describe(name, () => {
    let end: (() => void) | undefined;
    const world = () => {
      const world = make();
      end = world.end;
      return world;
    };
    afterEach(() => end?.());

    test('A clock advances by the time that passes', async () => {
      const { clock, passes } = world();
      const before = clock.now();
      await passes(1_500);
      expect(clock.now() - before).toBe(1_500);
    });

    test('A clock advances by the time that passed, even when the clock of the machine is set back', async () => {
      const { clock, passes, isSetBack } = world();
      const before = clock.now();
      await passes(60_000);
      clock.now();
      isSetBack(3_600_000);
      await passes(1_000);
      expect(clock.now() - before).toBe(61_000);
      await passes(500);
      expect(clock.now() - before).toBe(61_500);
    });

    test('A clock ends a sleep after its time, not before', async () => {
      const { clock, passes } = world();
      let awake = false;
      void clock.sleep(1_000).then(() => (awake = true));
      await passes(999);
      expect(awake).toBe(false);
      await passes(1);
      expect(awake).toBe(true);
    });

    test('A clock ends a sleep early when its signal aborts', async () => {
      const { clock, passes } = world();
      const asker = new AbortController();
      let awake = false;
      void clock.sleep(60_000, asker.signal).then(() => (awake = true));
      await passes(10);
      asker.abort();
      await passes(0);
      expect(awake).toBe(true);
    });

    test('A clock does not sleep when the signal was aborted before', async () => {
      await expect(world().clock.sleep(60_000, AbortSignal.abort())).resolves.toBeUndefined();
    });

    test('A clock ticks at its interval until the caller stops it', async () => {
      const { clock, passes } = world();
      let ticks = 0;
      const off = clock.every(1_000, () => (ticks += 1));
      await passes(999);
      expect(ticks).toBe(0);
      await passes(2_001);
      expect(ticks).toBe(3);
      off();
      off();
      await passes(5_000);
      expect(ticks).toBe(3);
    });

    test('A clock can be stopped from within a tick', async () => {
      const { clock, passes } = world();
      let ticks = 0;
      const off = clock.every(100, () => {
        ticks += 1;
        off();
      });
      await passes(1_000);
      expect(ticks).toBe(1);
    });
  });
}
