import { isDeepStrictEqual } from 'node:util';
import type { Invariant, Model } from './model.ts';
import { hashOf, type StateTable } from './state-table.ts';

export interface Violation<Action> {
  scenario: string;
  actions: readonly Action[];
  /** The id of the invariant. */
  invariant: string;
  /** What is wrong, in words. */
  what: string;
  /** The steps of `settle` that lead nowhere after the actions; only of `leads-to-settled`. */
  inVain?: readonly Action[];
}

/** The invariant that every model has. Its violation is found by `Model.settle`. */
export const LEADS_TO_SETTLED = {
  id: 'leads-to-settled',
  sentence: 'Whatever has happened, there are steps that a person can take to an end without an open question.',
};
export const MAX_SETTLE_STEPS = 40;
/** Of this many states, one is checked whether `settle` returns an action that the world offers. */
const OFFER_CHECKED_EVERY = 16;

/** The ids and sentences of all invariants of a model. */
export function invariantsOf<World, Action>(model: Model<World, Action>): readonly { id: string; sentence: string }[] {
  return [...model.invariants, LEADS_TO_SETTLED];
}

/** The invariants to check. Throws if the model has no invariant of a given id. */
export class Checks<World, Action> {
  readonly settles: boolean;
  readonly #invariants: readonly Invariant<World, Action>[];
  readonly #model: Model<World, Action>;

  constructor(model: Model<World, Action>, ids: readonly string[] = invariantsOf(model).map(({ id }) => id)) {
    const unknown = ids.find((id) => invariantsOf(model).every((invariant) => invariant.id !== id));
    if (unknown !== undefined) throw new Error(`the model ${model.name} has no invariant ${unknown}`);
    this.#model = model;
    this.#invariants = model.invariants.filter(({ id }) => ids.includes(id));
    this.settles = ids.includes(LEADS_TO_SETTLED.id);
  }

  /** What the step violates. */
  ofStep(before: World, action: Action, after: World): Pick<Violation<Action>, 'invariant' | 'what'> | undefined {
    for (const invariant of this.#invariants) {
      const what = invariant.violation(before, action, after);
      if (what !== undefined) return { invariant: invariant.id, what };
    }
    return undefined;
  }

  /**
   * What goes wrong on the way that `settle` leads from a world: a violation with further actions, or an end that never
   * comes. `states` remembers the steps of each state on the way.
   */
  ofWay(
    states: StateTable,
    world: World,
    hash: number = hashOf(this.#model.key(world)),
  ): Omit<Violation<Action>, 'scenario'> | undefined {
    const way: number[] = [];
    const actions: Action[] = [];
    let at = world;
    let atHash = hash;
    let rest = states.stepsToSettled(atHash);
    while (rest === undefined) {
      const action = this.#model.settle(at);
      if (action === undefined) {
        states.setStepsToSettled(atHash, 0);
        rest = 0;
        break;
      }
      if (atHash % OFFER_CHECKED_EVERY === 0 && !isOffered(this.#model, at, action))
        throw new Error(
          `settle of the model ${this.#model.name} returns what is not offered: ${JSON.stringify(action)}`,
        );
      way.push(atHash);
      actions.push(action);
      const after = this.#model.apply(at, action);
      const broken = this.ofStep(at, action, after);
      if (broken) return { actions, ...broken };
      at = after;
      atHash = hashOf(this.#model.key(at));
      const repeated = way.includes(atHash) ? way.length - way.indexOf(atHash) : 0;
      if (repeated > 0)
        return neverSettles(
          actions,
          `the last ${repeated === 1 ? 'step repeats' : `${repeated} steps repeat`} for ever`,
        );
      if (way.length > MAX_SETTLE_STEPS) return neverSettles(actions, `${MAX_SETTLE_STEPS} steps do not suffice`);
      rest = states.stepsToSettled(atHash);
    }
    if (way.length + rest > MAX_SETTLE_STEPS) return neverSettles(actions, `${MAX_SETTLE_STEPS} steps do not suffice`);
    way.forEach((passed, done) => states.setStepsToSettled(passed, way.length - done + (rest ?? 0)));
    return undefined;
  }
}

function neverSettles<Action>(inVain: readonly Action[], what: string): Omit<Violation<Action>, 'scenario'> {
  return { actions: [], invariant: LEADS_TO_SETTLED.id, what, inVain };
}

export function isOffered<World, Action>(model: Model<World, Action>, world: World, action: Action): boolean {
  return model.actions(world).some((offered) => isDeepStrictEqual(offered, action));
}
