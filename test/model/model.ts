/**
 * What the explorer walks: worlds, and everything that may happen in them. A world and an action are plain JSON. The
 * methods call the tables that ship, so that a fault planted in a table shows in the model.
 */
export interface Model<World, Action> {
  /** One word, as `npm run model -- --model` takes it. */
  name: string;
  /** The worlds to start from, one per scenario; its name stands in the story. */
  starts: readonly { name: string; world: World }[];
  /** Everything that may happen next. */
  actions(world: World): Action[];
  /** Pure: returns a new world. */
  apply(world: World, action: Action): World;
  /** Canonical text: worlds that differ only by symmetry (which phone, which page, absolute time, order numbers) share it. */
  key(world: World): string;
  /** One sentence of the story, in plain words. */
  tell(action: Action, before: World, after: World): string;
  invariants: readonly Invariant<World, Action>[];
  /**
   * The next step towards a settled world with a fair server and a person who does the sensible thing; undefined when
   * settled. It is one of `actions(world)`.
   */
  settle(world: World): Action | undefined;
  /** How many steps `npm test` explores. */
  depth: number;
  /** `npm test` follows `settle` from one of this many states; from every state if absent. */
  settleEvery?: number;
  /** Who and what acts, for the documentation: `two pages of one phone`, `the server`. */
  actors: readonly string[];
  /** What the model does not show, a sentence each. */
  leftOut: readonly string[];
  /** At least one for each invariant: a fault in the tables that breaks it. */
  faults: readonly Fault[];
}

export interface Invariant<World, Action> {
  /** Kebab-case, stable. */
  id: string;
  /** What a patient would care about, in plain English. */
  sentence: string;
  /** Undefined if it holds; else what is wrong, in words. Checked after each step. */
  violation(before: World, action: Action, after: World): string | undefined;
}

export interface Fault {
  /** What the code does wrong while the fault is planted. */
  name: string;
  /** The id of the invariant that it breaks, or `leads-to-settled`. */
  violates: string;
  /** Runs the work while the fault is planted; see `withFault`. */
  plant<Result>(work: () => Result): Result;
  /** The scenario that shows it; all of them if absent. */
  scenario?: string;
  /** How many steps suffice to show it; the model's depth if absent. */
  depth?: number;
}

/** A model of which only the shape is known, as the registry lists it. Methods are compared bivariantly. */
export type AnyModel = Model<unknown, unknown>;
