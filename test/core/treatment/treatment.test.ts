import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressOf } from '../../../src/core/treatment/progress.ts';
import { beganAt, phaseOf, type TreatmentFacts } from '../../../src/core/treatment/treatment.ts';

const MINUTE = 60_000;

test('the elapsed time never jumps by a minute while clock and device count alike', () => {
  const waits = fc.array(fc.integer({ min: 1, max: 20 * MINUTE }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), waits, fc.boolean(), (start, gaps, startedHere) => {
      let known = startedHere ? start : undefined;
      let now = start;
      for (const gap of gaps) {
        now += gap;
        const next = beganAt(known, Math.floor((now - start) / MINUTE), now);
        if (known !== undefined) expect(Math.abs((next ?? Number.NaN) - known)).toBeLessThan(MINUTE);
        expect(next).toBeGreaterThanOrEqual(start);
        expect(next).toBeLessThan(start + MINUTE);
        known = next;
      }
      if (startedHere) expect(known).toBe(start);
    }),
  );
});

test('the elapsed time never shrinks while a device counts on or stands still in its count', () => {
  const reports = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 15 * MINUTE }), counts: fc.integer({ min: 0, max: 3 }) }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(reports, (told) => {
      let now = 1_800_000_000_000;
      let known = beganAt(undefined, 0, now);
      let counted = 0;
      for (const { gap, counts } of told) {
        const before = now - (known ?? Number.NaN);
        now += gap;
        known = beganAt(known, counted + counts, now, counted);
        counted += counts;
        const elapsed = now - (known ?? Number.NaN);
        expect(elapsed).toBeGreaterThanOrEqual(before);
        expect(elapsed).toBeGreaterThanOrEqual(counted * MINUTE);
      }
    }),
  );
});

test('minutes treated, minutes left and the finish never contradict each other, nor the device’s report', () => {
  const BEGAN = 1_800_000_000_000;
  const reports = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 15 * MINUTE }), drift: fc.integer({ min: -9_000, max: 9_000 }) }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(fc.constantFrom(30, 40, 50, 60, 180, 300, 510), reports, fc.boolean(), (workMinutes, told, startedHere) => {
      let began = startedHere ? BEGAN : undefined;
      let now = BEGAN;
      for (const { gap, drift } of told) {
        now += gap;
        const counted = Math.min(workMinutes, Math.max(0, Math.floor((now - BEGAN + drift) / MINUTE)));
        began = beganAt(began, counted, now);
        const { elapsedMinutes, remainingMinutes, endsAt, share } = progressOf({ beganAt: began, state: { workMinutes } }, now);
        expect(elapsedMinutes + (remainingMinutes ?? Number.NaN)).toBe(workMinutes);
        expect(elapsedMinutes).toBeGreaterThanOrEqual(counted);
        expect(elapsedMinutes).toBeLessThanOrEqual(Math.min(workMinutes, counted + 1));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect(endsAt === undefined).toBe(remainingMinutes === 0);
        if (endsAt === undefined) continue;
        const leftByTheClock = (endsAt - now) / MINUTE;
        expect(Math.ceil(leftByTheClock)).toBe(remainingMinutes);
      }
    }),
  );
});

test('what is not known of a treatment is not made up', () => {
  const now = 1_800_000_000_000;
  expect(progressOf({ state: { workMinutes: 30 } }, now)).toEqual({ elapsedMinutes: 0, remainingMinutes: 30, endsAt: undefined, share: 0 });
  expect(progressOf({ beganAt: now - 90_000, state: {} }, now)).toEqual({ elapsedMinutes: 1, share: 0 });
  expect(progressOf({ beganAt: now + 5_000, state: { workMinutes: 30 } }, now)).toMatchObject({ elapsedMinutes: 0, remainingMinutes: 30, share: 0 });
});

test('what is over has nothing left, and has run the minutes set unless it was cut short', () => {
  const began = 1_800_000_000_000;
  const at = (minutes: number) => progressOf({ beganAt: began, endedAt: began + minutes * MINUTE, state: { workMinutes: 30 } }, began + 90 * MINUTE);
  expect(at(29)).toEqual({ elapsedMinutes: 30, remainingMinutes: 0, share: 1 });
  expect(at(31)).toEqual({ elapsedMinutes: 30, remainingMinutes: 0, share: 1 });
  expect(at(28)).toMatchObject({ elapsedMinutes: 30, share: 1 });
  expect(at(12)).toEqual({ elapsedMinutes: 12, remainingMinutes: 0, share: 0.4 });
  expect(progressOf({ beganAt: began, endedAt: began + 90_000, state: {} }, began)).toEqual({ elapsedMinutes: 1, remainingMinutes: 0, share: 1 });
  expect(progressOf({ endedAt: began, state: { workMinutes: 30 } }, began)).toEqual({ elapsedMinutes: 0, remainingMinutes: 0, share: 0 });
});

test('a treatment of no minutes is over as soon as it begins', () => {
  const now = 1_800_000_000_000;
  expect(progressOf({ beganAt: now, state: { workMinutes: 0 } }, now)).toEqual({ elapsedMinutes: 0, remainingMinutes: 0, endsAt: undefined, share: 1 });
  expect(progressOf({ beganAt: now, endedAt: now, state: { workMinutes: 0 } }, now)).toEqual({ elapsedMinutes: 0, remainingMinutes: 0, share: 1 });
});

test('a device that says otherwise is believed', () => {
  const now = 1_800_000_000_000;
  expect(beganAt(now - 30 * MINUTE, 0, now)).toBe(now - MINUTE - 10_000);
  expect(beganAt(now - 30 * MINUTE, 0, now, 29)).toBe(now);
  expect(beganAt(now, 30, now)).toBe(now - 30 * MINUTE);
  expect(beganAt(now - 4.5 * MINUTE, 3, now)).toBe(now - 4 * MINUTE - 10_000);
  expect(beganAt(now - 3 * MINUTE, 4, now)).toBe(now - 4 * MINUTE);
  expect(beganAt(now - 4 * MINUTE - 30_000, 4, now)).toBe(now - 4 * MINUTE - 30_000);
  expect(beganAt(now - 5 * MINUTE - 9_000, 4, now)).toBe(now - 5 * MINUTE - 9_000);
  expect(beganAt(now - 5 * MINUTE - 11_000, 4, now)).toBe(now - 5 * MINUTE - 10_000);
  expect(beganAt(now, undefined, now + MINUTE)).toBe(now);
  expect(beganAt(undefined, undefined, now)).toBeUndefined();
});

test('a treatment is always in one phase, and never starting for long', () => {
  const facts: fc.Arbitrary<TreatmentFacts> = fc.record({
    state: fc.record({ on: fc.boolean(), workMinutes: fc.nat(510), usedMinutes: fc.nat(510) }, { requiredKeys: [] }),
    online: fc.option(fc.boolean(), { nil: undefined }),
    wasRunning: fc.boolean(),
    startedHere: fc.boolean(),
    told: fc.boolean(),
    elapsed: fc.integer({ min: 0, max: 600 * MINUTE }),
  });
  fc.assert(
    fc.property(facts, (each) => {
      const phase = phaseOf(each);
      expect(['loading', 'starting', 'running', 'unresponsive', 'idle', 'finished', 'offline']).toContain(phase);
      if (each.online === false) expect(phase).toBe('offline');
      if (phase === 'idle') expect([each.state.on, each.wasRunning, each.startedHere]).toEqual([false, false, false]);
      if (each.elapsed > 15_000) expect(phase).not.toBe('starting');
      if (each.elapsed > 15_000 && each.told) expect(phase).not.toBe('loading');
    }),
  );
});
