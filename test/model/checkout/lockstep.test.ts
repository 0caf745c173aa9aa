import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Action } from './actions.ts';
import { compare, type Keys } from './lockstep/compare.ts';
import { perform } from './lockstep/perform.ts';
import { RealPhone } from './lockstep/real-phone.ts';
import { checkoutModel } from './model.ts';
import type { World } from './world.ts';

const SEED = Number(process.env['SEED'] ?? 20261122);
const RUNS = Number(process.env['RUNS'] ?? 1_000);
const MOST_COMMANDS = 150;
/** Guards against a hanging test only. It is generous because other processes may use the machine. */
const TIME_LIMIT_MS = 180_000;

/** The world of the model, and the sentences of the story so far. */
interface Modelled {
  world: World;
  story: string[];
}

interface Real {
  phones: readonly RealPhone[];
  keys: Keys;
}

/** Kinds of actions by how often they are tried. */
const WEIGHTS: Record<Action['do'], number> = {
  'open-plans': 10,
  choose: 3,
  rent: 12,
  agree: 10,
  leave: 2,
  'open-orders': 4,
  reload: 1,
  kill: 1,
  'pay-listed': 8,
  'cancel-listed': 3,
  'ask-again': 8,
  'sheet-pays': 8,
  'sheet-silent': 5,
  'sheet-vanishes': 5,
  'sheet-not-opened': 2,
  'other-person': 2,
  'sheet-answers': 8,
  'server-answers': 40,
  'mutex-timeout': 12,
  'poll-answered': 10,
  'session-ends': 1,
  'sign-in': 8,
  clock: 2,
  'server-acts-late': 8,
  'price-raised': 1,
  repriced: 3,
  'paid-elsewhere': 1,
  'cancelled-elsewhere': 1,
  forgotten: 2,
  'payment-arrives': 5,
};

const taken = new Map<string, number>();

/** Something of this kind happens in the model and in the app, and both are alike afterwards. */
class Happens implements fc.AsyncCommand<Modelled, Real> {
  constructor(
    private readonly kind: Action['do'],
    private readonly choice: number,
  ) {}

  check({ world }: Readonly<Modelled>): boolean {
    return this.offered(world).length > 0;
  }

  async run(modelled: Modelled, { phones, keys }: Real): Promise<void> {
    const before = modelled.world;
    const offered = this.offered(before);
    const action = offered[this.choice % offered.length];
    if (!action) return;
    const after = checkoutModel.apply(before, action);
    modelled.world = after;
    modelled.story.push(checkoutModel.tell(action, before, after));
    const name = 'how' in action ? `${action.do} ${action.how}` : action.do;
    taken.set(name, (taken.get(name) ?? 0) + 1);
    await perform(phones, action, before, after);
    compare(phones, after, keys);
  }

  toString(): string {
    return `${this.kind} ${this.choice}`;
  }

  private offered(world: World): Action[] {
    return checkoutModel.actions(world).filter((action) => action.do === this.kind);
  }
}

const commands = fc.commands(
  [
    fc
      .tuple(
        fc.oneof(
          ...Object.entries(WEIGHTS).map(([kind, weight]) => ({
            weight,
            arbitrary: fc.constant(kind as Action['do']),
          })),
        ),
        fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 11 }) }),
      )
      .map(([kind, choice]) => new Happens(kind, choice)),
  ],
  { maxCommands: MOST_COMMANDS, size: 'max' },
);

test(
  'A thousand stories of the model happen alike in the app: the same requests, sheets, records and messages',
  { timeout: TIME_LIMIT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...checkoutModel.starts), commands, async ({ name, world }, happenings) => {
        const modelled: Modelled = { world, story: [] };
        const phones = world.phones.map(({ pages }) => new RealPhone(world.scenario, pages.length));
        try {
          await fc.asyncModelRun(() => ({ model: modelled, real: { phones, keys: new Map() } }), happenings);
        } catch (thrown) {
          const told = modelled.story.map((sentence, at) => `${at + 1}. ${sentence}`);
          const message = thrown instanceof Error ? `${thrown.message}\n${thrown.stack}` : String(thrown);
          throw new Error([`Scenario: ${name}`, ...told, message].join('\n'), { cause: thrown });
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
    if (process.env['COUNTS']) console.log(taken);
    expect(taken.size).toBeGreaterThan(0);
  },
);
