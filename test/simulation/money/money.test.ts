import { expect, test } from 'vitest';
import { hunt, simulate, storyOf } from '../kernel/simulate.ts';
import { shrunk } from '../kernel/shrink.ts';
import { money } from './world.ts';

/** About half a minute of an idle processor. */
const RUNS = 7_500;

test(
  'Whatever happens to rentals and payments, nothing that the pages say or do is false',
  { timeout: 900_000 },
  async () => {
    const { found } = await hunt(money, { from: 1, runs: RUNS });
    if (found) throw new Error(storyOf(await shrunk(money, found)));
  },
);

test('The same seed gives the same story twice', async () => {
  for (const seed of [3, 11, 35])
    expect(storyOf(await simulate(money, { seed }))).toBe(storyOf(await simulate(money, { seed })));
});
