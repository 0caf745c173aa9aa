import * as v from 'valibot';
import { expect, test } from 'vitest';
import { flag, numeric } from '../../../src/core/cloud/decoders.ts';

test.each([
  [[true, 1, 'true', '1'], true],
  [[false, 0, 'false', '0'], false],
])('a yes or no comes in each of the spellings %j', (spellings, meant) => {
  expect(spellings.map((spelling) => v.parse(flag, spelling))).toEqual(spellings.map(() => meant));
});

test('blanks are no number', () => {
  for (const blank of ['', ' ', '\t']) expect(v.safeParse(numeric, blank).success).toBe(false);
  expect(v.parse(numeric, ' 7 ')).toBe(7);
});
