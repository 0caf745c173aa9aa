import { expect, test } from 'vitest';
import { huntFor, runOf, unproved } from './kernel/mistake.ts';
import { hunt, simulate, storyOf } from './kernel/simulate.ts';
import { INVARIANTS } from './treatment/invariants.ts';
import { MISTAKES } from './treatment/mistakes.ts';
import { treatments } from './treatment/world.ts';

/** About twenty seconds of an idle processor. */
const RUNS = 2_500;

test('Whatever happens to treatments, nothing that the pages say of them is false', { timeout: 900_000 }, async () => {
  const { found } = await hunt(treatments, { from: 1, runs: RUNS });
  expect(found && storyOf(found)).toBeUndefined();
});

test('The same seed gives the same story of treatments', async () => {
  const [one, other] = [await simulate(treatments, { seed: 7 }), await simulate(treatments, { seed: 7 })];
  expect(storyOf(one)).toBe(storyOf(other));
});

test('Each invariant of the treatments is violated by a planted mistake', () => {
  expect(unproved(INVARIANTS, MISTAKES)).toEqual([]);
});

test.each(MISTAKES)('The simulation of treatments finds this mistake: $name', async (mistake) => {
  expect((await runOf(treatments, mistake)).violation?.invariant).toBe(mistake.violates);
});

test('A hunt for a mistake in treatments comes to the seed that is noted beside it', async () => {
  const mistake = MISTAKES.find(({ violates }) => violates === 'asked-stop-is-kept');
  if (!mistake) throw new Error('no mistake forgets a stop');
  const { found } = await huntFor(treatments, mistake, { from: 1, runs: 2_000 });
  expect(found?.seed).toBe(mistake.seed);
});
