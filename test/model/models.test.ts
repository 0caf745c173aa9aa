import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withPart } from '../architecture/written-part.ts';
import { counterexample } from './counterexample.ts';
import { withInterleavings, type Explored } from './document.ts';
import { explore } from './explore.ts';
import { exploreWith, unproved } from './faults.ts';
import { mistakeOf } from './mistakes.ts';
import { MODELS, type RegisteredModel } from './registry.ts';
import { listOf, TakenTransitions } from './taken.ts';

/** Ends what hangs. */
const EXPLORATION_TIMEOUT_MS = 600_000;
const taken = new TakenTransitions();
const explorations = new Map<string, Promise<Explored>>();

/** Explores a model to the depth of this run, once for all tests. */
function explored({ model }: RegisteredModel): Promise<Explored> {
  const known = explorations.get(model.name);
  if (known) return known;
  const stopWatching = taken.watch();
  const found = explore(model, { depth: model.depth, settleEvery: model.settleEvery })
    .then((exploration) => ({ model, exploration }))
    .finally(stopWatching);
  explorations.set(model.name, found);
  return found;
}

describe.each(MODELS)('the model $model.name', { timeout: EXPLORATION_TIMEOUT_MS }, (registered) => {
  const { model } = registered;

  test('No interleaving violates an invariant', async () => {
    const { violation } = (await explored(registered)).exploration;
    expect(violation && counterexample(model, violation, registered)).toBeUndefined();
  });

  test.each(model.faults)('The exploration finds a planted fault: $name', async (fault) => {
    expect((await exploreWith(model, fault)).violation?.invariant).toBe(fault.violates);
  });

  test('Worlds with the same key have the same future', () => {
    expect(mistakeOf(model, { seed: 15, walks: 500, steps: 2 * model.depth })).toBeUndefined();
  });

  test('Each invariant has a planted fault that violates it', () => {
    expect(unproved(model)).toEqual([]);
  });

  test('A pasted test can import the model', async () => {
    const module: unknown = await import(/* @vite-ignore */ new URL(registered.module, import.meta.url).href);
    expect(module).toHaveProperty(registered.exported, model);
  });
});

test('The models of the registry have distinct names', () => {
  const names = MODELS.map(({ model }) => model.name);
  expect(new Set(names).size).toBe(names.length);
});

test('The tables name every transition that is taken', { timeout: EXPLORATION_TIMEOUT_MS }, async () => {
  for (const registered of MODELS) await explored(registered);
  expect(taken.unnamed()).toEqual([]);
});

test(
  'docs/reliability.md lists each model with what was explored, and the transitions that were not taken',
  { timeout: EXPLORATION_TIMEOUT_MS },
  async () => {
    const all: Explored[] = [];
    for (const registered of MODELS) all.push(await explored(registered));
    const listed = withInterleavings(readFileSync('docs/reliability.md', 'utf8'), all);
    await expect(
      withPart(listed, 'list of transitions that the exploration does not take', listOf(taken.untaken())),
    ).toMatchFileSnapshot('../../docs/reliability.md');
  },
);
