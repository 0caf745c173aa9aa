import { describe, expect, test } from 'vitest';
import type { DeviceSnapshot } from '../../../src/core/device/follow-device.ts';
import { phaseOf, type StartedTreatment } from '../../../src/core/treatment/treatment.ts';
import { TreatmentTracker } from '../../../src/core/treatment/treatment-tracker.ts';
import { TreatmentLog } from '../../../src/core/treatment/treatment-log.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';

const MINUTE = 60_000;

/** A treatment of DEV0001 that is looked at; `here` where something was started on this phone. */
function looking(here?: Partial<StartedTreatment>) {
  const { clock, current, treatments, get } = createTestApp();
  if (here) treatments.started.set({ sno: 'DEV0001', at: clock.now(), state: { workMinutes: 30 }, ...here });
  const treatment = new TreatmentTracker('DEV0001', current, get(TreatmentLog), clock);
  return {
    clock,
    treatments,
    view: () => treatment.view(),
    told: (state: DeviceSnapshot['state'], more: Partial<DeviceSnapshot> = {}) => {
      const now = clock.now();
      treatment.take({
        state,
        line: 'live',
        loginFailed: false,
        online: true,
        seenAt: now,
        countedAt: state.usedMinutes === undefined ? undefined : now,
        ...more,
      });
      return treatment.view();
    },
  };
}

const running = { on: true, workMinutes: 30, usedMinutes: 5 };

test('before anything is told the line is being made, and nobody says that the login failed', () => {
  expect(looking().view()).toMatchObject({ phase: 'loading', line: 'connecting', loginFailed: false });
});

test('a device of which nobody has told anything is waited for, and is not said to be silent itself', async () => {
  const core = looking();
  await core.clock.advance(20_000);
  expect(core.view().phase).toBe('loading');
});

test('a device of which every answer says nothing is not waited for for ever: after fifteen seconds it does not respond', async () => {
  const core = looking();
  const empty = { answered: true, seenAt: undefined };
  expect(core.told({}, empty).phase).toBe('loading');
  await core.clock.advance(15_001);
  expect(core.told({}, empty)).toMatchObject({ phase: 'unresponsive', seenAt: undefined });
});

describe('what was started here', () => {
  test('five minutes ago on a device that stands still is not over: it does not respond', async () => {
    const core = looking();
    const here = looking({ at: core.clock.now() - 5 * MINUTE });
    expect(here.told({ on: false, workMinutes: 30 }).phase).toBe('unresponsive');
  });

  test('at an instant ahead of the clock, which was set back since, is not starting for ever', async () => {
    const core = looking();
    const here = looking({ at: core.clock.now() + 60 * MINUTE });
    expect(here.told({ on: false, workMinutes: 30 }).phase).toBe('starting');
    await here.clock.advance(15_000);
    expect(here.view().phase).toBe('unresponsive');
  });

  test('on another device is nothing that was started on this one', () => {
    expect(looking({ sno: 'DEV0009' }).told(running)).toMatchObject({ phase: 'running', startedHere: false });
  });

  test('has run as long as the device counts, also by its last word', async () => {
    const core = looking({});
    core.told({ ...running, usedMinutes: 0 });
    await core.clock.advance(2 * MINUTE);
    expect(core.told({ on: false, workMinutes: 30, usedMinutes: 9 }).beganAt).toBe(core.clock.now() - 9 * MINUTE);
  });

  test('and is forgotten or replaced on another page while it runs is not remembered again', () => {
    const forgotten = looking({});
    forgotten.treatments.started.set(undefined);
    forgotten.told(running);
    expect(forgotten.treatments.started.get()).toBeUndefined();
    const replaced = looking({});
    const newer: StartedTreatment = { sno: 'DEV0001', at: replaced.clock.now() + MINUTE, state: { workMinutes: 180 } };
    replaced.treatments.started.set(newer);
    replaced.told(running);
    expect(replaced.treatments.started.get()).toEqual(newer);
  });
});

