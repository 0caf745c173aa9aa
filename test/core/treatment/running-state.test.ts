import { describe, expect, test } from 'vitest';
import type { DeviceStatus } from '../../../src/core/device/device.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import { MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import { isSameRun, runningState } from '../../../src/core/treatment/running-state.ts';
import {
  NO_TREATMENTS,
  type ByDevice,
  type TreatmentRecords,
} from '../../../src/core/treatment/records/treatment-records.ts';
import type { StartedTreatment } from '../../../src/core/treatment/treatment.ts';

const NOW = 1_772_413_200_000;
const asked: DeviceState = { on: true, function: 'bio', workMinutes: 30 };
const off: DeviceState = { on: false, workMinutes: 30 };
const on = (fields: DeviceState = {}): DeviceState => ({ ...asked, usedMinutes: 0, ...fields });

const onDevice = <Entry>(entry: Entry) => ({ DEV0001: entry }) as ByDevice<Entry>;
const started = (ago: number, ran?: boolean): TreatmentRecords => ({
  ...NO_TREATMENTS,
  started: onDevice({ sno: 'DEV0001', at: NOW - ago, state: asked, ran }),
});
/** The device had pushed its run when the server's record did not show it. */
const pushed = (ago: number, more: Partial<StartedTreatment> = {}): TreatmentRecords => ({
  ...NO_TREATMENTS,
  started: onDevice({ sno: 'DEV0001', at: NOW - ago, state: asked, ran: true, unrecorded: true, ...more }),
});
const sent = (ago: number): TreatmentRecords => ({
  ...NO_TREATMENTS,
  pendingStarts: onDevice({
    sno: 'DEV0001',
    at: NOW - ago,
    key: 'k',
    settings: { function: 'bio', auxiliary: 'none', workMinutes: 30 },
  }),
});
const sentAfter = (before: TreatmentRecords): TreatmentRecords => ({
  ...before,
  pendingStarts: sent(SECOND).pendingStarts,
});
const stopped = (ago: number): TreatmentRecords => ({ ...NO_TREATMENTS, stoppedAt: onDevice(NOW - ago) });

/** What the phone has done, the server's word, the report and its age, and the answer. */
type Row = readonly [string, TreatmentRecords, DeviceStatus | undefined, DeviceState | undefined, number, string];

const NOTHING_KNOWN: readonly Row[] = [
  ['the check says so and the report too', NO_TREATMENTS, 'working', on(), 0, 'running'],
  ['the check says so and an old report says off', NO_TREATMENTS, 'working', off, 0, 'starting'],
  ['the check says so and nothing is reported', NO_TREATMENTS, 'working', undefined, 0, 'starting'],
  ['the check says so after a stop', stopped(20 * SECOND), 'working', off, 0, 'starting'],
  ['it is offline and its past is a run', NO_TREATMENTS, 'offline', on(), 0, 'unknown'],
  ['it is offline and its past is rest', NO_TREATMENTS, 'offline', off, 0, 'unknown'],
  ['it is free and off', NO_TREATMENTS, 'free', off, 0, 'at-rest'],
  ['it is on with no minutes left', NO_TREATMENTS, 'free', on({ workMinutes: 0 }), 0, 'at-rest'],
  ['it is free and reports nothing', NO_TREATMENTS, 'free', undefined, 0, 'unknown'],
  ['it reports something else', NO_TREATMENTS, 'free', { workMinutes: 30 }, 0, 'unknown'],
  ['the check has an unknown word and it is off', NO_TREATMENTS, undefined, off, 0, 'unknown'],
  ['the check has an unknown word and it runs', NO_TREATMENTS, undefined, on(), 0, 'unknown'],
  ['somebody else started it', NO_TREATMENTS, 'used', on(), 0, 'not-mine'],
  ['somebody else started it and no report shows it', NO_TREATMENTS, 'used', off, 0, 'not-mine'],
  ['somebody else started it and nothing is reported', NO_TREATMENTS, 'used', undefined, 0, 'not-mine'],
  ['it is leased and runs', NO_TREATMENTS, 'using', on(), 0, 'unknown'],
  ['it is locked and runs', NO_TREATMENTS, 'locked', on(), 0, 'unknown'],
  ['it is free and runs', NO_TREATMENTS, 'free', on(), 0, 'unknown'],
];

