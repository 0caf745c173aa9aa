import { expect, test } from 'vitest';
import { type Effects, World } from '../helpers/world.ts';
import { startBrowser } from '../journeys/browser-person.ts';
import { ImpatientPerson } from '../journeys/impatient-person.ts';
import { walkTheCommandLine } from './cli-round.ts';
import { Dice } from './dice.ts';
import { type Met, walkThePage, whatThePageSays } from './page-round.ts';

const MINUTE = 60_000;
const minutes = Number(process.env['SOAK_MINUTES'] ?? 30);
const firstSeed = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);
/** A round ends within that, whatever happens. */
const LONGEST_ROUND = 3 * MINUTE;

const tell = (line: string) => void process.stdout.write(`${line}\n`);

/** Nothing happened twice that was wished for once; and after a stop one may start again. */
function once(effects: Effects): void {
  expect(effects.ordersCreated).toBeLessThanOrEqual(1);
  expect(effects.charges).toBeLessThanOrEqual(1);
  expect(effects.charges).toBeLessThanOrEqual(effects.ordersCreated);
  expect(effects.starts).toBeLessThanOrEqual(1 + effects.stops);
  expect(effects.usesDeducted).toBeLessThanOrEqual(effects.starts);
}

test(
  'whatever fails, nothing is ordered, charged, started or deducted twice',
  { timeout: minutes * MINUTE + LONGEST_ROUND },
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
        const dice = new Dice(seed);
        const way = dice.pick(['card', 'ordinary', 'ordinary', 'command line'] as const);
        const world = await World.start({ page: way !== 'command line' });
        const person =
          way === 'command line'
            ? undefined
            : await ImpatientPerson.come(browser, world, { idempotencyHeader: 'idempotency-key' });
        try {
          const met: Met =
            person && way !== 'command line'
              ? await walkThePage(world, person, way, dice)
              : await walkTheCommandLine(world, dice);
          const effects = await world.effects();
          once(effects);
          expect(met.uncaught).toEqual([]);
          const said =
            person && way === 'ordinary' && effects.ordersCreated > 0
              ? await whatThePageSays(world, person, way)
              : undefined;
          expect(said?.shown).toBe(said?.server);
          add({
            [`rounds: ${way}`]: 1,
            'orders looked at': said ? 1 : 0,
            faults: met.faults,
            'steps given up': met.given,
            ...effects,
          });
        } finally {
          await person?.leaves();
          await world.close();
        }
      }
    } catch (thrown) {
      tell(`the round with seed ${seed} failed; again: npm run soak -- --minutes 0.01 --seed ${seed}`);
      throw thrown;
    } finally {
      tell(`seeds ${firstSeed} to ${seed - 1}, ${minutes} minutes`);
      for (const [name, count] of Object.entries(totals)) tell(`${String(count).padStart(8)}  ${name}`);
      await browser.close();
    }
  },
);
