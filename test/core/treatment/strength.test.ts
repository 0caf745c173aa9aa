import { assert, integer, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { tablesOf } from '../../../src/core/device/tables.ts';
import { presetOf, type PresetMode } from '../../../src/core/treatment/settings/presets.ts';
import { gentlerOf, isLong, isStrong, longestOf, strongestOf } from '../../../src/core/treatment/settings/strength.ts';

const standard = tablesOf({ tables: {} });

test('The smart loop has no amount and is never the strongest voltage', () => {
  expect([isStrong({ voltage: 8 }, standard), isStrong({ voltage: 7 }, standard)]).toEqual([false, true]);
});

test('A voltage from four fifths of the strongest one is strong, and an unknown one is not called so', () => {
  const strong = [7, 6, 5, 9].map((voltage) => isStrong({ voltage }, standard));
  expect([strong, isStrong({}, standard)]).toEqual([[true, true, false, false], false]);
});

test('The highest named voltage is strong, and a loop beside it or the program with the greatest code is not called so', () => {
  const named = {
    voltage: [
      { code: 1, name: 'low' },
      { code: 2, name: 'high' },
      { code: 3, name: 'smart-loop' },
    ],
  } as const;
  const labelled = {
    voltage: [
      { code: 1, label: '强劲' },
      { code: 2, label: '舒缓' },
    ],
  };
  expect([1, 2, 3].map((voltage) => isStrong({ voltage }, named))).toEqual([false, true, false]);
  expect([1, 2].map((voltage) => isStrong({ voltage }, labelled))).toEqual([false, false]);
});

test('The tenth of ten gears is strong', () => {
  const gears = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'];
  const voltage = gears.map((gear, index) => ({ code: index + 1, label: `${gear}档` }));
  expect([9, 10].map((code) => isStrong({ voltage: code }, { voltage }))).toEqual([false, true]);
});

test('The gentler settings of a strong treatment differ from it by the weakest voltage and infrared alone', () => {
  const bio = presetOf('bio', standard);
  expect(gentlerOf(bio, standard)).toEqual({ ...bio, voltage: 1, infraredLevel: 2 });
  expect(
    ['light', 'sleep', 'quantum'].map((mode) => gentlerOf(presetOf(mode as PresetMode, standard), standard)),
  ).toEqual([undefined, undefined, undefined]);
});

test('A table with one option has no strongest option', () => {
  expect([strongestOf([{ code: 1, amount: 3000 }]), strongestOf([]), longestOf([30])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['the level after which its table turns it off', [{ name: 'low' }, { name: 'high' }, { name: 'off' }], 2],
  ['the level by its name in a table that begins with it', [{ name: 'high' }, { name: 'medium' }, { name: 'low' }], 1],
  ['the highest of the levels that a table only counts', [{ label: '关' }, { label: '一档' }, { label: '二档' }], 3],
  ['the highest level by its label', [{ label: '强' }, { label: '中' }, { label: '弱' }], 1],
  ['the highest of the counted levels, not the last one', [{ label: '10级' }, { label: '9级' }, { label: '2级' }], 1],
  [
    'the highest of the named levels beside one without a rank',
    [{ name: 'low' }, { name: 'high' }, { name: 'smart-loop' }],
    2,
  ],
  ['none of a table that only labels its options', [{ label: '强劲' }, { label: '舒缓' }], undefined],
  [
    'the last gear of a table that ends with the smart loop',
    [{ label: '一档' }, { label: '二档' }, { name: 'smart-loop' }],
    2,
  ],
  [
    'the level by its name beside the smart loop, whatever that is labelled',
    [{ name: 'high' }, { name: 'low' }, { label: '智能循环' }],
    1,
  ],
  [
    'the tenth gear of ten',
    ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'].map((gear) => ({ label: `${gear}档` })),
    10,
  ],
  ['none of a table with a label above its levels', [{ label: '低' }, { label: '高' }, { label: '最高' }], undefined],
  ['none of a table with a label among its gears', [{ label: '1档' }, { label: '2档' }, { label: 'MAX' }], undefined],
  ['none of a table with a label among its amounts', [{ amount: 1 }, { amount: 2 }, { label: '强劲' }], undefined],
  ['none of a table with off and one level', [{ label: '开' }, { label: '关' }], undefined],
  ['none of a table with one amount beside the smart loop', [{ amount: 3000 }, { name: 'smart-loop' }], undefined],
] as const)('The strongest option is %s', (_, options, strongest) => {
  const table = options.map((option, index) => ({ code: index + 1, ...option }));
  expect(strongestOf(table)).toBe(strongest);
});

test.each([
  ['whose weakest voltage is strong as well', [10_000, 11_000, 12_000]],
  ['that has the weakest voltage already', [11_000, 11_500]],
])('A strong treatment %s has no gentler one', (_, amounts) => {
  const tables = tablesOf({ tables: { voltage: amounts.map((amount, index) => ({ code: index + 5, amount })) } });
  const bio = presetOf('bio', tables);
  expect([isStrong(bio, tables), gentlerOf(bio, tables)]).toEqual([true, undefined]);
});

test('The gentler settings never turn the voltage off', () => {
  const voltage = [0, 3000, 11_000].map((amount, index) => ({ code: index + 4, amount }));
  const tables = tablesOf({ tables: { voltage } });
  expect(gentlerOf(presetOf('bio', tables), tables)?.voltage).toBe(5);
});

test('No amount of a table is above the amount of its strongest option, whatever their order', () => {
  const table = uniqueArray(record({ code: integer({ min: 1 }), amount: integer({ min: 1 }) }), {
    minLength: 2,
    selector: ({ code }) => code,
  });
  assert(
    property(table, (options) => {
      const strongest = options.find(({ code }) => code === strongestOf(options));
      expect(strongest?.amount).toBe(Math.max(...options.map(({ amount }) => amount)));
    }),
  );
});

test('A treatment of three hours or more counts as long', () => {
  expect([isLong({ workMinutes: 60 }), isLong({ workMinutes: 180 }), isLong({ workMinutes: 510 })]).toEqual([
    false,
    true,
    true,
  ]);
});
