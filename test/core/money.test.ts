import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fenFromYuan, yuanText } from '../../src/core/basics/money.ts';

const amounts = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

test('An amount that is shown and read again is the same amount', () => {
  fc.assert(
    fc.property(amounts, (fen) => {
      expect(fenFromYuan(yuanText(fen))).toBe(fen);
    }),
  );
});

test('Yuan as a number are read to the fen, whatever a float adds to them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (fen) => {
      expect(fenFromYuan(fen / 100)).toBe(fen);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 20 }), (parts) => {
      const sum = parts.reduce((yuan, fen) => yuan + fen / 100, 0);
      expect(fenFromYuan(sum)).toBe(parts.reduce((all, fen) => all + fen, 0));
    }),
  );
});

test('A fraction of a fen is no amount, however large the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 1, max: 9 }), (yuan, part) => {
      expect(fenFromYuan(`${yuan}.00${part}`)).toBeUndefined();
      expect(fenFromYuan(Number(`${yuan}.00${part}`))).toBeUndefined();
    }),
  );
});

test.each<[string | number, number]>([
  ['0', 0],
  ['-0', 0],
  [-0, 0],
  [0.1 + 0.2, 30],
  ['0.30000000000000004', 30],
  ['19.899999999999999', 1990],
  [19.9, 1990],
  [' 19.90 ', 1990],
  ['19.9000', 1990],
  ['-3.5', -350],
  [1.005 * 100, 10_050],
])('The text %j yuan is read as %d fen', (yuan, fen) => {
  expect(fenFromYuan(yuan)).toBe(fen);
});

test.each([Number.NaN, Infinity, -Infinity, '', ' ', 'free', '1,000', '1e3', '0x10', '--1', '1.2.3', 1e12, '١٢'])(
  'The text %j is no amount of money',
  (yuan) => {
    expect(fenFromYuan(yuan)).toBeUndefined();
  },
);

test('Whole yuan are shown without decimals, and any other amount with two', () => {
  expect([0, 5, 50, 100, 1990, -1, -100, 123_456].map(yuanText)).toEqual([
    '0',
    '0.05',
    '0.50',
    '1',
    '19.90',
    '-0.01',
    '-1',
    '1234.56',
  ]);
});
