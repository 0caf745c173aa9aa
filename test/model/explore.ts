import type { Model } from './model.ts';
import { shrink } from './replay.ts';
import { hashOf, StateTable } from './state-table.ts';
import { Checks, type Violation } from './violation.ts';

/** Between two pauses in which the process does its other work, for example reports of the test run. */
const TRANSITIONS_WITHOUT_PAUSE = 10_000;

export interface ExploreOptions {
  /** The number of steps from a start. */
  depth: number;
  /** Ends the exploration after this many states. */
  maxStates?: number;
  /** Follows `settle` from one of this many states; from every state if absent. */
  settleEvery?: number;
  /** Starts only from this scenario. */
  scenario?: string;
  /** Checks only the invariants with these ids. */
  invariants?: readonly string[];
  /** Called after each level that has new states. */
  onProgress?(progress: Progress): void;
}

export interface Progress {
  /** The number of steps of the level that is complete. */
  depth: number;
  states: number;
  transitions: number;
  /** The states that were first reached with this number of steps. */
  found: number;
}

export interface Exploration<Action> {
  /** Distinct states, those of the last level included. */
  states: number;
  transitions: number;
  /** The number of steps of the last level. */
  depth: number;
  /** For each number of steps, the states that were first reached with it. */
  levels: readonly number[];
  /** `exhausted`: nothing else can happen, however many steps follow. */
  end: 'exhausted' | 'depth' | 'max-states' | 'violation';
  violation?: Violation<Action>;
}

/** A state by the step that led to it. The world is released once its steps are taken. */
interface Reached<World, Action> {
  from: { origin: Reached<World, Action>; action: Action } | { scenario: string };
  world: World | undefined;
}

/**
 * Explores all interleavings breadth first, so that a violation has the fewest steps. One exception: a violation on the
 * way that `settle` leads may have more, and is shrunk. The worlds of the last level are checked and not kept.
 */
export async function explore<World, Action>(
  model: Model<World, Action>,
  options: ExploreOptions,
): Promise<Exploration<Action>> {
  return new Explorer(model, options).run();
}

class Explorer<World, Action> {
  readonly #model: Model<World, Action>;
  readonly #options: ExploreOptions;
  readonly #checks: Checks<World, Action>;
  readonly #table = new StateTable();
  readonly #levels: number[] = [];
  #states = 0;
  #transitions = 0;
  #isExhausted = false;
  #pauseAt = TRANSITIONS_WITHOUT_PAUSE;
  #violation: Violation<Action> | undefined;

  constructor(model: Model<World, Action>, options: ExploreOptions) {
    this.#model = model;
    this.#options = options;
    this.#checks = new Checks(model, options.invariants);
  }

  async run(): Promise<Exploration<Action>> {
    const { depth } = this.#options;
    let level = this.#starts();
    for (let steps = 1; steps <= depth && level.length > 0 && !this.#isOver; steps += 1)
      level = await this.#levelAfter(level, steps === depth);
    return {
      states: this.#states,
      transitions: this.#transitions,
      depth: this.#levels.length - 1,
      levels: this.#levels,
      end: this.#end,
      ...(this.#violation && { violation: this.#violation }),
    };
  }

  get #isOver(): boolean {
    return this.#violation !== undefined || this.#states >= (this.#options.maxStates ?? Infinity);
  }

  get #end(): Exploration<Action>['end'] {
    if (this.#violation) return 'violation';
    if (this.#isExhausted) return 'exhausted';
    return this.#isOver ? 'max-states' : 'depth';
  }

  #starts(): Reached<World, Action>[] {
    const { scenario } = this.#options;
    const starts = this.#model.starts.filter(({ name }) => scenario === undefined || name === scenario);
    if (starts.length === 0) throw new Error(`the model ${this.#model.name} has no scenario ${scenario ?? ''}`);
    const reached = starts.map(({ name, world }): Reached<World, Action> => ({ from: { scenario: name }, world }));
    const distinct = reached.filter((start) => start.world !== undefined && this.#isNew(() => start, start.world));
    this.#complete(distinct.length);
    return distinct;
  }

  async #levelAfter(level: readonly Reached<World, Action>[], isLast: boolean): Promise<Reached<World, Action>[]> {
    const next: Reached<World, Action>[] = [];
    const known = this.#states;
    for (const origin of level) {
      this.#expand(origin, isLast ? undefined : next);
      if (this.#isOver) break;
      if (this.#transitions < this.#pauseAt) continue;
      this.#pauseAt = this.#transitions + TRANSITIONS_WITHOUT_PAUSE;
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#complete(this.#states - known);
    return next;
  }

  /** Takes every step from a state. New states go to `next`, if there is one. */
  #expand(origin: Reached<World, Action>, next: Reached<World, Action>[] | undefined): void {
    const before = origin.world;
    if (before === undefined) return;
    origin.world = undefined;
    for (const action of this.#model.actions(before)) {
      const after = this.#model.apply(before, action);
      this.#transitions += 1;
      const broken = this.#checks.ofStep(before, action, after);
      const reached = () => ({ from: { origin, action }, world: after });
      if (broken) this.#violation = { ...pathTo(reached()), ...broken };
      else if (this.#isNew(reached, after)) next?.push(reached());
      if (this.#isOver) return;
    }
  }

  #isNew(reached: () => Reached<World, Action>, world: World): boolean {
    const hash = hashOf(this.#model.key(world));
    if (!this.#table.visit(hash)) return false;
    this.#states += 1;
    if (this.#checks.settles && hash % (this.#options.settleEvery ?? 1) === 0) this.#settle(reached, world, hash);
    return true;
  }

  #settle(reached: () => Reached<World, Action>, world: World, hash: number): void {
    const broken = this.#checks.ofWay(this.#table, world, hash);
    if (!broken) return;
    const { scenario, actions } = pathTo(reached());
    const violation = { ...broken, scenario, actions: [...actions, ...broken.actions] };
    this.#violation = broken.inVain ? violation : shrink(this.#model, scenario, violation.actions, broken.invariant);
  }

  #complete(found: number): void {
    if (found === 0) {
      this.#isExhausted = true;
      return;
    }
    this.#levels.push(found);
    const depth = this.#levels.length - 1;
    this.#options.onProgress?.({ depth, states: this.#states, transitions: this.#transitions, found });
  }
}

function pathTo<World, Action>(reached: Reached<World, Action>): { scenario: string; actions: Action[] } {
  const actions: Action[] = [];
  let { from } = reached;
  while ('origin' in from) {
    actions.push(from.action);
    from = from.origin.from;
  }
  return { scenario: from.scenario, actions: actions.toReversed() };
}
