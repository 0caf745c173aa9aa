import { array, assert, double, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { chances } from './chances.ts';
import { backOff, backOffCeiling } from '../../src/adapters/gizwits/back-off.ts';

const chance = double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('A retry delay never exceeds its ceiling or 15 s', () => {
  assert(
    property(nat(10_000), chance, (attempt, random) => {
      const wait = backOff(attempt, () => random);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(Math.min(backOffCeiling(attempt), 15_000));
    }),
  );
});

test('The ceiling of the retry delay never decreases', () => {
  assert(property(nat(10_000), (attempt) => backOffCeiling(attempt + 1) >= backOffCeiling(attempt)));
});

test('Many phones that lose the server at the same time retry spread over the whole delay', () => {
  assert(
    property(nat(30), array(chance, { minLength: 400, maxLength: 400 }), (attempt, offset) => {
      const phones = offset.map((shift, phone) => backOff(attempt, () => ((phone + shift) / offset.length) % 1));
      for (const quarter of [0, 1, 2, 3]) {
        const [from, to] = [quarter, quarter + 1].map((part) => (part / 4) * backOffCeiling(attempt));
        const within = phones.filter((wait) => wait >= (from ?? 0) && wait < (to ?? 0)).length;
        expect(within).toBeGreaterThan(80);
      }
    }),
  );
});

test('The first retry after a loss comes within 0.25 s, and each retry of the first half minute within 2.5 s', () => {
  expect(backOffCeiling(0)).toBeLessThanOrEqual(250);
  for (let attempt = 0; attempt < 26; attempt += 1) expect(backOffCeiling(attempt)).toBeLessThanOrEqual(2_500);
});

test('After an outage of ten seconds each of ten thousand phones still reattempt at least every 2.5 s', () => {
  const random = chances(1);
  for (let phone = 0; phone < 10_000; phone += 1) {
    let waited = 0;
    for (let attempt = 0; backOffCeiling(attempt) <= 2_500; attempt += 1) waited += backOff(attempt, random);
    if (waited <= 12_500) expect.fail(`phone ${phone} left the frequent reattempt after ${waited} ms`);
  }
});
