import { expect, test } from 'vitest';
import { counterModel } from './counter-model.ts';
import { withModel } from './document.ts';
import { explore } from './explore.ts';

const DOCUMENT = `before
<!-- part about the model counter: see there -->
old
<!-- end of the part about the model counter -->
after
`;
const WALKED = { model: counterModel, tables: ['purchase'], untaken: ['payment: preparing → ended'] } as const;

test('The document lists scenarios, actors, figures, invariants with their faults, and what is left out', async () => {
  const exploration = await explore(counterModel, { depth: 12 });
  expect(withModel(DOCUMENT, { ...WALKED, exploration })).toBe(`before
<!-- part about the model counter: see there -->

### The model \`counter\`

- Scenarios: two clients; three clients.
- Who acts: two or three clients.
- Explored by \`npm test\`: 12 steps, 34 distinct states, 64 transitions.

| invariant | what holds | fault that the exploration finds |
|---|---|---|
| \`no-lost-write\` | No client's write is lost. | a client reads without the lock; a client reads an old value |
| \`leads-to-settled\` | Whatever has happened, there are steps that a person can take to an end without an open question. | a client that gives up keeps the lock |

Left out:

- The counter overflows.

Transitions that the tables name (purchase) and the exploration does not take; unit tests take them:

- payment: preparing → ended

<!-- end of the part about the model counter -->
after
`);
});

test('The document says if nothing else can happen', async () => {
  const exploration = await explore(counterModel, { depth: 13 });
  expect(withModel(DOCUMENT, { ...WALKED, exploration })).toContain(
    'Explored by `npm test`: all, after which nothing else can happen (12 steps), 34 distinct states, 64 transitions.',
  );
});
