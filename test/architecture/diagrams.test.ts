import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TRANSITIONS } from '../../src/core/checkout/records/transitions.ts';
import { purchaseDiagram, stepsDiagram, withDiagrams } from './diagrams.ts';

test('docs/architecture.md contains the diagrams of the current tables', async () => {
  await expect(withDiagrams(readFileSync('docs/architecture.md', 'utf8'))).toMatchFileSnapshot(
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

describe('the diagram of the steps of a command', () => {
  test('The diagram leads from each first state over each step to the end', () => {
    const steps = { asking: { to: ['asking', 'sending'] }, sending: { to: ['asking', 'ended'] } };
    expect(stepsDiagram(steps, ['asking', 'sending'])).toBe(
      [
        'stateDiagram-v2',
        '  [*] --> asking',
        '  [*] --> sending',
        '  asking --> asking',
        '  asking --> sending',
        '  sending --> asking',
        '  sending --> [*]',
      ].join('\n'),
    );
  });

  test('The diagram names each end other than ended, and gives a name with a hyphen an id without', () => {
    const steps = { 'looking-up': { to: ['not-found', 'placed'] } };
    expect(stepsDiagram(steps, ['looking-up'])).toBe(
      [
        'stateDiagram-v2',
        '  state "looking-up" as looking_up',
        '  state "not-found" as not_found',
        '  [*] --> looking_up',
        '  looking_up --> not_found',
        '  looking_up --> placed',
        '  not_found --> [*]',
        '  placed --> [*]',
      ].join('\n'),
    );
  });

  test('A command that begins in a state without a step is refused', () => {
    expect(() => stepsDiagram({ asking: { to: ['ended'] } }, ['waiting'])).toThrow('the table has no state waiting');
  });
});

describe('the diagrams of a document', () => {
  const document = [
    'a',
    '<!-- first diagram: see there -->',
    '<!-- end of the first diagram -->',
    'b',
    '<!-- second diagram: see there -->',
    'old',
    '<!-- end of the second diagram -->',
    'c',
  ].join('\n');

  test('Each diagram stands between the markers with its name, and the rest stays', () => {
    const written = withDiagrams(document, { 'second diagram': () => 'two', 'first diagram': () => 'one' });
    expect(written.split('\n')).toEqual([
      'a',
      '<!-- first diagram: see there -->',
      '```mermaid',
      'one',
      '```',
      '<!-- end of the first diagram -->',
      'b',
      '<!-- second diagram: see there -->',
      '```mermaid',
      'two',
      '```',
      '<!-- end of the second diagram -->',
      'c',
    ]);
  });

  test('A document without the markers, or without the second of them, is refused', () => {
    expect(() => withDiagrams(document, { 'third diagram': () => 'three' })).toThrow(
      'the document has no markers for the third diagram',
    );
    expect(() => withDiagrams('<!-- first diagram: see there -->\n', { 'first diagram': () => 'one' })).toThrow(
      'the document has no markers for the first diagram',
    );
  });
});
