import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stateOfAttributes } from '../../../src/core/device/api.ts';
import { type DeviceState, mergeState } from '../../../src/core/device/device-state.ts';

const states: fc.Arbitrary<DeviceState> = fc.record(
  {
    on: fc.boolean(),
    function: fc.constantFrom('bio' as const, 'light' as const, 'sleep' as const, 'none' as const),
    auxiliary: fc.constantFrom('infrared' as const, 'quantum' as const, 'none' as const),
    voltage: fc.nat(8),
    workMinutes: fc.nat(510),
    usedMinutes: fc.nat(510),
  },
  { requiredKeys: [] },
);

describe('mergeState', () => {
  test('A partial report changes what it contains and nothing else', () => {
    fc.assert(
      fc.property(states, states, (state, report) => {
        const merged = mergeState(state, report);
        expect(merged).toEqual({ ...state, ...report });
        expect(mergeState(merged, report)).toEqual(merged);
      }),
    );
  });

  test('An empty report changes nothing', () => {
    fc.assert(
      fc.property(states, (state) => {
        const emptyReport = Object.fromEntries(
          ['on', 'function', 'voltage', 'usedMinutes'].map((name) => [name, undefined]),
        );
        expect(mergeState(state, emptyReport)).toEqual(state);
      }),
    );
  });
});

describe('stateOfAttributes', () => {
  test('Both spellings of a report mean the same', () => {
    const large = stateOfAttributes({
      Function: 2,
      SubFunction: 2,
      OnOff: 1,
      Voltage: 6,
      Freq: 3,
      Wave: 2,
      Grade: 4,
      WortTime: 30,
      UseTime: 7,
      UseNum: 5,
    });
    const small = stateOfAttributes({
      function: '2',
      subFunction: '2',
      onOff: true,
      voltage: '6',
      freq: 3,
      wave: 2,
      grade: 4,
      workTime: '30',
      useTime: 7,
      useNum: 5,
    });
    expect(large).toEqual(small);
    expect(large).toEqual({
      on: true,
      function: 'light',
      auxiliary: 'quantum',
      voltage: 6,
      frequency: 3,
      waveform: 2,
      infraredLevel: 4,
      workMinutes: 30,
      usedMinutes: 7,
      remainingUses: 5,
    });
  });

  // covers 4.channel.10a
  test('Both spellings of a report mean the same if the device’s cloud sends texts instead of codes', () => {
    const words = {
      Function: '高光波',
      SubFunction: '红外',
      OnOff: '开',
      Voltage: '11000V',
      Freq: '52Hz',
      Wave: '波形二',
      Grade: '高',
      WortTime: '30',
      UseTime: '7',
    };
    const state = {
      on: true,
      function: 'light',
      auxiliary: 'infrared',
      voltage: 6,
      frequency: 3,
      waveform: 2,
      infraredLevel: 4,
      workMinutes: 30,
      usedMinutes: 7,
    };
    expect(stateOfAttributes(words)).toMatchObject(state);
    const small = Object.fromEntries(
      Object.entries({ ...words, OnOff: true, Function: 'light', SubFunction: 'infrared' }).map(([name, value]) => [
        name === 'WortTime' ? 'workTime' : name.charAt(0).toLowerCase() + name.slice(1),
        value,
      ]),
    );
    expect(stateOfAttributes(small)).toMatchObject(state);
    expect(stateOfAttributes({ OnOff: '关', SubFunction: '无', Voltage: '智能循环', Grade: '关' })).toMatchObject({
      on: false,
      auxiliary: 'none',
      voltage: 8,
      infraredLevel: 1,
    });
  });

  test('A text that no table contains is read as unknown, and the other fields are read', () => {
    expect(stateOfAttributes({ Function: '强力', Wave: 'toString', OnOff: 1, UseTime: 3 })).toMatchObject({
      on: true,
      function: undefined,
      waveform: undefined,
      usedMinutes: 3,
    });
  });

  test('A field that a report does not contain is unknown', () => {
    expect(Object.values(stateOfAttributes({ UseTime: 3 })).filter((value) => value !== undefined)).toEqual([3]);
  });

  test('A zero in a report is a value, not a missing field', () => {
    expect(stateOfAttributes({ OnOff: 0, WortTime: 0, Function: 0, SubFunction: 0 })).toMatchObject({
      on: false,
      workMinutes: 0,
      function: 'none',
      auxiliary: 'none',
    });
  });
});

test('A push with random content is decoded without an error', () => {
  const codes = fc.dictionary(
    fc.constantFrom('Function', 'OnOff', 'WortTime', '__proto__', 'constructor', 'x'),
    fc.anything(),
  );
  fc.assert(
    fc.property(codes, (attributes) => {
      const { on, workMinutes } = stateOfAttributes(attributes);
      expect(on === undefined || typeof on === 'boolean').toBe(true);
      expect(workMinutes === undefined || Number.isFinite(workMinutes)).toBe(true);
    }),
  );
  expect({}).not.toHaveProperty('x');
});
