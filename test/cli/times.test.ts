import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeviceSnapshot } from '../../src/core/device/follow/follow-device.ts';
import type { DeviceGoal } from '../../src/core/treatment/follow/wait-for-device.ts';
import { Problem } from '../../src/core/problem.ts';
import { DAY, instantFrom, MINUTE, SECOND } from '../../src/core/basics/time.ts';
import { nextSighting, waitingText } from '../../src/cli/commands/device/wait.ts';
import { secondsLeft } from '../../src/cli/output/countdown.ts';
import {
  ageOrTime,
  ageText,
  dayAndSecond,
  dayAndTime,
  endText,
  recentAge,
  timeAndAge,
  until,
} from '../../src/cli/words/format.ts';

const NOW = Date.parse('2026-11-22T21:05:07+08:00');
const HOUR = 60 * MINUTE;
const RUNNING = { on: true, function: 'bio', usedMinutes: 2, workMinutes: 30 } as const;
const plausible = fc.integer({ min: Date.parse('2000-01-02'), max: Date.parse('2100-01-01') });

describe('times in China', () => {
  test('A time names the zone, and an unknown time is empty', () => {
    expect([dayAndTime(NOW), dayAndSecond(NOW), dayAndTime(undefined)]).toEqual([
      '2026-11-22 21:05 +08:00',
      '2026-11-22 21:05:07 +08:00',
      undefined,
    ]);
  });

  test('A printed time reads back as the same minute or second, whatever the zone of this computer', () => {
    fc.assert(
      fc.property(plausible, (at) => {
        expect(instantFrom(String(dayAndTime(at)))).toBe(Math.floor(at / MINUTE) * MINUTE);
        expect(instantFrom(dayAndSecond(at))).toBe(Math.floor(at / SECOND) * SECOND);
      }),
    );
  });
});

