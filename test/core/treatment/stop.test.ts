import { expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import type { DeviceState } from '../../../src/core/device/device-state.ts';
import { Problem } from '../../../src/core/problem.ts';
import {
  afterAnswer,
  isRestNews,
  saidOnlyRest,
  showsRest,
  waitBeforeStop,
} from '../../../src/core/treatment/stop/stop.ts';

const RUNS: DeviceState = { on: true, workMinutes: 30 };
const RESTS: DeviceState = { on: false };
const LOST = new Problem('timeout');

test.each([
  [-MINUTE, 5 * SECOND],
  [0, 5 * SECOND],
  [4_999, 1],
  [5 * SECOND, 0],
  [undefined, 0],
])('A stop %s ms after the start waits %s ms', (elapsed, ms) => {
  expect(waitBeforeStop(elapsed)).toBe(ms);
});

test.each<[string, { reported: boolean; isRecordOld: boolean }, (DeviceState | Problem)[], boolean, boolean]>([
  ['a report of rest', { reported: true, isRecordOld: false }, [RUNS, RESTS], true, false],
  ['no report', { reported: true, isRecordOld: false }, [LOST], false, false],
  ['rest before any report of the start', { reported: false, isRecordOld: false }, [RESTS, RESTS], false, false],
  ['rest after the first report of the start', { reported: false, isRecordOld: false }, [RUNS, RESTS], true, false],
  ['rest in a record from before the run', { reported: true, isRecordOld: true }, [RESTS, RESTS], false, true],
  ['rest in such a record, which fails once', { reported: true, isRecordOld: true }, [RESTS, LOST], false, false],
  [
    'rest after such a record has shown the run',
    { reported: true, isRecordOld: true },
    [RESTS, RUNS, RESTS],
    true,
    false,
  ],
])('After an accepted stop, %s proves as much as it can', (_, first, answers, isAtOnce, isAtTheEnd) => {
  const heard = answers.reduce(afterAnswer, first);
  const last = answers.at(-1);
  const isShown = last !== undefined && !(last instanceof Problem) && showsRest(heard, last);
  expect([isShown, saidOnlyRest(heard)]).toEqual([isAtOnce, isAtTheEnd]);
});

test.each<[string, boolean, boolean, boolean, Problem, boolean]>([
  ['a refused stop of a device that ran', false, true, false, new Problem('refused'), true],
  ['a lost stop of a device that ran', false, true, false, LOST, true],
  ['a lost stop of a device whose record is old', false, true, true, LOST, false],
  ['a refused stop of a device that rested', true, false, false, new Problem('refused'), true],
  ['a lost stop of a device that rested', true, false, false, LOST, false],
  ['a refused stop of an unknown device', false, false, false, new Problem('refused'), false],
])('A report of rest after %s counts only as news', (_, wasIdle, wasSeenRunning, isRecordOld, problem, isNews) => {
  expect(isRestNews({ wasIdle, wasSeenRunning, heard: { reported: true, isRecordOld } }, problem)).toBe(isNews);
});
