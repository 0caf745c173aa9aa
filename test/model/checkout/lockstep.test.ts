import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Action } from './actions.ts';
import { compare, type Keys } from './lockstep/compare.ts';
import { perform } from './lockstep/perform.ts';
import { RealPhone } from './lockstep/real-phone.ts';
import { startOf } from '../replay.ts';
import { checkoutModel } from './model.ts';
import type { World } from './world.ts';

const SEED = 20261122;
const RUNS = 1_000;
/** Most of them find nothing of their kind to happen; about a dozen take place. */
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

/**
 * How often each kind of action is tried. Every action of the model takes place in the app, too. What stays out: the
 * screens with their texts and destinations, the timers (the answer to a request says whether it timed out), and the
 * age of an instant between two limits.
 */
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

const KINDS = Object.keys(WEIGHTS) as Action['do'][];
/** The first choice is the ordinary one: the server answers, the sheet tells the truth. */
const choices = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 11 }) });
const kinds = fc.oneof(...KINDS.map((kind) => ({ weight: WEIGHTS[kind], arbitrary: fc.constant(kind) })));
const happened = new Set<Action['do']>();

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
    happened.add(action.do);
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

const commands = fc.commands([fc.tuple(kinds, choices).map(([kind, choice]) => new Happens(kind, choice))], {
  maxCommands: MOST_COMMANDS,
  size: 'max',
});
const scenarios = fc.constantFrom(...checkoutModel.starts.map(({ name }) => name));

test(
  'A thousand stories of the model happen alike in the app: the same requests, sheets, records and messages',
  { timeout: TIME_LIMIT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, commands, async (scenario, happenings) => {
        const world = startOf(checkoutModel, scenario);
        const modelled: Modelled = { world, story: [] };
        const phones = world.phones.map(({ pages }) => new RealPhone(world.scenario, pages.length));
        try {
          await fc.asyncModelRun(() => ({ model: modelled, real: { phones, keys: new Map() } }), happenings);
        } catch (thrown) {
          const told = modelled.story.map((sentence, at) => `${String(at + 1).padStart(3)}. ${sentence}`);
          throw new Error([`Scenario: ${scenario}`, ...told, String(thrown)].join('\n'), { cause: thrown });
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
    expect(KINDS.filter((kind) => !happened.has(kind))).toEqual([]);
  },
);