const STARTED_HERE: readonly Row[] = [
  ['a report from before the start says off', started(5 * MINUTE), 'free', off, 6 * MINUTE, 'starting'],
  ['a start 20 s ago, the check says so', started(20 * SECOND), 'working', off, 0, 'starting'],
  ['a start 10 s ago, it is free and off', started(10 * SECOND), 'free', off, 0, 'starting'],
  ['a start 20 s ago, it is free and off', started(20 * SECOND), 'free', off, 0, 'at-rest'],
  ['a start 20 s ago, an unknown word and off', started(20 * SECOND), undefined, off, 0, 'unknown'],
  ['no report since the start', started(20 * SECOND), 'free', undefined, 0, 'starting'],
  ['it ran and is off 10 s after its start', started(10 * SECOND, true), 'free', off, 0, 'at-rest'],
  ['it pushed its run and is off 50 s after its start', pushed(50 * SECOND), 'using', off, 0, 'unknown'],
  ['it pushed its run and is off a minute after its start', pushed(MINUTE), 'using', off, 0, 'at-rest'],
  ['it pushed its run, and its rest was seen', pushed(20 * SECOND, { rested: true }), 'using', off, 0, 'at-rest'],
  ['an unknown word and it runs on', started(5 * MINUTE, true), undefined, on({ usedMinutes: 5 }), 0, 'running'],
  ['others lease it and it runs on', started(5 * MINUTE, true), 'using', on({ usedMinutes: 5 }), 0, 'running'],
  ['it is locked and runs on', started(5 * MINUTE, true), 'locked', on({ usedMinutes: 5 }), 0, 'running'],
  ['it ran and counts three minutes ahead', started(20 * MINUTE, true), 'using', on({ usedMinutes: 23 }), 0, 'running'],
  [
    'it ran and counts ten minutes ahead',
    started(5 * MINUTE, true),
    'using',
    on({ usedMinutes: 15 }),
    0,
    'another-run',
  ],
  ['it counts three minutes ahead', started(20 * MINUTE), 'using', on({ usedMinutes: 23 }), 0, 'another-run'],
  ['it is locked and another run', started(25 * MINUTE, true), 'locked', on({ usedMinutes: 4 }), 0, 'another-run'],
  ['it is free and runs otherwise', started(5 * MINUTE), 'free', on({ function: 'sleep' }), 0, 'another-run'],
  ['it is leased with other minutes', started(5 * MINUTE), 'using', on({ workMinutes: 60 }), 0, 'another-run'],
  ['somebody else started another run', started(5 * MINUTE), 'used', on({ function: 'sleep' }), 0, 'not-mine'],
  ['somebody else started it', started(5 * MINUTE, true), 'used', on({ usedMinutes: 5 }), 0, 'not-mine'],
  ['somebody else started it since, and nothing is reported', started(5 * MINUTE), 'used', undefined, 0, 'not-mine'],
  ['somebody else started it a moment ago', started(10 * SECOND), 'used', undefined, 0, 'starting'],
  ['it was started two hours ago', started(120 * MINUTE, true), 'using', on({ usedMinutes: 4 }), 0, 'unknown'],
  ['an unknown word and another run', started(25 * MINUTE, true), undefined, on({ usedMinutes: 4 }), 0, 'unknown'],
  ['an unknown word and another mode', started(MINUTE), undefined, on({ function: 'sleep' }), 0, 'another-run'],
];

const uncounted = on({ usedMinutes: undefined });
const WITHOUT_A_COUNT: readonly Row[] = [
  ['a minute after the start, an unknown word', started(MINUTE), undefined, uncounted, 0, 'running'],
  ['five minutes after the start, an unknown word', started(5 * MINUTE), undefined, uncounted, 0, 'unknown'],
  ['it ran, five minutes after, an unknown word', started(5 * MINUTE, true), undefined, uncounted, 0, 'unknown'],
  ['five minutes after the start, nobody else', started(5 * MINUTE), 'free', uncounted, 0, 'running'],
  ['a minute after the start, somebody else', started(MINUTE), 'used', uncounted, 0, 'not-mine'],
];

const ASKED_FOR: readonly Row[] = [
  ['an older report says off', sent(20 * SECOND), 'free', off, 30 * SECOND, 'unknown'],
  ['a younger report says off', sent(20 * SECOND), 'free', off, 0, 'at-rest'],
  ['the check says so', sent(20 * SECOND), 'working', off, 0, 'starting'],
  ['it runs as asked and is called free', sent(20 * SECOND), 'free', on(), 0, 'unknown'],
  ['it runs otherwise and is called free', sent(20 * SECOND), 'free', on({ function: 'sleep' }), 0, 'another-run'],
  ['it was stopped after the report', stopped(SECOND), undefined, on(), 2 * SECOND, 'unknown'],
  ['after a start that none has shown, none is reported', sentAfter(started(MINUTE)), 'free', undefined, 0, 'unknown'],
];

