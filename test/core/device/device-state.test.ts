import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceStateAnswer, stateOfAttributes } from '../../../src/core/device/api.ts';
import {
  afterReport,
  type DeviceState,
  mergeState,
  rests,
  runs,
  withoutKeptStrength,
} from '../../../src/core/device/device-state.ts';

const states: fc.Arbitrary<DeviceState> = fc
  .record(
    {
      on: fc.boolean(),
      function: fc.constantFrom('bio' as const, 'light' as const, 'sleep' as const, 'none' as const),
      auxiliary: fc.constantFrom('infrared' as const, 'quantum' as const, 'none' as const),
      voltage: fc.nat(8),
      workMinutes: fc.nat(510),
      usedMinutes: fc.nat(510),
    },
    { requiredKeys: [] },
  )
  .map(withoutKeptStrength);

describe('mergeState', () => {
  test('A partial report changes what it contains and the strength that its function does not have, and nothing else', () => {
    fc.assert(
      fc.property(states, states, (state, report) => {
        const merged = mergeState(state, report);
        expect(merged).toEqual(withoutKeptStrength({ ...state, ...report }));
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

describe('A value that is sent and cannot be read', () => {
  const RUN: DeviceState = { on: true, function: 'bio', auxiliary: 'infrared', voltage: 6, infraredLevel: 2 };

  test.each([
    ['a text that no table contains', { Grade: '极高' }, 'infraredLevel'],
    ['a function by a word that this program does not know', { Function: '磁疗' }, 'function'],
    ['a number beyond the range', { Voltage: 256 }, 'voltage'],
    ['a wrong type', { Freq: { code: 3 } }, 'frequency'],
    ['a frequency that the device does not have', { Freq: 0 }, 'frequency'],
    ['a waveform that the device does not have', { Wave: '0' }, 'waveform'],
    ['a switch that is neither on nor off', { OnOff: 7 }, 'on'],
    ['minutes beyond a day', { WortTime: 1_441 }, 'workMinutes'],
    ['the capitalised spelling beside a readable one', { UseTime: '??', useTime: 3 }, 'usedMinutes'],
  ])('A report names %s as unreadable', (_, attributes, name) => {
    const report = stateOfAttributes(attributes);
    expect(report.unreadable).toEqual([name]);
    expect(report[name as keyof DeviceState]).toBeUndefined();
  });

  test.each([[{}], [{ Grade: null, grade: '' }], [{ Grade: null, grade: 2 }]])(
    'A report in which a value is left out, null or empty has no unreadable value: %j',
    (attributes) => {
      expect(stateOfAttributes(attributes).unreadable).toBeUndefined();
    },
  );

  test('A value that was known is unknown after a report in which it cannot be read, until one in which it can', () => {
    const unread = mergeState(RUN, stateOfAttributes({ Grade: '极高' }));
    expect(unread).toEqual({ ...RUN, infraredLevel: undefined, unreadable: ['infraredLevel'] });
    expect(mergeState(unread, stateOfAttributes({ Grade: null, Voltage: 6 }))).toEqual(unread);
    expect(mergeState(unread, stateOfAttributes({ Grade: 3 }))).toEqual({ ...RUN, infraredLevel: 3 });
  });

  test('A code of 0 is read where a table of the shop has it', () => {
    const options = [{ code: 0, label: '连续' }];
    const answer = deviceStateAnswer().answerIn({ tables: { frequency: options, waveform: options } });
    expect(stateOfAttributes({ Freq: 0, Wave: '连续' }, answer)).toMatchObject({ frequency: 0, waveform: 0 });
  });

  test('A state with an unreadable value leaves that value unknown in the state that takes it over', () => {
    const unread = mergeState(RUN, stateOfAttributes({ Grade: '极高' }));
    expect(mergeState({ infraredLevel: 4 }, unread).infraredLevel).toBeUndefined();
  });

  test('A device whose switch cannot be read is neither at rest nor running', () => {
    for (const state of [RUN, { ...RUN, workMinutes: 0 }, { ...RUN, on: false }]) {
      const unread = afterReport(state, stateOfAttributes({ OnOff: '待机' }));
      expect([unread.on, runs(unread), rests(unread)]).toEqual([undefined, false, false]);
    }
    const unread = stateOfAttributes({ OnOff: '待机', WortTime: 0 });
    expect([runs(unread), rests(unread)]).toEqual([false, false]);
  });

  test('Nothing of a run that had ended is kept when the switch of its device cannot be read', () => {
    const unread = afterReport({ ...RUN, on: false, remainingUses: 3 }, stateOfAttributes({ OnOff: '待机' }));
    expect(afterReport(unread, stateOfAttributes({ OnOff: 1 }))).toEqual({ on: true, remainingUses: 3 });
  });

  test('Nothing of a run is kept when the function of its device has become another one that cannot be read', () => {
    expect(afterReport(RUN, stateOfAttributes({ Function: '磁疗' }))).toEqual({ on: true, unreadable: ['function'] });
    const unread = afterReport(RUN, stateOfAttributes({ OnOff: '待机' }));
    expect(afterReport(unread, stateOfAttributes({ OnOff: 1, Function: 2 }))).toEqual({ on: true, function: 'light' });
  });
});

describe('stateOfAttributes', () => {
  test('Both spellings of a report mean the same', () => {
    const large = stateOfAttributes({
      Function: 1,
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
      function: '1',
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
      function: 'bio',
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

  test('Both spellings of a report mean the same if the device’s cloud sends texts instead of codes', () => {
    const words = {
      Function: '生物电',
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
      function: 'bio',
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
      Object.entries({ ...words, OnOff: true, Function: 'bio', SubFunction: 'infrared' }).map(([name, value]) => [
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

  test.each([
    ['light', { Function: '高光波' }],
    ['sleep', { function: 3 }],
  ])('A strength that a device keeps is none of its %s treatment, in a report and in a push', (name, attributes) => {
    const kept = { Voltage: 6, Freq: 3, Wave: 2 };
    const values = ({ function: therapy, voltage, frequency, waveform }: DeviceState) => [
      therapy,
      voltage,
      frequency,
      waveform,
    ];
    const report = stateOfAttributes({ ...kept, ...attributes });
    expect(values(report)).toEqual([name, undefined, undefined, undefined]);
    expect(values(mergeState(report, stateOfAttributes(kept)))).toEqual([name, undefined, undefined, undefined]);
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
