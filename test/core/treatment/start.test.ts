import { describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import { STANDARD_TABLES } from '../../../src/core/device/tables.ts';
import { NO_TREATMENTS } from '../../../src/core/treatment/records/treatment-records.ts';
import { presetOf } from '../../../src/core/treatment/settings/presets.ts';
import { obstacleAtTap, startToSend } from '../../../src/core/treatment/start/start.ts';

const NOW = Date.UTC(2026, 2, 2);
const start = { sno: 'DEV0001', settings: presetOf('bio', STANDARD_TABLES) };
test.each<[string, number, boolean, string | undefined]>([
  ['fourteen seconds ago and has not reported', 14 * SECOND, false, 'already-running'],
  ['fifteen seconds ago and has not reported', 15 * SECOND, false, undefined],
  ['a second ago and has run', SECOND, true, undefined],
])('A tap on a device that was started here %s is judged before any request', (_, ago, ran, kind) => {
  const started = { DEV0001: { sno: 'DEV0001', at: NOW - ago, state: {}, ran } };
  const obstacle = obstacleAtTap(start, undefined, { records: { ...NO_TREATMENTS, started }, now: NOW });
  expect(obstacle?.kind).toBe(kind);
});

describe('The key of a start', () => {
  const earlier = { ...start, key: 'old', at: NOW - MINUTE, tries: 1 };

  test.each([
    ['repeats an earlier one with the same settings', earlier, 'old', 2],
    ['has no earlier one', undefined, 'new', 1],
    ['follows one from two minutes before', { ...earlier, at: NOW - 2 * MINUTE }, 'new', 1],
    ['has other settings', { ...earlier, settings: presetOf('sleep', STANDARD_TABLES) }, 'new', 1],
    ['follows one of unknown settings', { ...earlier, settings: undefined }, 'new', 1],
  ])('A start that %s', (_, before, key, tries) => {
    expect(startToSend(start, before, 'new', NOW)).toMatchObject({ key, tries });
  });
});
