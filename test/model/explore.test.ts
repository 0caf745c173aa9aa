import { describe, expect, test } from 'vitest';
import { COUNTER_RULES, counterModel, type CounterAction, type CounterWorld } from './counter-model.ts';
import { explore, type Progress } from './explore.ts';
import type { Model } from './model.ts';
import { withFault } from './planted.ts';
import { firstViolation } from './replay.ts';

const withoutLock = <Result>(work: () => Result) => withFault(COUNTER_RULES, () => ({ mayRead: () => true }), work);
const keepsLock = <Result>(work: () => Result) =>
  withFault(COUNTER_RULES, () => ({ abandoned: (client) => client }), work);

/** The counter's model with other parts. */
const changed = (parts: Partial<Model<CounterWorld, CounterAction>>) => ({ ...counterModel, ...parts });

/** A phone that goes from place to place; no place is an end. */
const line = (length: number): Model<number, 'on'> => ({
  name: 'line',
  starts: [{ name: 'the beginning', world: 0 }],
  actions: (place) => (place < length ? ['on'] : []),
  apply: (place) => place + 1,
  key: String,
  tell: (_action, before, after) => `From ${before} to ${after}.`,
  invariants: [
    { id: 'stays', sentence: 'Nobody goes far.', violation: (_before, _action, after) => far(after, 1_000_000) },
  ],
  settle: (place) => (place < length ? 'on' : undefined),
  depth: 5,
  actors: ['a phone'],
  leftOut: [],
  faults: [],
});
const far = (place: number, limit: number) => (place > limit ? `it is at ${place}` : undefined);

describe('explore', () => {
  test('A sound model is explored until nothing else can happen', async () => {
    const levels: Progress[] = [];
    const found = await explore(counterModel, { depth: 30, onProgress: (progress) => void levels.push(progress) });
    expect(found).toMatchObject({ end: 'exhausted', states: 34, transitions: 64, depth: 12 });
    expect(found.violation).toBeUndefined();
    expect(found.levels).toEqual(levels.map((level) => level.found));
    expect(levels.at(-1)).toEqual({ depth: 12, states: 34, transitions: 64, found: 1 });
  });

  test('The first violation found is one with the fewest steps', async () => {
    const { violation, end } = await withoutLock(() => explore(counterModel, { depth: 10 }));
    expect(end).toBe('violation');
    expect(violation).toMatchObject({ invariant: 'no-lost-write', what: 'the counter is at 1 after 2 writes' });
    expect(violation?.actions.map(({ type }) => type)).toEqual(['read', 'read', 'write', 'write']);
    expect((await withoutLock(() => explore(counterModel, { depth: 3 }))).violation).toBeUndefined();
  });

  test('A violation in the last step of the depth is found', async () => {
    const { violation, depth } = await withoutLock(() => explore(counterModel, { depth: 4 }));
    expect(violation?.actions).toHaveLength(4);
    expect(depth).toBe(4);
  });

  test('States that differ only by symmetry count once', async () => {
    const scenario = 'three clients';
    const merged = await explore(counterModel, { depth: 30, scenario });
    const apart = await explore(changed({ key: (world) => JSON.stringify(world) }), { depth: 30, scenario });
    expect(merged.states).toBe(22);
    expect(apart.states).toBe(81);
    expect(apart.depth).toBe(merged.depth);
  });

  test('A model whose key hides a difference hides what follows from it', async () => {
    const blind = changed({ key: ({ counter }) => String(counter) });
    const { violation, states } = await withoutLock(() => explore(blind, { depth: 10 }));
    expect(states).toBe(1);
    expect(violation).toBeUndefined();
  });

  test('Only the named scenario is explored, and an unknown name is refused', async () => {
    const { violation } = await withoutLock(() => explore(counterModel, { depth: 10, scenario: 'three clients' }));
    expect(violation?.scenario).toBe('three clients');
    await expect(explore(counterModel, { depth: 10, scenario: 'four clients' })).rejects.toThrow(
      'the model counter has no scenario four clients',
    );
  });

  test('Only the named invariants are checked, and an unknown name is refused', async () => {
    const invariants = ['leads-to-settled'];
    const { end } = await withoutLock(() => explore(counterModel, { depth: 40, invariants }));
    expect(end).toBe('exhausted');
    await expect(explore(counterModel, { depth: 10, invariants: ['no-lost-read'] })).rejects.toThrow(
      'the model counter has no invariant no-lost-read',
    );
  });

  test('The exploration ends at the given number of states', async () => {
    expect(await explore(line(40), { depth: 40, maxStates: 7 })).toMatchObject({ states: 7, end: 'max-states' });
    expect(await explore(line(40), { depth: 9, maxStates: 40 })).toMatchObject({ states: 10, end: 'depth' });
  });

  test('The process does other work during a long exploration', async () => {
    let isOver = false;
    let turns = 0;
    const work = () => {
      turns += 1;
      if (!isOver) setImmediate(work);
    };
    work();
    await explore(line(60_000), { depth: 60_000, invariants: ['stays'] });
    isOver = true;
    expect(turns).toBeGreaterThan(5);
  });
});

