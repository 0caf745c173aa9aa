import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { flag, id, list, maybe, maybeId, numeric, text } from '../../../src/core/api/decoders.ts';
import { stateOfAttributes } from '../../../src/core/device/api.ts';

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

test('every row of a list that can be read is kept in its place, and every other one is counted', () => {
  const good = fc.string({ minLength: 1 }).filter((sno) => sno.trim() !== '').map((sno) => ({ sno }));
  const bad = fc.oneof(fc.constant(null), fc.constant({}), fc.constant({ sno: '' }), fc.integer(), fc.string(), fc.array(fc.anything()));
  fc.assert(
    fc.property(fc.array(fc.oneof(good.map((row) => ({ row, isGood: true })), bad.map((row) => ({ row, isGood: false })))), (sent) => {
      const read = v.parse(list(v.object({ sno: id })), sent.map(({ row }) => row));
      expect(read.records).toEqual(sent.filter(({ isGood }) => isGood).map(({ row }) => row));
      expect(read.unreadable).toBe(sent.length - read.records.length);
    }),
  );
});

test('nothing that a device reports is read as a setting, a duration or a count that no device can have', () => {
  const names = ['Function', 'SubFunction', 'OnOff', 'Voltage', 'Freq', 'Wave', 'Grade', 'WortTime', 'UseTime', 'UseNum'];
  const sent = fc.oneof(fc.double(), fc.integer(), fc.double().map(String), fc.string(), fc.constantFrom(1e99, '1e99', -1, 'NaN', null, true), fc.jsonValue());
  fc.assert(
    fc.property(fc.constantFrom(...names), sent, (name, value) => {
      const { on, function: _, auxiliary: __, workMinutes, usedMinutes, remainingUses, ...codes } = stateOfAttributes({ [name]: value });
      expect([undefined, true, false]).toContain(on);
      for (const [most, read] of [[255, Object.values(codes)], [1_440, [workMinutes, usedMinutes]], [999_999_999, [remainingUses]]] as const) {
        for (const each of read) if (each !== undefined) expect(Number.isInteger(each) && each >= 0 && each <= most, `${name} ${String(value)}`).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(stateOfAttributes({ Voltage: 1e99, Freq: -1, WortTime: 30 })).toMatchObject({ voltage: undefined, frequency: undefined, workMinutes: 30 });
});
