import { describe, expect, test } from 'vitest';
import { hashOf, StateTable } from './state-table.ts';

describe('hashOf', () => {
  test('A million texts that differ in a few letters have a million hashes of at most 53 bits', () => {
    const hashes = new Set<number>();
    for (let left = 0; left < 1_000; left += 1)
      for (let right = 0; right < 1_000; right += 1) hashes.add(hashOf(`{"a":${left},"at":"idle","b":${right}}`));
    expect(hashes.size).toBe(1_000_000);
    expect([...hashes].every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
  });

  test('Each of the 53 bits is set in about half of the hashes', () => {
    const set = Array.from({ length: 53 }, () => 0);
    for (let count = 0; count < 10_000; count += 1) {
      const hash = hashOf(`world ${count}`);
      for (let bit = 0; bit < 53; bit += 1) if (Math.floor(hash / 2 ** bit) % 2 === 1) set[bit] = (set[bit] ?? 0) + 1;
    }
    expect(Math.min(...set)).toBeGreaterThan(4_800);
    expect(Math.max(...set)).toBeLessThan(5_200);
  });

  test('Texts that differ in length alone or in order alone have different hashes', () => {
    const texts = ['', '\0', '\0\0', 'ab', 'ba', 'abcd', 'cdab', 'Āa', 'aĀ', '中', '国'];
    expect(new Set(texts.map(hashOf)).size).toBe(texts.length);
  });
});

describe('StateTable', () => {
  test('A table that has grown many times knows every hash that it was given, and no other', () => {
    const table = new StateTable();
    const first = (hash: number) => table.visit(hash * 4_096);
    const hashes = Array.from({ length: 100_000 }, (_, hash) => hash);
    expect(hashes.filter((hash) => !first(hash))).toEqual([]);
    expect(hashes.filter(first)).toEqual([]);
    expect(table.visit(1)).toBe(true);
  });

  test('Two hashes that share their last 32 bits are two states', () => {
    const table = new StateTable();
    expect([table.visit(7), table.visit(7 + 2 ** 32), table.visit(7), table.visit(7 + 2 ** 52)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  test('The steps to a settled state are kept beside the visit, in either order', () => {
    const table = new StateTable();
    table.setStepsToSettled(5, 0);
    expect([table.visit(5), table.visit(5), table.stepsToSettled(5)]).toEqual([true, false, 0]);
    table.visit(6);
    expect(table.stepsToSettled(6)).toBeUndefined();
    table.setStepsToSettled(6, 126);
    for (let hash = 10; hash < 5_000; hash += 1) table.visit(hash);
    expect([table.visit(6), table.stepsToSettled(6), table.stepsToSettled(5)]).toEqual([false, 126, 0]);
  });
});
