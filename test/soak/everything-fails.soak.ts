import { expect, test } from 'vitest';
import type { EffectCounts } from '../../sandbox/world/effects.ts';
import { World } from '../helpers/world.ts';
import { ImpatientPerson } from '../journeys/impatient-person.ts';
import { openPhone, startBrowser } from '../journeys/phone.ts';
import { runCliRound } from './cli-round.ts';
import { SeededRandom } from './seeded-random.ts';
import { type RoundResult, runPageRound, shownAndActualState } from './page-round.ts';

const MINUTE = 60_000;
const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);
const firstSeed = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);
/** Upper limit of a round. */
const ROUND_TIMEOUT_MS = 3 * MINUTE;

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Each action requested once happened at most once. A new start is valid after a stop. */
function expectAtMostOnce(effects: EffectCounts): void {
  expect(effects.ordersCreated).toBeLessThanOrEqual(1);
  expect(effects.charges).toBeLessThanOrEqual(1);
  expect(effects.charges).toBeLessThanOrEqual(effects.ordersCreated);
  expect(effects.starts).toBeLessThanOrEqual(1 + effects.stops);
  expect(effects.usesDeducted).toBeLessThanOrEqual(effects.starts);
}

test(
  'Under random faults, nothing is ordered, charged, started or deducted twice',
  { timeout: minutes * MINUTE + ROUND_TIMEOUT_MS },
  async () => {
    const browser = await startBrowser();
    const totals: Record<string, number> = {};
    const add = (counts: object) => {
      for (const [name, count] of Object.entries(counts))
        if (typeof count === 'number') totals[name] = (totals[name] ?? 0) + count;
    };
    const ends = Date.now() + minutes * MINUTE;
    let seed = firstSeed;
    try {
      for (; Date.now() < ends; seed += 1) {
        const random = new SeededRandom(seed);
        const kind = random.pick(['card', 'ordinary', 'ordinary', 'command line'] as const);
        const phone = kind === 'command line' ? undefined : await openPhone(browser);
        const world = phone?.world ?? (await World.start());
        const person = phone && new ImpatientPerson(phone);
        await person?.sendsIdempotencyKeys();
        try {
          const result: RoundResult =
            person && kind !== 'command line'
              ? await runPageRound(world, person, kind, random)
              : await runCliRound(world, random);
          const effects = await world.effects();
          expectAtMostOnce(effects);
          expect(result.uncaught).toEqual([]);
          const said =
            person && kind === 'ordinary' && effects.ordersCreated > 0
              ? await shownAndActualState(world, person, kind)
              : undefined;
          expect(said?.shown).toBe(said?.server);
          add({
            [`rounds: ${kind}`]: 1,
            'orders compared': said ? 1 : 0,
            faults: result.faults,
            'abandoned steps': result.abandonedSteps,
            ...effects,
          });
        } finally {
          await phone?.context.close();
          await world.close();
        }
      }
    } catch (thrown) {
      print(`the round with seed ${seed} failed; to repeat it: npm run soak -- --minutes 0.01 --seed ${seed}`);
      throw thrown;
    } finally {
      print(`seeds ${firstSeed} to ${seed - 1}, ${minutes} minutes`);
      for (const [name, count] of Object.entries(totals)) print(`${String(count).padStart(8)}  ${name}`);
      await browser.close();
    }
  },
);
