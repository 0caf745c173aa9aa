import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { counterexample } from './counterexample.ts';
import { withModel } from './document.ts';
import { explore } from './explore.ts';
import { exploreWith, unproved } from './faults.ts';
import { mistakeOf } from './mistakes.ts';
import type { AnyModel } from './model.ts';
import { MODELS } from './registry.ts';
import { TakenTransitions } from './taken.ts';

/** Ends what hangs. */
const EXPLORATION_TIMEOUT_MS = 600_000;

const DOCUMENT = path.resolve('docs/reliability.md');

/** The tests of one model. Each model has a test file of its own, so that the explorations run at the same time. */
export function testModel(name: string): void {
  const registered = MODELS.find(({ model }) => model.name === name);
  if (!registered) throw new Error(`the registry has no model ${name}`);
  const { model, tables } = registered;
  const taken = new TakenTransitions(tables);
  let exploration: ReturnType<typeof explored> | undefined;

  /** Explores the model to the depth of this run, once for all tests. */
  const exploredOnce = () => (exploration ??= explored(model, taken));

  describe(`the model ${name}`, { timeout: EXPLORATION_TIMEOUT_MS }, () => {
    test('No interleaving violates an invariant', async () => {
      const { violation } = await exploredOnce();
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

    test('The tables name every transition that is taken', async () => {
      await exploredOnce();
      expect(taken.unnamed()).toEqual([]);
    });

    test('docs/reliability.md says what was explored, and which transitions were not taken', async () => {
      const explored = { model, exploration: await exploredOnce(), tables, untaken: taken.untaken() };
      const document = readFileSync(DOCUMENT, 'utf8');
      await expect(withModel(document, explored)).toMatchFileSnapshot(DOCUMENT);
    });
  });
}

function explored(model: AnyModel, taken: TakenTransitions) {
  const stopWatching = taken.watch();
  return explore(model, { depth: model.depth, settleEvery: model.settleEvery }).finally(stopWatching);
}
