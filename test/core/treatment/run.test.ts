import { expect, test } from 'vitest';
import { runAfter, runAtRest, runOfStart } from '../../../src/core/treatment/run.ts';

const MINUTE = 60_000;
const START = 1_800_000_000_000;
const reported = (usedMinutes: number, countedAt: number) => ({
  state: { on: true, function: 'bio', workMinutes: 30, usedMinutes } as const,
  countedAt,
});

test('A count that was taken for that of the treatment before is believed once the treatment may have lasted so long', () => {
  const start = {
    sno: 'DEV0001',
    at: START,
    state: { on: true, function: 'bio', workMinutes: 30 } as const,
    ran: true,
  };
  const first = runOfStart(start, reported(10, START + 5_000), START + 5_000);
  expect(first).toMatchObject({ beganAt: START, keptMinutes: 10, counted: undefined });
  const before = START + 10 * MINUTE - 1;
  expect(runAfter(first, reported(10, before), before)?.counted).toBeUndefined();
  const then = START + 10 * MINUTE;
  expect(runAfter(first, reported(10, then), then)?.counted).toEqual({ minutes: 10, at: then });
});

test.each([
  ['the minutes that it was set to', 30],
  ['nearly two minutes more than it was on', 14],
  ['the minutes of all its runs', 400],
])('A device that reports at rest %s was not seen to run for them', (_, atRest) => {
  const end = START + 12 * MINUTE;
  const run = { beganAt: START, counted: { minutes: 12, at: end - 5_000 }, state: {}, seenAt: end - 5_000 };
  expect(runAtRest(run, reported(atRest, end), end)).toEqual(run);
  expect(runAtRest(run, reported(13, end), end)).toMatchObject({ beganAt: end - 13 * MINUTE });
});

test('A device that has counted minutes and reports 0 has begun another run, however soon after its last report', () => {
  const start = {
    sno: 'DEV0001',
    at: START,
    state: { on: true, function: 'bio', workMinutes: 30 } as const,
    ran: true,
  };
  const then = START + 10 * MINUTE;
  const counting = runOfStart(start, reported(10, then), then);
  expect(runAfter(counting, reported(0, then + MINUTE), then + MINUTE)).toBeUndefined();
});
