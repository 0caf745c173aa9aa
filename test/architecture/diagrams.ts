import { type RecordState, TRANSITIONS } from '../../src/core/checkout/records/transitions.ts';
import { withPart } from './written-part.ts';

/** The steps of a command, keyed by state. `to` lists the states that the step may lead to. */
type StepTable = Readonly<Record<string, { readonly to: readonly string[] }>>;

const ENDED = 'ended';

/** The diagrams of docs/architecture.md, between markers with their names. */
const DIAGRAMS: Readonly<Record<string, () => string>> = {
  'purchase diagram': () => purchaseDiagram(),
};

/** Replaces the text between the document's markers by the diagrams. */
export function withDiagrams(document: string, diagrams: Readonly<Record<string, () => string>> = DIAGRAMS): string {
  return Object.entries(diagrams).reduce(
    (text, [name, draw]) => withPart(text, name, `\`\`\`mermaid\n${draw()}\n\`\`\``),
    document,
  );
}

/** Renders the transition table as a Mermaid state diagram, with one line for each change of state and its events. */
export function purchaseDiagram(table: typeof TRANSITIONS = TRANSITIONS): string {
  const rows = Object.entries(table);
  const states = Object.keys(table.timePassed) as RecordState[];
  const edges = states.flatMap((from) =>
    states.flatMap((to) => {
      const events = rows
        .filter(([, row]) => from !== to && (row[from].to as readonly RecordState[]).includes(to))
        .map(([event]) => event);
      return events.length === 0 ? [] : `  ${nodeOf(from)} --> ${nodeOf(to)}: ${events.join(', ')}`;
    }),
  );
  return ['stateDiagram-v2', ...edges].join('\n');
}

/**
 * Renders the steps of a command as a Mermaid state diagram, with one line for each pair of states. A state without a
 * step is an end of the command; `ended` has no other name there. Throws if a first state has no step.
 *
 * @param first The states in which the command may begin.
 */
export function stepsDiagram(table: StepTable, first: readonly string[]): string {
  const unknown = first.find((at) => !(at in table));
  if (unknown !== undefined) throw new Error(`the table has no state ${unknown}`);
  const steps = Object.entries(table);
  const states = [...new Set([...Object.keys(table), ...steps.flatMap(([, { to }]) => to)])];
  const ends = states.filter((at) => !(at in table) && at !== ENDED);
  return [
    'stateDiagram-v2',
    ...states.filter((at) => idOf(at) !== at && at !== ENDED).map((at) => `  state "${at}" as ${idOf(at)}`),
    ...first.map((at) => `  [*] --> ${idOf(at)}`),
    ...steps.flatMap(([from, { to }]) => to.map((next) => `  ${idOf(from)} --> ${idOf(next)}`)),
    ...ends.map((at) => `  ${idOf(at)} --> [*]`),
  ].join('\n');
}

/** Mermaid takes no hyphen in the id of a state. */
function idOf(state: string): string {
  return state === ENDED ? '[*]' : state.replaceAll('-', '_');
}

/** No record exists before a purchase begins and after it has ended. */
function nodeOf(state: RecordState): string {
  return state === 'none' ? '[*]' : state;
}
