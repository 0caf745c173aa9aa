import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { Visit } from '../../../src/core/session/visit.ts';

type Name = Parameters<Visit['get']>[0];

const order = { number: 'L-1', kind: 'lease', amountFen: 1_990, sno: 'DEV1' };

/** What is remembered, each as it is meant. */
const meant: Record<Name, unknown> = {
  wishes: { 'DEV1 d7': { key: 'k', at: 1, order } },
  payment: { order, answer: 'opened', at: 1, leadsTo: { to: 'process', sno: 'DEV1' } },
  earlierPayments: [{ order, answer: 'none', at: 1 }],
  paidOrder: order,
};
const names = Object.keys(meant) as Name[];
const LASTING = ['wishes', 'payment', 'earlierPayments'];

function remembered(name: Name, text: string): unknown {
  const storage = new FakeAppStorage();
  for (const area of LASTING.includes(name) ? (['account', 'session'] as const) : (['session'] as const)) storage.write(area, name, text);
  return new Visit(storage).get(name);
}

/** Every value with one of its parts replaced by another. */
function spoilt(value: unknown, by: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [by];
  const parts = Object.entries(value).flatMap(([key, part]) => spoilt(part, by).map((other) => (Array.isArray(value) ? [other] : { ...value, [key]: other })));
  return [by, ...parts];
}

describe('what is remembered of purchases', () => {
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

  test.each(['wishes', 'payment', 'paidOrder'] as const)('%s is none where a field of it is of another kind', (name) => {
    const alien = Symbol.for('alien');
    const damaged = spoilt(meant[name], alien).map((value) => JSON.stringify(value, (_, part: unknown) => (part === alien ? { alien: true } : part)));
    for (const text of damaged.filter((each) => each !== undefined && each.includes('alien'))) expect([text, remembered(name, text)]).toEqual([text, undefined]);
  });

  test('an instant that no calendar knows is none', () => {
    expect(remembered('payment', JSON.stringify({ ...(meant.payment as object), at: 9e15 }))).toBeUndefined();
  });

  test.each<[Name, string]>([
    ['earlierPayments', '{}'],
    ['earlierPayments', '"x"'],
    ['earlierPayments', '[5]'],
    ['wishes', '{"w":{"key":"k","at":1,"before":{}}}'],
    ['wishes', '{"w":{"key":"k","at":1,"before":[5]}}'],
  ])('%s is none where it is %s', (name, text) => {
    expect(remembered(name, text)).toBeUndefined();
  });

  test.each(['my', 'lease', 'mode-menu', 'order-detail', 'cards'])('where a payment leads is there as it was put: %s', (to) => {
    const payment = { order, answer: 'ok', at: 1, leadsTo: { to } };
    expect(remembered('payment', JSON.stringify(payment))).toEqual(payment);
  });

  test('names that every object has by birth neither stand in for a field nor change what others see', () => {
    expect(remembered('paidOrder', '{"__proto__":{"number":"L-1","kind":"lease","amountFen":1}}')).toBeUndefined();
    expect(remembered('wishes', '{"constructor":{"prototype":{"polluted":true}}}')).toBeUndefined();
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
