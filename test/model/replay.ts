import type { Model } from './model.ts';
import { StateTable } from './state-table.ts';
import { Checks, isOffered, type Violation } from './violation.ts';

/** The world from which a scenario starts. Throws if there is no such scenario. */
export function startOf<World, Action>(model: Model<World, Action>, scenario: string): World {
  const start = model.starts.find(({ name }) => name === scenario);
  if (!start) throw new Error(`the model ${model.name} has no scenario ${scenario}`);
  return start.world;
}

/**
 * Takes the steps in order and returns the first violation.
 *
 * @param onRefused Called for a step that its world does not offer; the step is left out.
 */
function walk<World, Action>(
  model: Model<World, Action>,
  scenario: string,
  actions: readonly NoInfer<Action>[],
  checks: Checks<World, Action>,
  onRefused: (at: number, action: Action) => void,
): Violation<Action> | undefined {
  const states = new StateTable();
  const taken: Action[] = [];
  const wayFrom = (world: World): Violation<Action> | undefined => {
    const broken = checks.settles ? checks.ofWay(states, world) : undefined;
    return broken && { ...broken, scenario, actions: [...taken, ...broken.actions] };
  };
  let world = startOf(model, scenario);
  let violation = wayFrom(world);
  for (const [at, action] of actions.entries()) {
    if (violation) break;
    if (!isOffered(model, world, action)) {
      onRefused(at, action);
      continue;
    }
    taken.push(action);
    const after = model.apply(world, action);
    const broken = checks.ofStep(world, action, after);
    violation = broken ? { scenario, actions: taken, ...broken } : wayFrom(after);
    world = after;
  }
  return violation;
}

/** The first violation on the way. Throws if a step is not offered in its world. */
export function firstViolation<World, Action>(
  model: Model<World, Action>,
  scenario: string,
  actions: readonly NoInfer<Action>[],
  checks: Checks<World, Action> = new Checks(model),
): Violation<Action> | undefined {
  return walk(model, scenario, actions, checks, (at, action) => {
    throw new Error(`step ${at + 1} is not offered: ${JSON.stringify(action)}`);
  });
}

/**
 * Removes steps as long as the rest still violates the invariant. A step that is no longer offered without an earlier
 * one goes with it. Throws if a step is not offered, or if the steps do not violate the invariant.
 *
 * @param invariant Its id.
 */
export function shrink<World, Action>(
  model: Model<World, Action>,
  scenario: string,
  actions: readonly NoInfer<Action>[],
  invariant: string,
): Violation<Action> {
  const checks = new Checks(model, [invariant]);
  const first = firstViolation(model, scenario, actions, checks);
  if (!first) throw new Error(`these steps do not violate ${invariant}`);
  let shortest: Violation<Action> = first;
  let size = shortest.actions.length;
  while (size >= 1) {
    const shorter = withoutSome(model, shortest, size, checks);
    if (shorter) shortest = shorter;
    size = shorter ? shorter.actions.length : size - 1;
  }
  return shortest;
}

/** Leaves out as many neighbouring steps as `size`, somewhere. */
function withoutSome<World, Action>(
  model: Model<World, Action>,
  { scenario, actions }: Violation<Action>,
  size: number,
  checks: Checks<World, Action>,
): Violation<Action> | undefined {
  for (let at = 0; at + size <= actions.length; at += 1) {
    const rest = [...actions.slice(0, at), ...actions.slice(at + size)];
    const violation = walk(model, scenario, rest, checks, () => undefined);
    if (violation && violation.actions.length < actions.length) return violation;
  }
  return undefined;
}