describe('the way to a settled state', () => {
  test('Steps that repeat for ever are a violation, with the shortest way to them', async () => {
    const { violation } = await keepsLock(() => explore(counterModel, { depth: 10 }));
    expect(violation).toEqual({
      scenario: 'two clients',
      actions: [{ type: 'read', client: 0 }],
      inVain: [{ type: 'abandon', client: 0 }],
      invariant: 'leads-to-settled',
      what: 'the last step repeats for ever',
    });
  });

  test('Forty steps to a settled state suffice, forty-one do not, in whatever order the states are met', async () => {
    expect((await explore(line(40), { depth: 41 })).end).toBe('exhausted');
    const tooLong = await explore(line(41), { depth: 41 });
    expect(tooLong.violation).toMatchObject({
      invariant: 'leads-to-settled',
      actions: [],
      what: '40 steps do not suffice',
    });
    const fromBothEnds: Model<number, 'on'> = {
      ...line(41),
      starts: [
        { name: 'near', world: 20 },
        { name: 'far', world: 0 },
      ],
    };
    expect((await explore(fromBothEnds, { depth: 41 })).violation).toMatchObject({ scenario: 'far', actions: [] });
  });

  test('A state of the last level has a way, too', async () => {
    const { violation } = await keepsLock(() => explore(counterModel, { depth: 1 }));
    expect(violation?.invariant).toBe('leads-to-settled');
  });

  test('The invariants hold on the way as well, beyond the depth', async () => {
    const strict = { ...line(30), invariants: [{ id: 'near', sentence: 'Nobody goes far.', violation: goesFar }] };
    const { violation } = await explore(strict, { depth: 3 });
    expect(violation).toMatchObject({ invariant: 'near', what: 'it is at 21' });
    expect(violation?.actions).toHaveLength(21);
    expect(violation && firstViolation(strict, violation.scenario, violation.actions)).toEqual(violation);
  });

  test('The ways of one in several states are followed if that is asked for', async () => {
    let followed = 0;
    const counted = (length: number): Model<number, 'on'> => ({
      ...line(length),
      settle: () => void (followed += 1),
    });
    await explore(counted(1_000), { depth: 1_000 });
    expect(followed).toBe(1_001);
    followed = 0;
    await explore(counted(1_000), { depth: 1_000, settleEvery: 10 });
    expect(followed).toBeGreaterThan(50);
    expect(followed).toBeLessThan(150);
  });

  test('A step of the way that the world does not offer is refused as a mistake of the model', async () => {
    const wrong: Model<number, 'on' | 'back'> = { ...line(40), settle: (place) => (place < 40 ? 'back' : undefined) };
    await expect(explore(wrong, { depth: 40 })).rejects.toThrow('settle of the model line returns what is not offered');
  });
});

const goesFar = (_before: number, _action: 'on', after: number) => far(after, 20);
