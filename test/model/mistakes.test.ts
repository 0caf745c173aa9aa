import { describe, expect, test } from 'vitest';
import { counterModel, type CounterAction, type CounterWorld } from './counter-model.ts';
import { mistakeOf } from './mistakes.ts';
import type { Model } from './model.ts';

const WALKS = { seed: 1, walks: 200, steps: 15 };
const mistakeWith = (parts: Partial<Model<CounterWorld, CounterAction>>) =>
  mistakeOf({ ...counterModel, ...parts }, WALKS);

describe('mistakeOf', () => {
  test('A model whose worlds with one key have one future has no mistake', () => {
    expect(mistakeOf(counterModel, WALKS)).toBeUndefined();
  });

  test('A key that hides what a client has read is a mistake, told with both worlds', () => {
    const mistake = mistakeWith({
      key: ({ counter, clients }) => `${counter} ${clients.filter(({ at }) => at === 'holding').length}`,
    });
    expect(mistake).toContain('two worlds have the same key, and only one of them has each of these futures:\n- ');
    expect(mistake).toMatch(/\none world: \{"counter":\d.*\}\nthe other: \{"counter":\d.*\}$/);
  });

  test('A key that hides whether a world is settled is a mistake', () => {
    const settle: (typeof counterModel)['settle'] = ({ clients }) =>
      clients[0]?.at === 'holding' ? { type: 'abandon', client: 0 } : undefined;
    expect(mistakeWith({ settle })).toContain('- settled\n- not settled');
  });

  test('A key that hides a violation is a mistake', () => {
    const invariants: (typeof counterModel)['invariants'] = [
      {
        id: 'first-never-holds',
        sentence: 'The first client never holds the lock.',
        violation: (_before, _action, { clients }) => (clients[0]?.at === 'holding' ? 'it does' : undefined),
      },
    ];
    expect(mistakeWith({ invariants })).toContain('first-never-holds');
  });

  test('A step that changes the world from which it is taken is a mistake', () => {
    const apply: (typeof counterModel)['apply'] = (world, action) => {
      const after = counterModel.apply(world, action);
      world.counter = after.counter;
      return after;
    };
    const starts = structuredClone([...counterModel.starts]);
    expect(mistakeWith({ apply, starts })).toContain('a method of the model changes the world {"counter":');
  });
});
