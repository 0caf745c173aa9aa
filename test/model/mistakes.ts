import { SeededRandom } from '../soak/seeded-random.ts';
import type { Model } from './model.ts';
import { hashOf } from './state-table.ts';
import { Checks } from './violation.ts';

interface Seen<World> {
  world: World;
  /** The keys of the worlds that may follow, and what is violated on the way there. */
  futures: ReadonlySet<string>;
}

/**
 * Walks at random and returns the first mistake of the model, in words: `apply` changes the world that it gets, or two
 * worlds with the same key have different futures, so that the exploration would skip some of them. Returns undefined
 * if there is none on these walks.
 */
export function mistakeOf<World, Action>(
  model: Model<World, Action>,
  { seed, walks, steps }: { seed: number; walks: number; steps: number },
): string | undefined {
  const random = new SeededRandom(seed);
  const checks = new Checks(model);
  const visited = new Set<number>();
  const seen = new Map<string, Seen<World>>();
  for (let walk = 0; walk < walks; walk += 1) {
    let world = model.starts[walk % model.starts.length]?.world;
    for (let step = 0; step <= steps && world !== undefined; step += 1) {
      const text = JSON.stringify(world);
      const actions = model.actions(world);
      if (!visited.has(hashOf(text))) {
        visited.add(hashOf(text));
        const mistake = mistakeIn(model, checks, seen, world, actions);
        if (mistake !== undefined) return mistake;
        if (JSON.stringify(world) !== text) return `a method of the model changes the world ${text}`;
      }
      const action = actions[random.integerBelow(actions.length)];
      world = action === undefined ? undefined : model.apply(world, action);
    }
  }
  return undefined;
}

function mistakeIn<World, Action>(
  model: Model<World, Action>,
  checks: Checks<World, Action>,
  seen: Map<string, Seen<World>>,
  world: World,
  actions: readonly Action[],
): string | undefined {
  const futures = new Set(
    actions.map((action) => {
      const after = model.apply(world, action);
      return `${model.key(after)} ${checks.ofStep(world, action, after)?.invariant ?? ''}`.trim();
    }),
  );
  futures.add(model.settle(world) === undefined ? 'settled' : 'not settled');
  const key = model.key(world);
  const known = seen.get(key);
  if (!known) {
    seen.set(key, { world, futures });
    return undefined;
  }
  const missing = [
    ...[...known.futures].filter((future) => !futures.has(future)),
    ...[...futures].filter((future) => !known.futures.has(future)),
  ];
  if (missing.length === 0) return undefined;
  return [
    'two worlds have the same key, and only one of them has each of these futures:',
    ...missing.map((future) => `- ${future}`),
    `one world: ${JSON.stringify(known.world)}`,
    `the other: ${JSON.stringify(world)}`,
  ].join('\n');
}
