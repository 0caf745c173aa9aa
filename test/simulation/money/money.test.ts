import { expect, test } from 'vitest';
import { hunt, simulate, storyOf } from '../kernel/simulate.ts';
import { shrunk } from '../kernel/shrink.ts';
import { money } from './world.ts';

/** A slow machine makes fewer runs. */
const RUNS = 1_500;
const WITHIN_MS = 8_000;

test('Whatever happens to rentals and payments, nothing that the pages say or do is false', async () => {
  const { found, runs } = await hunt(money, { from: 1, runs: RUNS, withinMs: WITHIN_MS });
  if (found) throw new Error(storyOf(await shrunk(money, found)));
  expect(runs).toBeGreaterThan(0);
});

test('The same seed gives the same story twice', async () => {
  for (const seed of [3, 11, 35])
    expect(storyOf(await simulate(money, { seed }))).toBe(storyOf(await simulate(money, { seed })));
});
