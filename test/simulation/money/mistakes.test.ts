import { expect, test } from 'vitest';
import { runOf, unproved } from '../kernel/mistake.ts';
import { INVARIANTS } from './invariants.ts';
import { MISTAKES } from './mistakes.ts';
import { money } from './world.ts';

/** Every mistake is found within so many runs: its seed is one of the first. */
const MOST_RUNS = 2_000;

test.each(MISTAKES)('The simulation finds: $name', async (mistake) => {
  expect(mistake.seed).toBeLessThanOrEqual(MOST_RUNS);
  const { violation } = await runOf(money, mistake);
  expect(violation?.invariant).toBe(mistake.violates);
});

test('Each invariant is violated by a planted mistake', () => {
  expect(unproved(INVARIANTS, MISTAKES)).toEqual([]);
});
