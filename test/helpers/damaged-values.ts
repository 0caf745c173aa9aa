import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { AccountScope } from '../../src/core/state/account-scope.ts';

/** One stored value: its storage area, an example value, and its reader. */
export interface StoredValueCase {
  area: 'session' | 'account';
  key: string;
  meant: unknown;
  read(scope: AccountScope): unknown;
}

function readOf({ area, key, read }: StoredValueCase, text: string): unknown {
  const storage = new FakeAppStorage();
  storage.write(area, key, text);
  return read(new AccountScope(storage));
}

/** All variants of a value in which one part, at any depth, is replaced. */
function damagedBy(value: unknown, by: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [by];
  const parts = Object.entries(value).flatMap(([key, part]) =>
    damagedBy(part, by).map((other) => (Array.isArray(value) ? [other] : { ...value, [key]: other })),
  );
  return [by, ...parts];
}

/** The type of a value and of each of its parts. */
function kindsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(kindsOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, kindsOf(part)]));
}

/** Tests that each value is read as it was stored, and that damaged text counts as absent. */
export function describeDamage(cases: Readonly<Record<string, StoredValueCase>>): void {
  const all = Object.entries(cases);

  describe('stored state', () => {
    test.each(all)('The stored value %s is read as it was stored', (_, stored) => {
      expect(readOf(stored, JSON.stringify(stored.meant))).toEqual(stored.meant);
    });

    test.each(all)(
      'The stored value %s is absent or partly read if another value is stored in whole or in part',
      (_, stored) => {
        const others: unknown[] = [
          null,
          [],
          {},
          [null],
          '',
          'x',
          0,
          true,
          { toString: 1 },
          { __proto__: null, to: '//elsewhere.example' },
        ];
        for (const other of others) {
          for (const damaged of damagedBy(stored.meant, other)) {
            const value = readOf(stored, JSON.stringify(damaged));
            if (value === undefined) continue;
            if (typeof value === 'object') expect(kindsOf(damaged)).toMatchObject(kindsOf(value) as object);
            else expect(damaged).toBe(value);
            expect(readOf(stored, JSON.stringify(value))).toEqual(value);
          }
        }
        for (const broken of ['', '{', '[object Object]', 'undefined', 'NaN', '"', '\u0000'])
          expect(readOf(stored, broken)).toBeUndefined();
      },
    );

    test.each(all.filter(([, { meant }]) => typeof meant === 'object'))(
      'The stored value %s is absent if one of its fields has another type',
      (_, stored) => {
        for (const damaged of damagedBy(stored.meant, [{ alien: true }]))
          expect([damaged, readOf(stored, JSON.stringify(damaged))]).toEqual([damaged, undefined]);
      },
    );

    test('Any stored text is read without an error and contains only stored values', () => {
      fc.assert(
        fc.property(fc.constantFrom(...Object.values(cases)), fc.oneof(fc.json(), fc.string()), (stored, text) => {
          const value = readOf(stored, text);
          if (value === undefined) return;
          const parsed: unknown = JSON.parse(text);
          if (typeof value === 'object') expect(parsed).toMatchObject(value as object);
          else expect(value).toBe(parsed);
        }),
        { numRuns: 2_000 },
      );
    });
  });
}
