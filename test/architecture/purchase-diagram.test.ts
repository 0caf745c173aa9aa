import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TRANSITIONS } from '../../src/core/checkout/transitions.ts';
import { purchaseDiagram, withDiagram } from './purchase-diagram.ts';

test('docs/architecture.md contains the purchase diagram of the current transition table', async () => {
  await expect(withDiagram(readFileSync('docs/architecture.md', 'utf8'))).toMatchFileSnapshot(
    '../../docs/architecture.md',
  );
});

test('The purchase diagram shows a transition that was added to the table', () => {
  const { paid } = TRANSITIONS.orderForgotten;
  const changed = {
    ...TRANSITIONS,
    orderForgotten: { ...TRANSITIONS.orderForgotten, paid: { ...paid, to: ['draft' as const] } },
  };
  expect(purchaseDiagram()).not.toContain('paid --> draft');
  expect(purchaseDiagram(changed)).toContain('paid --> draft: orderForgotten');
});

test('A document without the markers is refused', () => {
  expect(() => withDiagram('# Architecture')).toThrow('no markers');
});
