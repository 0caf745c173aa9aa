import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { flag, id, list, maybe, maybeId, numeric, text } from '../../../src/core/api/decoders.ts';
import { stateOfAttributes } from '../../../src/core/device/api.ts';

test.each([
  [[true, 1, 'true', '1'], true],
  [[false, 0, 'false', '0'], false],
])('A flag is read from each of the spellings %j', (spellings, meant) => {
  expect(spellings.map((spelling) => v.parse(flag, spelling))).toEqual(spellings.map(() => meant));
});

test('A blank text is not read as a number', () => {
  for (const blank of ['', ' ', '\t']) expect(v.safeParse(numeric, blank).success).toBe(false);
  expect(v.parse(numeric, ' 7 ')).toBe(7);
});

/** An id as a JSON number of any length. 0 is none. */
const sentId = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).filter((sent) => sent !== 0n);

test('An id that is sent as a number is read exactly or refused', () => {
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
])('The number %s as an id is accepted: %s', (id, taken) => {
  expect(v.safeParse(maybeId, JSON.parse(id)).success).toBe(taken);
});

test('An id that is sent as text is read unchanged at any length', () => {
  fc.assert(fc.property(sentId, (id) => void expect(v.parse(maybeId, String(id))).toBe(String(id))));
});

test('A missing id and the id 0 are read as undefined, and an unreadable id does not count as missing', () => {
  for (const none of [undefined, null, '', 0, '0']) expect(v.parse(maybeId, none)).toBeUndefined();
  for (const id of [true, {}, [], Number.NaN]) expect(v.safeParse(maybeId, id).success).toBe(false);
  expect(v.parse(maybe(text), 2 ** 60)).toBeUndefined();
});

test('The readable rows of a list keep their order, and the unreadable rows are counted', () => {
  const good = fc
    .string({ minLength: 1 })
    .filter((sno) => sno.trim() !== '')
    .map((sno) => ({ sno }));
  const bad = fc.oneof(
    fc.constant(null),
    fc.constant({}),
    fc.constant({ sno: '' }),
    fc.integer(),
    fc.string(),
    fc.array(fc.anything()),
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          good.map((row) => ({ row, isGood: true })),
          bad.map((row) => ({ row, isGood: false })),
        ),
      ),
      (sent) => {
        const read = v.parse(
          list(v.object({ sno: id })),
          sent.map(({ row }) => row),
        );
        expect(read.records).toEqual(sent.filter(({ isGood }) => isGood).map(({ row }) => row));
        expect(read.unreadable).toBe(sent.length - read.records.length);
      },
    ),
  );
});

test('A device report is never read as an impossible setting, duration or count', () => {
  const names = [
    'Function',
    'SubFunction',
    'OnOff',
    'Voltage',
    'Freq',
    'Wave',
    'Grade',
    'WortTime',
    'UseTime',
    'UseNum',
  ];
  const sent = fc.oneof(
    fc.double(),
    fc.integer(),
    fc.double().map(String),
    fc.string(),
    fc.constantFrom(1e99, '1e99', -1, 'NaN', null, true),
    fc.jsonValue(),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), sent, (name, value) => {
      const {
        on,
        function: _,
        auxiliary: __,
        workMinutes,
        usedMinutes,
        remainingUses,
        unreadable: ___,
        ...codes
      } = stateOfAttributes({ [name]: value });
      expect([undefined, true, false]).toContain(on);
      for (const [most, read] of [
        [255, Object.values(codes)],
        [1_440, [workMinutes, usedMinutes]],
        [999_999_999, [remainingUses]],
      ] as const) {
        for (const each of read)
          if (each !== undefined)
            expect(Number.isInteger(each) && each >= 0 && each <= most, `${name} ${String(value)}`).toBe(true);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(stateOfAttributes({ Voltage: 1e99, Freq: -1, WortTime: 30 })).toMatchObject({
    voltage: undefined,
    frequency: undefined,
    workMinutes: 30,
  });
});
