import { expect, test } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { TRACKER } from '../../src/core/treatment/follow/treatment-tracker.ts';
import { NO_TREATMENTS } from '../../src/core/treatment/records/treatment-records.ts';
import type { Reading } from '../../src/core/treatment/resume-treatment.ts';
import { RunningStore } from '../../src/ui/stores/running-store.ts';

const SNO = 'DEV0001';
const state = { on: true, function: 'bio', workMinutes: 30, usedMinutes: 18 } as const;

/** A clock that was set ahead by twenty minutes a minute ago: what it named before the jump was right. */
function aheadByTwentyMinutes() {
  const clock = new FakeClock();
  const now = clock.now();
  const correct = (at: number) => (at < now - MINUTE ? at : at - 20 * MINUTE);
  return { clock, now, correct, right: correct(now) };
}

test('The bar keeps the 18 minutes that a device has counted when a clock is set right that was set ahead since it began', async () => {
  const { clock, now, correct, right } = aheadByTwentyMinutes();
  let corrects: (correct: (at: number) => number) => void = () => {};
  const reading: Reading = { sno: SNO, mode: 'bio', state, beganAt: now - 18 * MINUTE, seenAt: now };
  const store = new RunningStore(
    {
      mayRun: () => [],
      stopsDue: () => [],
      unconfirmedStops: () => [],
      onLogged: () => () => {},
      lookAt: async () => new Map([[SNO, reading]]),
    },
    { now: () => now, every: clock.every.bind(clock), onCorrection: (listener) => ((corrects = listener), () => {}) },
  );
  await store.refresh({ also: [SNO] });
  corrects(correct);
  expect(store.runningAt(right)).toMatchObject([{ beganAt: right - 18 * MINUTE, seenAt: right }]);
});

test('The treatment screen keeps the 18 minutes that a device has counted when a clock is set right that was set ahead since it began', () => {
  const { now, correct, right } = aheadByTwentyMinutes();
  const checked = TRACKER.checked(
    TRACKER.begin(SNO, NO_TREATMENTS, now),
    { at: now, status: 'working' },
    NO_TREATMENTS,
    now,
  );
  const snapshot = { state, line: 'live', loginFailed: false, answered: true, seenAt: now, countedAt: now } as const;
  const { next } = TRACKER.take(checked, snapshot, NO_TREATMENTS, now);
  expect(next.run?.beganAt).toBe(now - 18 * MINUTE);
  expect(TRACKER.corrected(next, correct, NO_TREATMENTS).run?.beganAt).toBe(right - 18 * MINUTE);
});