describe('the end', () => {
  test.each([
    ['is off', { on: false, workMinutes: 30 }],
    ['has no minutes left', { on: true, workMinutes: 0 }],
  ])('is the instant from which a device that ran %s, however long it is looked at', async (_, resting) => {
    const core = looking();
    core.told(running);
    expect([core.view().phase, core.view().endedAt]).toEqual(['running', undefined]);
    await core.clock.advance(20 * MINUTE);
    const ended = core.clock.now();
    core.told(resting);
    await core.clock.advance(3 * MINUTE);
    core.told(resting);
    expect(core.view()).toMatchObject({ phase: 'finished', endedAt: ended });
  });

  test('is that of the last run, where the device stood still before', async () => {
    const core = looking();
    core.told({ on: false, workMinutes: 30 });
    await core.clock.advance(MINUTE);
    core.told(running);
    await core.clock.advance(20 * MINUTE);
    core.told({ on: false, workMinutes: 30 });
    expect(core.view().endedAt).toBe(core.clock.now());
  });

  test('is told with the minutes that were set, although the device counts none any more', async () => {
    const core = looking();
    core.told({ ...running, workMinutes: 45 });
    await core.clock.advance(45 * MINUTE);
    expect(core.told({ on: false, workMinutes: 0 })).toMatchObject({ phase: 'finished', state: { workMinutes: 45 } });
  });
});

test('a device that counts no further holds the treatment up, and its elapsed time never shrinks', async () => {
  const core = looking();
  core.told({ ...running, usedMinutes: 0 });
  let elapsed = 0;
  for (let polls = 0; polls < 60; polls += 1) {
    await core.clock.advance(10_000);
    const now = core.clock.now() - (core.told({ ...running, usedMinutes: 0 }).beganAt ?? Number.NaN);
    expect(now).toBeGreaterThanOrEqual(elapsed);
    elapsed = now;
  }
  expect(elapsed).toBeGreaterThan(MINUTE);
  expect(elapsed).toBeLessThan(2 * MINUTE);
});

test('a device that counts from the beginning again is in a new treatment', async () => {
  const core = looking();
  core.told({ ...running, usedMinutes: 12 });
  await core.clock.advance(MINUTE);
  expect(core.told({ ...running, usedMinutes: 0 }).beganAt).toBe(core.clock.now());
});

describe('a device has come back', () => {
  const resting = { on: false, workMinutes: 30 };

  test('when it was offline, is online and says that it stands still', () => {
    const core = looking();
    expect(core.told(running).cameBack).toBe(false);
    expect(core.told(running, { online: false }).cameBack).toBe(false);
    expect(core.told(resting, { online: undefined }).cameBack).toBe(false);
    expect(core.told(resting).cameBack).toBe(true);
  });

  test('only by what it says after its return, not by what was told before it', async () => {
    const core = looking();
    core.told(running, { online: false });
    const before = core.clock.now();
    await core.clock.advance(1_000);
    expect(core.told(resting, { seenAt: before }).cameBack).toBe(false);
    await core.clock.advance(1_000);
    expect(core.told(running).cameBack).toBe(false);
    expect(core.told(resting).cameBack).toBe(false);
  });
});

const facts = {
  state: { on: false, workMinutes: 30 },
  online: true,
  wasRunning: false,
  startedHere: false,
  mayRun: false,
  told: true,
  elapsed: 0,
};

test.each([
  [
    'that has no minutes left and was never seen running is finished',
    { state: { on: false, workMinutes: 0 } },
    'finished',
  ],
  ['that does not say whether it is on is waited for at first', { state: {}, elapsed: 14_000 }, 'loading'],
  ['that does not say whether it is on does not respond after that', { state: {}, elapsed: 14_001 }, 'unresponsive'],
  ['that ran is not over in its first ten seconds', { wasRunning: true, elapsed: 10_000 }, 'starting'],
  ['that ran is over after that', { wasRunning: true, elapsed: 10_001 }, 'finished'],
])('a device %s', (_, known, phase) => {
  expect(phaseOf({ ...facts, ...known })).toBe(phase);
});
