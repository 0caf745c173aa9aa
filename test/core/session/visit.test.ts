import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { Visit } from '../../../src/core/session/visit.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';

type Name = Parameters<Visit['get']>[0];

const settings = { function: 'bio', workMinutes: 30, voltage: 3 };

/** What is remembered, each as it is meant. */
const meant: Record<Name, unknown> = {
  credentials: { accessToken: 'a', openid: 'o' },
  person: 'mark',
  server: 'mark',
  device: { sno: 'DEV1', isShare: true },
  operatorId: 'shop-1',
  shareState: 2,
  started: true,
  plansAreFresh: true,
  assist: false,
  order: { kind: 'card', number: 'C-1', state: 'paid', orderedAt: 1 },
  pendingStart: { sno: 'DEV1', settings, key: 'k', at: 1 },
  treatment: { sno: 'DEV1', at: 1, state: { on: true, function: 'none' } },
  stoppedAt: { DEV1: 1 },
  settings,
  codeSentAt: 1,
  drafts: { share: { mobile: '138' } },
  bindingReasonPutAway: true,
};
const names = Object.keys(meant) as Name[];
const LASTING = ['assist', 'person', 'server', 'treatment', 'pendingStart', 'stoppedAt'];

function remembered(name: Name, text: string): unknown {
  const storage = new FakeAppStorage();
  for (const area of LASTING.includes(name) ? (['account', 'session'] as const) : (['session'] as const)) storage.write(area, name, text);
  return new Visit(new AccountScope(storage)).get(name);
}

/** Every value with one of its parts replaced by another. */
function spoilt(value: unknown, by: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [by];
  const parts = Object.entries(value).flatMap(([key, part]) => spoilt(part, by).map((other) => (Array.isArray(value) ? [other] : { ...value, [key]: other })));
  return [by, ...parts];
}

describe('what one visit remembers', () => {
  test.each(names)('%s is there as it was put', (name) => {
    expect(remembered(name, JSON.stringify(meant[name]))).toEqual(meant[name]);
  });

  test.each(names)('%s is none where it is anything else', (name) => {
    const others: unknown[] = [null, [], {}, [null], '', 'x', 0, true, { toString: 1 }, { __proto__: null, to: '//elsewhere.example' }];
    for (const other of others) {
      for (const damaged of spoilt(meant[name], other)) {
        const read = remembered(name, JSON.stringify(damaged));
        if (read !== undefined) expect(kindsOf(read)).toEqual(kindsOf(damaged));
        if (read !== undefined) expect(remembered(name, JSON.stringify(read))).toEqual(read);
      }
    }
    for (const broken of ['', '{', '[object Object]', 'undefined', 'NaN', '"', '\u0000']) expect(remembered(name, broken)).toBeUndefined();
  });

  test.each(['credentials', 'device', 'order', 'settings'] as const)('%s is none where a field of it is of another kind', (name) => {
    const alien = Symbol.for('alien');
    const damaged = spoilt(meant[name], alien).map((value) => JSON.stringify(value, (_, part: unknown) => (part === alien ? { alien: true } : part)));
    for (const text of damaged.filter((each) => each !== undefined && each.includes('alien'))) expect([text, remembered(name, text)]).toEqual([text, undefined]);
  });

  test('an instant that no calendar knows is none', () => {
    expect(remembered('stoppedAt', '1e300')).toBeUndefined();
    expect(remembered('order', JSON.stringify({ ...(meant.order as object), orderedAt: 9e15 }))).toBeUndefined();
  });

  test.each<[Name, string]>([
    ['stoppedAt', '"5"'],
    ['stoppedAt', 'null'],
    ['stoppedAt', '[]'],
    ['settings', '{"workMinutes":1e999}'],
    ['credentials', '[]'],
    ['credentials', '"abc"'],
    ['credentials', '5'],
  ])('%s is none where it is %s', (name, text) => {
    expect(remembered(name, text)).toBeUndefined();
  });

  test('names that every object has by birth neither stand in for a field nor change what others see', () => {
    expect(remembered('device', '{"__proto__":{"sno":"DEV1"}}')).toBeUndefined();
    expect(remembered('stoppedAt', '{"constructor":{"prototype":{"polluted":true}}}')).toBeUndefined();
    expect(remembered('credentials', '{"__proto__":"x","accessToken":"a"}')).toHaveProperty('accessToken', 'a');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('whatever stands there, it is read without complaint', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.oneof(fc.json(), fc.string()), (name, text) => {
        const read = remembered(name, text);
        expect(read === undefined || JSON.stringify(read) === JSON.stringify(JSON.parse(text))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Of what kind a value is, and each of its parts. */
function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kindsOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, kindsOf(part)]));
}
