import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { flag, maybe, maybeId, numeric, text } from '../../../src/core/cloud/decoders.ts';

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

/** As an id stands in an answer: a number without quotes, of any length. */
const sentId = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });

test('an id that is sent as a number is read digit by digit, or refused', () => {
  fc.assert(
    fc.property(sentId, (id) => {
      for (const decoder of [text, maybeId]) {
        const read = v.safeParse(decoder, JSON.parse(String(id)));
        if (read.success) expect(read.output).toBe(String(id));
        else expect(id > BigInt(Number.MAX_SAFE_INTEGER) || id < BigInt(Number.MIN_SAFE_INTEGER)).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['9007199254740991', true],
  ['9007199254740992', false],
  ['9007199254740993', false],
  ['-9007199254740993', false],
  ['1e999', false],
])('the number %s as an id is taken: %s', (id, taken) => {
  expect(v.safeParse(maybeId, JSON.parse(id)).success).toBe(taken);
});

test('an id as text is read as it is, however long', () => {
  fc.assert(fc.property(sentId, (id) => void expect(v.parse(maybeId, String(id))).toBe(String(id))));
});

test('an id that is not there is none, and one that cannot be read is not taken for none', () => {
  expect([undefined, null, ''].map((id) => v.parse(maybeId, id))).toEqual([undefined, undefined, undefined]);
  for (const id of [true, {}, [], Number.NaN]) expect(v.safeParse(maybeId, id).success).toBe(false);
  expect(v.parse(maybe(text), 2 ** 60)).toBeUndefined();
});
