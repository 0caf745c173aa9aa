import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressOf } from '../../../src/core/treatment/follow/progress.ts';
import { beganAt } from '../../../src/core/treatment/treatment.ts';

const MINUTE = 60_000;

test('The elapsed time never jumps by a minute while clock and device count at the same rate', () => {
  const waits = fc.array(fc.integer({ min: 1, max: 20 * MINUTE }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
      waits,
      fc.boolean(),
      (start, gaps, startedHere) => {
        let known = startedHere ? start : undefined;
        let now = start;
        for (const gap of gaps) {
          now += gap;
          const next = beganAt(known, { minutes: Math.floor((now - start) / MINUTE), at: now });
          if (known !== undefined) expect(Math.abs((next ?? Number.NaN) - known)).toBeLessThan(MINUTE);
          expect(next).toBeGreaterThanOrEqual(start);
          expect(next).toBeLessThan(start + MINUTE);
          known = next;
        }
        if (startedHere) expect(known).toBe(start);
      },
    ),
  );
});

test('The elapsed time of a device with a slow or constant minute count never falls below the count and never decreases', () => {
  const reports = fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: MINUTE }), counts: fc.constantFrom(0, 0, 0, 1, 2) }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(reports, (reported) => {
      let count = { minutes: 0, at: 1_800_000_000_000 };
      let known = beganAt(undefined, count);
      for (const { gap, counts } of reported) {
        const before = count;
        const elapsed = before.at - (known ?? Number.NaN);
        count = { minutes: before.minutes + counts, at: before.at + gap };
        known = beganAt(known, count, before);
        const now = count.at - (known ?? Number.NaN);
        expect(now).toBeGreaterThanOrEqual(count.minutes * MINUTE);
        if (counts === 0) expect(now).toBeGreaterThanOrEqual(elapsed);
      }
    }),
  );
});