describe('runningState', () => {
  test.each([...NOTHING_KNOWN, ...STARTED_HERE, ...WITHOUT_A_COUNT, ...ASKED_FOR])(
    '%s',
    (_, records, status, state, age, kind) => {
      const report = state && { state, at: NOW - age };
      expect(runningState('DEV0001', { status, report }, records, NOW).kind).toBe(kind);
    },
  );

  test('A run that a stop from here did not end bars nothing for ten minutes if the server says that nobody runs it', () => {
    const unconfirmed = (ago: number) => ({ ...NO_TREATMENTS, stopUnconfirmedAt: onDevice(NOW - ago) });
    const seen = (status: DeviceStatus | undefined, ago: number) =>
      runningState('DEV0001', { status, report: { state: on(), at: NOW } }, unconfirmed(ago), NOW);
    expect(seen('free', 9 * MINUTE)).toEqual({ kind: 'unknown', mayRun: false });
    expect([seen('free', 11 * MINUTE).state, seen(undefined, 0).state]).toEqual([on(), on()]);
    expect([seen('used', 0).kind, seen('working', 0).kind]).toEqual(['not-mine', 'running']);
  });

  test('Only a report is shown as the state of a run, and only the settings asked for as those of a start', () => {
    const report = { state: on({ function: 'sleep', workMinutes: 180 }), at: NOW };
    const ofOurs = started(MINUTE);
    expect(runningState('DEV0001', { status: 'working', report }, ofOurs, NOW).state).toBe(report.state);
    expect(runningState('DEV0001', { status: 'working' }, ofOurs, NOW).state).toBe(asked);
    expect(runningState('DEV0001', { status: 'working' }, NO_TREATMENTS, NOW).state).toEqual({});
    const old = { state: on(), at: NOW - 2 * SECOND };
    expect(runningState('DEV0001', { report: old }, stopped(SECOND), NOW).state).toBeUndefined();
  });
});

test('A start without an answer has its own settings, not those of the treatment before it', () => {
  const before = started(20 * MINUTE, true);
  const light = { function: 'light', auxiliary: 'none', workMinutes: 60 } as const;
  const start = { sno: 'DEV0001', at: NOW - 20 * SECOND, key: 'k' };
  const state = (settings?: typeof light) => {
    const records = { ...before, pendingStarts: onDevice({ ...start, settings }) };
    return runningState('DEV0001', { status: 'working', report: { state: off, at: NOW } }, records, NOW).state;
  };
  expect([state(light), state()]).toEqual([light, {}]);
});

describe('isSameRun', () => {
  const treatment = { at: NOW - 10 * MINUTE, state: asked };
  test.each([
    ['as counted', on({ usedMinutes: 10 }), true],
    ['a minute not yet counted', on({ usedMinutes: 9 }), true],
    ['two minutes earlier', on({ usedMinutes: 12 }), true],
    ['three minutes earlier', on({ usedMinutes: 13 }), false],
    ['begun again', on({ usedMinutes: 4 }), false],
    ['another mode', on({ function: 'sleep', usedMinutes: 10 }), false],
    ['other minutes', on({ workMinutes: 60, usedMinutes: 10 }), false],
    ['a mode that is not reported', { on: true, usedMinutes: 10 }, true],
    ['no count', on({ usedMinutes: undefined }), undefined],
  ])('%s', (_, state, expected) => {
    expect(isSameRun(treatment, { state, at: NOW })).toBe(expected);
  });

  test('Quantum is a mode of its own, although it has no function', () => {
    const quantum = { at: NOW, state: { auxiliary: 'quantum' as const, workMinutes: 30 } };
    expect(isSameRun(quantum, { state: on(), at: NOW })).toBe(false);
  });

  test('Quantum sends no function, so one that the device keeps from before does not contradict it', () => {
    const quantum = { at: NOW, state: { auxiliary: 'quantum' as const, workMinutes: 30 } };
    expect(isSameRun(quantum, { state: on({ auxiliary: 'quantum' }), at: NOW })).toBe(true);
  });
});
