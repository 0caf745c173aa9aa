import { array, assert, double, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import { chances } from './chances.ts';
import { backOff, backOffCeiling } from '../../src/adapters/back-off.ts';

const chance = double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test('A wait before a retry is never longer than its ceiling, nor than 15 s', () => {
  assert(
    property(nat(10_000), chance, (tries, random) => {
      const wait = backOff(tries, () => random);
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(Math.min(backOffCeiling(tries), 15_000));
    }),
  );
});

test('The ceiling of the waits never falls from one retry to the next', () => {
  assert(property(nat(10_000), (tries) => backOffCeiling(tries + 1) >= backOffCeiling(tries)));
});

test('Many phones that lose the server at the same time retry spread over the whole wait', () => {
  assert(
    property(nat(30), array(chance, { minLength: 400, maxLength: 400 }), (tries, offset) => {
      const phones = offset.map((shift, phone) => backOff(tries, () => ((phone + shift) / offset.length) % 1));
      for (const quarter of [0, 1, 2, 3]) {
        const [from, to] = [quarter, quarter + 1].map((part) => (part / 4) * backOffCeiling(tries));
        const within = phones.filter((wait) => wait >= (from ?? 0) && wait < (to ?? 0)).length;
        expect(within).toBeGreaterThan(80);
      }
    }),
  );
});

test('The first retry after a loss comes within 0.25 s, and each retry of the first half minute within 2.5 s', () => {
  expect(backOffCeiling(0)).toBeLessThanOrEqual(250);
  for (let tries = 0; tries < 26; tries += 1) expect(backOffCeiling(tries)).toBeLessThanOrEqual(2_500);
});

test('After an outage of ten seconds each of ten thousand phones is still in its frequent retries', () => {
  const random = chances(1);
  for (let phone = 0; phone < 10_000; phone += 1) {
    let waited = 0;
    for (let tries = 0; backOffCeiling(tries) <= 2_500; tries += 1) waited += backOff(tries, random);
    if (waited <= 12_500) expect.fail(`phone ${phone} was done with them after ${waited} ms`);
  }
});
