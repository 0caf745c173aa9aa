import type { Model } from './model.ts';
import { firstViolation, startOf } from './replay.ts';
import { invariantsOf, type Violation } from './violation.ts';

/** Where a pasted test imports the model from; the path is relative to the test. */
export interface ModelSource {
  module: string;
  exported: string;
}

/**
 * Takes the steps in order. Returns the story of the first violation, undefined if there is none. Throws if a step is
 * not offered in its world: a cure may consist in that, and the test then expects the error.
 */
export function replay<World, Action>(
  model: Model<World, Action>,
  scenario: string,
  actions: readonly NoInfer<Action>[],
): string | undefined {
  const violation = firstViolation(model, scenario, actions);
  return violation && storyOf(model, violation);
}

/** The scenario, its steps and what is violated, in plain words. */
export function storyOf<World, Action>(model: Model<World, Action>, violation: Violation<Action>): string {
  const { scenario, actions, inVain = [] } = violation;
  const sentences = sentencesOf(model, scenario, [...actions, ...inVain]);
  const numbered = sentences.map((sentence, at) => `${String(at + 1).padStart(3)}. ${sentence}`);
  return [
    `Scenario: ${scenario}`,
    ...numbered.slice(0, actions.length),
    ...(inVain.length > 0 ? ['Then, with a fair server and a person who does the sensible thing:'] : []),
    ...numbered.slice(actions.length),
    `This violates ${violation.invariant}: ${violation.what}.`,
    invariantSentence(model, violation.invariant),
  ].join('\n');
}

/** A test that fails until the violation is gone: a file beside the models, or a part of one. */
export function testOf<World, Action>(
  model: Model<World, Action>,
  violation: Violation<Action>,
  { module, exported }: ModelSource,
): string {
  const { scenario, actions } = violation;
  const sentences = sentencesOf(model, scenario, actions);
  const steps = actions.map((action, at) => [`      // ${sentences[at]}`, `      ${literal(action)},`].join('\n'));
  const list = steps.length === 0 ? '[]' : `[\n${steps.join('\n')}\n    ]`;
  return [
    "import { expect, test } from 'vitest';",
    "import { replay } from './counterexample.ts';",
    `import { ${exported} } from ${literal(module)};`,
    '',
    `test(${literal(invariantSentence(model, violation.invariant).replace(/\.$/, ''))}, () => {`,
    '  expect(',
    `    replay(${exported}, ${literal(scenario)}, ${list}),`,
    '  ).toBeUndefined();',
    '});',
    '',
  ].join('\n');
}

/** The story, and the test to paste. */
export function counterexample<World, Action>(
  model: Model<World, Action>,
  violation: Violation<Action>,
  source: ModelSource,
): string {
  return `${storyOf(model, violation)}\n\nAs a test, in test/model:\n\n${testOf(model, violation, source)}`;
}

function sentencesOf<World, Action>(
  model: Model<World, Action>,
  scenario: string,
  actions: readonly NoInfer<Action>[],
): string[] {
  let world = startOf(model, scenario);
  return actions.map((action) => {
    const before = world;
    world = model.apply(before, action);
    return model.tell(action, before, world);
  });
}

function invariantSentence<World, Action>(model: Model<World, Action>, id: string): string {
  return invariantsOf(model).find((invariant) => invariant.id === id)?.sentence ?? '';
}

/** JSON as the code style writes it. */
function literal(value: unknown): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value);
    return text.includes("'") ? text : `'${text.slice(1, -1).replaceAll('\\"', '"')}'`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).filter(([, of]) => of !== undefined);
  if (entries.length === 0) return '{}';
  return `{ ${entries.map(([name, of]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: ${literal(of)}`).join(', ')} }`;
}
