import { withPart } from '../architecture/written-part.ts';
import type { Exploration } from './explore.ts';
import type { AnyModel } from './model.ts';
import { listOf, type TableName } from './taken.ts';
import { invariantsOf } from './violation.ts';

export interface Explored {
  model: AnyModel;
  exploration: Exploration<unknown>;
  /** The tables that the model walks, and the transitions that they name and the exploration has not taken. */
  tables: readonly TableName[];
  untaken: readonly string[];
}

/** Replaces the part of docs/reliability.md about a model: what was explored of it, and its invariants. */
export function withModel(document: string, explored: Explored): string {
  return withPart(document, `part about the model ${explored.model.name}`, `\n${partOf(explored)}`);
}

function partOf({ model, exploration: { states, transitions, depth, end }, tables, untaken }: Explored): string {
  const count = (number: number) => number.toLocaleString('en');
  const reach = end === 'exhausted' ? `all, after which nothing else can happen (${depth} steps)` : `${depth} steps`;
  return [
    `### The model \`${model.name}\``,
    '',
    `- Scenarios: ${model.starts.map(({ name }) => name).join('; ')}.`,
    `- Who acts: ${model.actors.join('; ')}.`,
    `- Explored by \`npm test\`: ${reach}, ${count(states)} distinct states, ${count(transitions)} transitions.${settled(model)}`,
    '',
    '| invariant | what holds | fault that the exploration finds |',
    '|---|---|---|',
    ...invariantsOf(model).map(
      ({ id, sentence }) => `| \`${id}\` | ${cell(sentence)} | ${cell(faultsOf(model, id))} |`,
    ),
    '',
    'Left out:',
    '',
    ...model.leftOut.map((sentence) => `- ${sentence}`),
    '',
    `Transitions that the tables name (${tables.join(', ')}) and the exploration does not take; unit tests take them:`,
    listOf(untaken),
  ].join('\n');
}

function settled({ settleEvery = 1 }: AnyModel): string {
  return settleEvery === 1 ? '' : ` \`leads-to-settled\` is checked from one of ${settleEvery} states.`;
}

function faultsOf(model: AnyModel, id: string): string {
  return model.faults
    .filter(({ violates }) => violates === id)
    .map(({ name }) => name)
    .join('; ');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
