import { assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { offLevelOf, optionOf, STANDARD_TABLES, tablesOf, type TableOption } from '../../../src/core/device/tables.ts';
import { fitted } from '../../../src/core/treatment/settings/fitted.ts';
import { customDefault, presetOf, replacementsIn, withFunction } from '../../../src/core/treatment/settings/presets.ts';
import { runsAsAsked } from '../../../src/core/treatment/settings/settings.ts';

const OPERATORS = tablesOf({
  tables: {
    minutes: [10, 20],
    voltage: [
      { code: 1, amount: 3000 },
      { code: 2, amount: 4000 },
    ],
    infrared: [
      { code: 1, label: '弱' },
      { code: 2, label: '强' },
    ],
  },
});

describe('fitted', () => {
  test('The standard tables offer every value of the presets and of the custom default', () => {
    expect(replacementsIn(STANDARD_TABLES)).toEqual([]);
  });

  test('A value that the operator does not offer is replaced by the nearest amount, or the nearest code without amounts', () => {
    expect(presetOf('bio', OPERATORS)).toMatchObject({ workMinutes: 20, voltage: 2, infraredLevel: 2 });
    expect(customDefault(OPERATORS)).toMatchObject({ workMinutes: 20, voltage: 2, auxiliary: 'none' });
    expect(presetOf('sleep', OPERATORS)).toMatchObject({ workMinutes: 20 });
    expect(withFunction({ workMinutes: 10, auxiliary: 'none' }, 'bio', OPERATORS)).toMatchObject({ voltage: 2 });
  });

  test('Of two equally near values the lower is taken', () => {
    const tables = tablesOf({ tables: { minutes: [40, 20] } });
    expect(fitted({ auxiliary: 'none', workMinutes: 30 }, tables).workMinutes).toBe(20);
  });

  test('A code without a known amount becomes the lowest amount', () => {
    expect(fitted({ auxiliary: 'none', workMinutes: 20, voltage: 8 }, OPERATORS).voltage).toBe(1);
  });

  test('The strength of a mode does not become the smart loop of a shop that names its voltages by gears', () => {
    const gears = ['一档', '二档', '三档'].map((label, index) => ({ code: index + 1, label }));
    const loop = { code: 8, name: 'smart-loop' } as const;
    expect(presetOf('bio', tablesOf({ tables: { voltage: [...gears, loop] } })).voltage).toBe(3);
    expect(presetOf('bio', tablesOf({ tables: { voltage: [loop] } })).voltage).toBe(8);
  });

  test('A value whose table is empty is left out, and infrared without a level to choose is off', () => {
    const tables = tablesOf({ tables: { waveform: [], infrared: [{ code: 1, name: 'off' }] } });
    expect(customDefault(tables).waveform).toBeUndefined();
    expect(presetOf('light', tables)).toMatchObject({ auxiliary: 'none', infraredLevel: 1 });
  });

  test('Infrared at its level off is no auxiliary function', () => {
    const settings = { auxiliary: 'infrared', infraredLevel: 1, workMinutes: 30 } as const;
    expect(fitted(settings, STANDARD_TABLES)).toMatchObject({ auxiliary: 'none', infraredLevel: 1 });
    expect(offLevelOf([{ code: 7, label: '关' }])).toBe(7);
  });

  test('Every value of fitted settings is in its table, whatever the tables and the settings', () => {
    const table = uniqueArray(record({ code: integer({ min: 0, max: 20 }), amount: integer({ min: 0, max: 9_000 }) }), {
      selector: ({ code }) => code,
      maxLength: 5,
    });
    const any = record({
      minutes: uniqueArray(integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 5 }),
      voltage: table,
      frequency: table,
      waveform: table,
      infrared: table,
      auxiliary: constantFrom('none', 'infrared', 'quantum'),
      code: integer({ min: 0, max: 20 }),
    });
    assert(
      property(any, ({ minutes, voltage, frequency, waveform, infrared, auxiliary, code }) => {
        const tables = tablesOf({ tables: { minutes, voltage, frequency, waveform, infrared } });
        const chosen = fitted(
          { auxiliary, workMinutes: code, voltage: code, frequency: code, waveform: code, infraredLevel: code },
          tables,
        );
        const offers = (options: readonly TableOption[], value: number | undefined) =>
          value === undefined || optionOf(options, value) !== undefined;
        expect(minutes).toContain(chosen.workMinutes);
        for (const name of ['voltage', 'frequency', 'waveform'] as const)
          expect([name, chosen[name], offers(tables[name], chosen[name])]).toEqual([name, chosen[name], true]);
        expect(offers(infrared, chosen.infraredLevel)).toBe(true);
        expect(fitted(chosen, tables)).toEqual(chosen);
      }),
    );
  });

  test('What the tables replace is listed with the mode', () => {
    expect(replacementsIn(OPERATORS, ['sleep', 'light'])).toEqual([
      { mode: 'light', setting: 'workMinutes', from: 30, to: 20 },
      { mode: 'light', setting: 'infraredLevel', from: 4, to: 2 },
      { mode: 'sleep', setting: 'workMinutes', from: 180, to: 20 },
    ]);
  });
});

describe('runsAsAsked: the auxiliary function', () => {
  const off = customDefault(STANDARD_TABLES);

  test('Infrared that was to be off does not run as asked at any level but off', () => {
    expect(runsAsAsked(off, { auxiliary: 'infrared', infraredLevel: 4 })).toBe(false);
    expect(runsAsAsked(off, { auxiliary: 'infrared' })).toBe(false);
    expect(runsAsAsked(off, { auxiliary: 'other' })).toBe(false);
    expect(runsAsAsked(off, { auxiliary: 'infrared', infraredLevel: 1 })).toBe(true);
    expect(runsAsAsked(off, { auxiliary: 'none', infraredLevel: 4 })).toBe(true);
    expect(runsAsAsked(off, {})).toBe(true);
  });

  test('The level counts where infrared was asked for', () => {
    const bio = presetOf('bio', STANDARD_TABLES);
    expect(runsAsAsked(bio, { auxiliary: 'infrared', infraredLevel: 4 })).toBe(true);
    expect(runsAsAsked(bio, { auxiliary: 'infrared', infraredLevel: 2 })).toBe(false);
    expect(runsAsAsked(bio, { auxiliary: 'none' })).toBe(false);
  });
});