describe('ages', () => {
  test.each([
    [0, 'just now'],
    [9_999, 'just now'],
    [10_000, '10 s ago'],
    [MINUTE - 1, '59 s ago'],
    [MINUTE, '1 min ago'],
    [HOUR - 1, '59 min ago'],
    [HOUR, '1 h ago'],
    [DAY - 1, '23 h ago'],
    [DAY, '1 day ago'],
    [2 * DAY, '2 days ago'],
    [30 * DAY - 1, '29 days ago'],
    [30 * DAY, undefined],
    [-1, 'just now'],
    [-MINUTE, 'just now'],
    [-MINUTE - 1, undefined],
    [-9 * HOUR, undefined],
  ])('A time that is %i ms old is %s', (ms, text) => {
    expect(ageText(NOW - ms, NOW)).toBe(text);
  });

  test('An age is never negative and never above the next unit, and never shrinks as time passes', () => {
    const units = { s: SECOND, min: MINUTE, h: HOUR, day: DAY, days: DAY };
    const inMs = (text: string | undefined): number | undefined => {
      const [, count, unit = ''] = /^(\d+) (s|min|h|days?) ago$/.exec(text ?? '') ?? [];
      return count === undefined ? (text === 'just now' ? 0 : undefined) : Number(count) * units[unit as 'min'];
    };
    fc.assert(
      fc.property(plausible, fc.integer({ min: -DAY, max: 40 * DAY }), fc.nat(2 * DAY), (at, ms, later) => {
        const age = inMs(ageText(at, at + ms));
        if (age === undefined) expect(ms < -MINUTE || ms >= 30 * DAY).toBe(true);
        else expect(age).toBeLessThanOrEqual(Math.max(0, ms));
        const olderAge = inMs(ageText(at, at + ms + later));
        if (age !== undefined && olderAge !== undefined) expect(olderAge).toBeGreaterThanOrEqual(age);
        expect(inMs(recentAge(at, at + ms))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('Off a terminal, and with clocks that differ by more than a minute, a time is absolute', () => {
    const at = NOW - 3 * MINUTE;
    const [terminal, pipe] = [
      { now: NOW, isTerminal: true },
      { now: NOW, isTerminal: false },
    ];
    const behind = { now: at - HOUR, isTerminal: true };
    const time = '2026-11-22 21:02 +08:00';
    expect([terminal, pipe, behind].map((reader) => ageOrTime(at, reader))).toEqual(['3 min ago', time, time]);
    expect([terminal, pipe, behind].map((reader) => timeAndAge(at, reader))).toEqual([
      `${time} (3 min ago)`,
      time,
      time,
    ]);
    expect([terminal, pipe, behind].map((reader) => endText(at, reader))).toEqual([
      '2026-11-22 (3 min ago)',
      '2026-11-22',
      '2026-11-22',
    ]);
    for (const text of [ageOrTime, timeAndAge, endText]) expect(text(undefined, terminal)).toBeUndefined();
  });
});

test.each([
  [2 * DAY, '2 days left'],
  [2 * DAY - 1, '1 day left'],
  [DAY, '1 day left'],
  [DAY - 1, 'less than a day left'],
  [1, 'less than a day left'],
  [0, 'ended'],
  [-9 * DAY, 'ended'],
])('A lease that ends in %i ms has %s', (ms, says) => {
  expect(until(NOW + ms, NOW)).toContain(`(${says})`);
});

test('A countdown shows between the whole wait and zero, however the clock jumps', () => {
  fc.assert(
    fc.property(plausible, fc.nat(DAY), fc.integer({ min: -9 * DAY, max: 9 * DAY }), (began, totalMs, jump) => {
      const left = secondsLeft(began + totalMs, began + jump, totalMs);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left).toBeLessThanOrEqual(Math.ceil(totalMs / SECOND));
      if (jump >= 0 && jump <= totalMs) expect(left).toBe(Math.ceil((totalMs - jump) / SECOND));
    }),
  );
});

describe('what device wait shows', () => {
  const seen = { state: {}, line: 'live' as const, loginFailed: false };
  const text = (goal: DeviceGoal, snapshot?: DeviceSnapshot, onlineAt?: number) =>
    waitingText('PL10001', goal, snapshot && { snapshot, onlineAt }, NOW);

  test.each([
    ['nothing seen yet', text('online')],
    ['nothing seen yet', text('idle', seen)],
    ['offline', text('online', { ...seen, online: false })],
    ['online', text('offline', { ...seen, online: true })],
    ['offline, seen 3 min ago', text('online', { ...seen, online: false }, NOW - 3 * MINUTE)],
    ['running bio, 2 of 30 min, seen 12 s ago', text('idle', { ...seen, state: RUNNING, seenAt: NOW - 12_000 })],
    ['idle, seen just now', text('running', { ...seen, state: { on: false }, seenAt: NOW })],
    ['idle, seen just now', text('running', { ...seen, state: { on: false }, seenAt: NOW + HOUR })],
    ['the last request failed', text('online', { ...seen, online: false, problem: new Problem('timeout') })],
  ])('It shows: %s', (what, shown) => {
    expect(shown).toMatch(new RegExp(`^Waiting for PL10001 to be \\w+: ${what}$`));
  });

  test('The connection is seen with each answer about it, and not when only the channel changes', () => {
    const offline = { ...seen, online: false };
    const first = nextSighting(undefined, seen, NOW);
    const answered = nextSighting(first, offline, NOW + 1);
    const channelLost = nextSighting(answered, { ...offline, line: 'lost' }, NOW + 2);
    const failed = nextSighting(answered, { ...offline, problem: new Problem('timeout') }, NOW + 2);
    const again = nextSighting(answered, offline, NOW + 3);
    expect([first, answered, channelLost, failed, again].map(({ onlineAt }) => onlineAt)).toEqual([
      undefined,
      NOW + 1,
      NOW + 1,
      NOW + 1,
      NOW + 3,
    ]);
  });
});