test('Elapsed minutes, remaining minutes and end time are consistent with each other and with the device’s report', () => {
  const BEGAN = 1_800_000_000_000;
  const reports = fc.array(
    fc.record({ gap: fc.integer({ min: 1, max: 15 * MINUTE }), drift: fc.integer({ min: -9_000, max: 9_000 }) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(
      fc.constantFrom(30, 40, 50, 60, 180, 300, 510),
      reports,
      fc.boolean(),
      (workMinutes, reported, startedHere) => {
        let began = startedHere ? BEGAN : undefined;
        let now = BEGAN;
        for (const { gap, drift } of reported) {
          now += gap;
          const counted = Math.min(workMinutes, Math.max(0, Math.floor((now - BEGAN + drift) / MINUTE)));
          began = beganAt(began, { minutes: counted, at: now });
          const { elapsedMinutes, remainingMinutes, endsAt, fraction } = progressOf(
            { beganAt: began, state: { workMinutes } },
            now,
          );
          expect((elapsedMinutes ?? Number.NaN) + (remainingMinutes ?? Number.NaN)).toBe(workMinutes);
          expect(elapsedMinutes).toBeGreaterThanOrEqual(counted);
          expect(elapsedMinutes).toBeLessThanOrEqual(Math.min(workMinutes, counted + 1));
          expect(fraction).toBeGreaterThanOrEqual(0);
          expect(fraction).toBeLessThanOrEqual(1);
          expect(endsAt === undefined).toBe(remainingMinutes === 0);
          if (endsAt === undefined) continue;
          const leftByTheClock = (endsAt - now) / MINUTE;
          expect(Math.ceil(leftByTheClock)).toBe(remainingMinutes);
        }
      },
    ),
  );
});

test('The progress of a treatment with unknown minutes contains no invented values', () => {
  const now = 1_800_000_000_000;
  expect(progressOf({ state: { workMinutes: 30 } }, now)).toEqual({});
  expect(progressOf({ endedAt: now, state: { workMinutes: 30 } }, now)).toEqual({});
  expect(progressOf({ beganAt: now - 90_000, state: {} }, now)).toEqual({ elapsedMinutes: 1 });
  expect(progressOf({ beganAt: now + 5_000, state: { workMinutes: 30 } }, now)).toMatchObject({
    elapsedMinutes: 0,
    remainingMinutes: 30,
    fraction: 0,
  });
});

test('A finished treatment has no minutes left and ran its set minutes unless it was stopped early', () => {
  const began = 1_800_000_000_000;
  const at = (minutes: number) =>
    progressOf({ beganAt: began, endedAt: began + minutes * MINUTE, state: { workMinutes: 30 } }, began + 90 * MINUTE);
  expect(at(29)).toEqual({ elapsedMinutes: 30, remainingMinutes: 0, fraction: 1 });
  expect(at(31)).toEqual({ elapsedMinutes: 30, remainingMinutes: 0, fraction: 1 });
  expect(at(28)).toMatchObject({ elapsedMinutes: 28 });
  expect(at(28.9)).toMatchObject({ elapsedMinutes: 30, fraction: 1 });
  expect(at(12)).toEqual({ elapsedMinutes: 12, remainingMinutes: 0, fraction: 0.4 });
  expect(progressOf({ beganAt: began, endedAt: began + 90_000, state: {} }, began)).toEqual({
    elapsedMinutes: 1,
    remainingMinutes: 0,
  });
});

test('A device that runs beyond its time shows its own minutes, and no remaining time', () => {
  const began = 1_800_000_000_000;
  const now = began + 34 * MINUTE;
  expect(progressOf({ beganAt: began, seenAt: now, state: { workMinutes: 30 } }, now)).toEqual({
    elapsedMinutes: 34,
    fraction: 1,
  });
  const ended = { beganAt: began, seenAt: now, endedAt: now, state: { workMinutes: 30 } };
  expect(progressOf(ended, now)).toEqual({ elapsedMinutes: 34, remainingMinutes: 0, fraction: 1 });
});

test('A device of which nothing was heard since its time was over is not said to run beyond it', () => {
  const began = 1_800_000_000_000;
  const at = (minutes: number) =>
    progressOf({ beganAt: began, seenAt: began + 30.1 * MINUTE, state: { workMinutes: 30 } }, began + minutes * MINUTE);
  expect(at(32.05)).toMatchObject({ elapsedMinutes: 30 });
  expect(at(40)).toEqual({ elapsedMinutes: 30, fraction: 1 });
});

test('Two minutes after the last report, the elapsed time stops and no remaining time is known', () => {
  const began = 1_800_000_000_000;
  const at = (minutes: number) =>
    progressOf({ beganAt: began, seenAt: began + 10 * MINUTE, state: { workMinutes: 30 } }, began + minutes * MINUTE);
  expect(at(12)).toMatchObject({ elapsedMinutes: 12, remainingMinutes: 18 });
  expect(at(13)).toEqual({ elapsedMinutes: 12, fraction: 0.4 });
  expect(at(90)).toEqual(at(13));
});

test('A treatment of zero minutes is over as soon as it begins', () => {
  const now = 1_800_000_000_000;
  expect(progressOf({ beganAt: now, state: { workMinutes: 0 } }, now)).toEqual({
    elapsedMinutes: 0,
    remainingMinutes: 0,
    endsAt: undefined,
    fraction: 1,
  });
  expect(progressOf({ beganAt: now, endedAt: now, state: { workMinutes: 0 } }, now)).toEqual({
    elapsedMinutes: 0,
    remainingMinutes: 0,
    fraction: 1,
  });
});

test('A minute count of the device that contradicts the known start time replaces it', () => {
  const now = 1_800_000_000_000;
  const count = (minutes: number, at = now) => ({ minutes, at });
  expect(beganAt(now - 30 * MINUTE, count(0))).toBe(now);
  expect(beganAt(now, count(30))).toBe(now - 30 * MINUTE);
  expect(beganAt(now - 4.5 * MINUTE, count(3))).toBe(now - 3 * MINUTE);
  expect(beganAt(now - 3 * MINUTE, count(4))).toBe(now - 4 * MINUTE);
  expect(beganAt(now - 4 * MINUTE - 30_000, count(4))).toBe(now - 4 * MINUTE - 30_000);
  expect(beganAt(now - 5 * MINUTE - 9_000, count(4))).toBe(now - 5 * MINUTE - 9_000);
  expect(beganAt(now - 5 * MINUTE - 11_000, count(4))).toBe(now - 4 * MINUTE);
  expect(beganAt(now, undefined)).toBe(now);
  expect(beganAt(undefined, undefined)).toBeUndefined();
});

test('A repeated minute count holds the elapsed time, unless the clock jumped or the page was suspended in between', () => {
  const now = 1_800_000_000_000;
  const known = now - 20 * MINUTE;
  expect(beganAt(known, { minutes: 4, at: now }, { minutes: 4, at: now - MINUTE })).toBe(now - 5 * MINUTE - 10_000);
  expect(beganAt(known, { minutes: 4, at: now }, { minutes: 4, at: now - MINUTE - 1 })).toBe(now - 4 * MINUTE);
  expect(beganAt(known, { minutes: 4, at: now }, { minutes: 3, at: now - 1_000 })).toBe(now - 4 * MINUTE);
  expect(beganAt(known, { minutes: 0, at: now }, { minutes: 12, at: now - 1_000 })).toBe(now);
});
