import { type RecordState, TRANSITIONS } from '../../src/core/checkout/transitions.ts';

const BEGIN =
  '<!-- purchase diagram: written by `npx vitest run --project unit test/architecture/purchase-diagram -u` -->';
const END = '<!-- end of the purchase diagram -->';

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

/** Replaces the text between the document's markers by the diagram. */
export function withDiagram(document: string): string {
  const [before, rest = ''] = document.split(BEGIN);
  const [, after] = rest.split(END);
  if (after === undefined) throw new Error('the document has no markers for the purchase diagram');
  return `${before}${BEGIN}\n\`\`\`mermaid\n${purchaseDiagram()}\n\`\`\`\n${END}${after}`;
}

/** No record exists before a purchase begins and after it has ended. */
function nodeOf(state: RecordState): string {
  return state === 'none' ? '[*]' : state;
}
