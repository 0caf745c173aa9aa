import type { Model } from './model.ts';
import { StateTable } from './state-table.ts';
import { Checks, isOffered, type Violation } from './violation.ts';

interface Walked<Action> {
  violation?: Violation<Action>;
  /** The index of a step that its world does not offer. */
  refused?: number;
}

/** The world from which a scenario starts. Throws if there is no such scenario. */
export function startOf<World, Action>(model: Model<World, Action>, scenario: string): World {
  const start = model.starts.find(({ name }) => name === scenario);
  if (!start) throw new Error(`the model ${model.name} has no scenario ${scenario}`);
  return start.world;
}

/** Takes the steps in order, to the first violation or the first step that is not offered. */
function walk<World, Action>(
  model: Model<World, Action>,
  scenario: string,
  actions: readonly Action[],
  invariants?: readonly string[],
): Walked<Action> {
  const checks = new Checks(model, invariants);
  const states = new StateTable();
  const wayFrom = (world: World, done: number): Violation<Action> | undefined => {
    const broken = checks.settles ? checks.ofWay(states, world) : undefined;
    return broken && { ...broken, scenario, actions: [...actions.slice(0, done), ...broken.actions] };
  };
  let world = startOf(model, scenario);
  let violation = wayFrom(world, 0);
  for (const [at, action] of actions.entries()) {
    if (violation) break;
    if (!isOffered(model, world, action)) return { refused: at };
    const after = model.apply(world, action);
    const broken = checks.ofStep(world, action, after);
    violation = broken ? { scenario, actions: actions.slice(0, at + 1), ...broken } : wayFrom(after, at + 1);
    world = after;
  }
  return { violation };
}

/**
 * The first violation on the way. Throws if a step is not offered in its world.
 *
 * @param invariants The ids of the invariants to check; all of the model if absent.
 */
export function firstViolation<World, Action>(
  model: Model<World, Action>,
  scenario: string,
  actions: readonly Action[],
  invariants?: readonly string[],
): Violation<Action> | undefined {
  const { violation, refused } = walk(model, scenario, actions, invariants);
  if (refused !== undefined) throw new Error(`step ${refused + 1} is not offered: ${JSON.stringify(actions[refused])}`);
  return violation;
}

/** Removes steps as long as the rest is offered and still violates the invariant. Throws if the steps do not. */
export function shrink<World, Action>(
  model: Model<World, Action>,
  scenario: string,
  actions: readonly Action[],
  invariant: string,
): Violation<Action> {
  const first = firstViolation(model, scenario, actions, [invariant]);
  if (!first) throw new Error(`these steps do not violate ${invariant}`);
  let shortest: Violation<Action> = first;
  let size = shortest.actions.length;
  while (size >= 1) {
    const shorter = withoutSome(model, shortest, size);
    if (shorter) shortest = shorter;
    size = shorter ? Math.min(size, shorter.actions.length) : Math.floor(size / 2);
  }
  return shortest;
}

/** Leaves out as many neighbouring steps as `size`, somewhere. */
function withoutSome<World, Action>(
  model: Model<World, Action>,
  { scenario, actions, invariant }: Violation<Action>,
  size: number,
): Violation<Action> | undefined {
  for (let at = 0; at + size <= actions.length; at += 1) {
    const walked = walk(model, scenario, [...actions.slice(0, at), ...actions.slice(at + size)], [invariant]);
    if (walked.violation) return walked.violation;
  }
  return undefined;
}
