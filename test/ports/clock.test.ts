import { expect, test, vi } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { SystemClock } from '../../src/adapters/system-clock.ts';
import { describeClock } from './clock.conformance.ts';

describeClock('FakeClock', () => {
  const clock = new FakeClock();
  return { clock, passes: (ms) => clock.advance(ms), isSetBack: () => {} };
});

describeClock('SystemClock', () => {
  vi.useFakeTimers();
  return {
    clock: new SystemClock(),
    passes: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)),
    isSetBack: (ms) => void vi.setSystemTime(Date.now() - ms),
    end: () => void vi.useRealTimers(),
  };
});

test('FakeClock fires due timers in the order of their times, each at its own time', async () => {
  const clock = new FakeClock(0);
  const seen: [string, number][] = [];
  clock.every(400, () => seen.push(['tick', clock.now()]));
  const sleepTwice = async () => {
    await clock.sleep(500);
    seen.push(['woke', clock.now()]);
    await clock.sleep(250);
    seen.push(['woke again', clock.now()]);
  };
  void sleepTwice();
  await clock.advance(900);
  expect(seen).toEqual([
    ['tick', 400],
    ['woke', 500],
    ['woke again', 750],
    ['tick', 800],
  ]);
  expect(clock.now()).toBe(900);
});
