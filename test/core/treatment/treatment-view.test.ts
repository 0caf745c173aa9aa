import { describe, expect, test } from 'vitest';
import type { DeviceStatus } from '../../../src/core/device/device.ts';
import type { DeviceSnapshot } from '../../../src/core/device/follow/follow-device.ts';
import type { StartedTreatment } from '../../../src/core/treatment/treatment.ts';
import type { TrackedTreatment } from '../../../src/core/treatment/follow/tracked-treatment.ts';
import { TRACKER } from '../../../src/core/treatment/follow/treatment-tracker.ts';
import { viewOf } from '../../../src/core/treatment/follow/treatment-view.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';

const MINUTE = 60_000;

/** A tracker of DEV0001. `here`: the treatment that was started on this phone, if any; `status`: the server's word. */
function trackerWith(here?: Partial<StartedTreatment>, ...word: [status?: DeviceStatus | undefined]) {
  const status = word.length === 0 ? 'working' : word[0];
  const { clock, treatments, get } = createTestApp();
  const log = get(TreatmentLog);
  if (here) treatments.started.set({ sno: 'DEV0001', at: clock.now(), state: { workMinutes: 30 }, ...here });
  const checked = (tracked: TrackedTreatment, status: DeviceStatus | undefined) =>
    TRACKER.checked(tracked, { at: clock.now(), status }, log.records(), clock.now());
  const begin = () => checked(TRACKER.begin('DEV0001', log.records(), clock.now()), status);
  let tracked = begin();
  const view = () => viewOf(tracked, clock.now());
  return {
    clock,
    treatments,
    view,
    /** Begins to follow the device anew. */
    follow: () => {
      tracked = begin();
    },
    asks: () => TRACKER.asks(tracked, clock.now()),
    answers: (word: DeviceStatus | undefined) => {
      tracked = checked(tracked, word);
    },
    receive: (state: DeviceSnapshot['state'], more: Partial<DeviceSnapshot> = {}) => {
      const now = clock.now();
      const { next, events } = TRACKER.take(
        tracked,
        {
          state,
          line: 'live',
          loginFailed: false,
          online: true,
          seenAt: now,
          countedAt: state.usedMinutes === undefined ? undefined : now,
          ...more,
        },
        log.records(),
        now,
      );
      tracked = next;
      log.record(...events);
      return view();
    },
  };
}

const running = { on: true, workMinutes: 30, usedMinutes: 5 };

test('A run after a rest that another page saw is the treatment before it only by the server’s word', () => {
  const { treatments, receive, answers, view } = trackerWith({ ran: true, rested: true }, undefined);
  expect(treatments.started.get()?.rested).toBe(true);
  expect(receive({ ...running, usedMinutes: 0 }).phase).not.toBe('running');
  answers('used');
  expect(view().phase).toBe('replaced');
  answers('working');
  expect(view().phase).toBe('running');
});

test('A start without an answer shows nothing of the treatment before it and is not over with that', async () => {
  const { clock, treatments, receive, answers, follow, view } = trackerWith({
    ran: true,
    rested: true,
    state: { function: 'bio', workMinutes: 30, voltage: 6 },
  });
  await clock.advance(40 * MINUTE);
  const settings = { function: 'light', auxiliary: 'none', workMinutes: 60 } as const;
  treatments.pendingStarts.set({ DEV0001: { sno: 'DEV0001', at: clock.now(), key: 'k', settings } });
  follow();
  answers('free');
  expect(view()).toMatchObject({ phase: 'loading', mode: undefined, beganAt: undefined });
  expect(view().state).toEqual({});
  expect(receive({ on: false })).toMatchObject({ phase: 'starting', mode: undefined, beganAt: undefined });
  await clock.advance(15_001);
  expect(receive({ on: false })).toMatchObject({ phase: 'unresponsive', mode: undefined, mayStillRun: true });
});

/** What a view says of a run: whether it may go on, and since how many minutes it is under way and over. */
const offline = { online: false };
const resting = { on: false, workMinutes: 30 };
const past = { at: -40 * MINUTE };
const since = { at: -5 * MINUTE };
const none = undefined;
test.each<
  [
    said: [phase: string, mayStillRun: boolean | undefined, began?: number, over?: number],
    here: { at?: number } | undefined,
    word: DeviceStatus | undefined,
    ...reports: [state: DeviceSnapshot['state'], more?: Partial<DeviceSnapshot>][],
  ]
>([
  [['running', true, 5], none, 'working', [running]],
  [['offline', true, 5], none, 'working', [running], [{}, offline]],
  [['offline', true, 5], none, 'working', [running], [resting, offline]],
  [['finished', false, 5, 0], none, 'working', [running], [resting]],
  [['offline', false, 5], none, 'working', [running], [resting], [resting, offline]],
  [['starting', true], none, 'working', [resting]],
  [['idle', false], none, 'free', [resting]],
  [['not-mine', false], none, 'used', [running]],
  [['not-mine', false], none, 'used', [resting]],
  [['offline', false], none, 'used', [running], [{}, offline]],
  [['offline', undefined], none, 'free', [{}, offline]],
  [['offline', undefined], none, undefined, [{}, offline]],
  [['offline', true], none, 'working', [{}, offline]],
  [['offline', true, 0], {}, 'free', [{}, offline]],
  [['offline', true, 0], {}, 'used', [{}, offline]],
  [['not-mine', false], {}, 'used', [running]],
  [['running', true, 0], {}, 'free', [running]],
  [['another-run', false], { at: -20 * MINUTE }, 'free', [running]],
  [['starting', true, 0], {}, 'free', [resting]],
  [['not-mine', false], since, 'used', [resting]],
  [['not-mine', false], since, 'used', [{}]],
  [['unresponsive', true, 5], since, 'free', [{}]],
  [['unresponsive', true, 5], since, 'free', [resting]],
  [['over', false, undefined, 0], past, 'free', [resting]],
  [['unresponsive', false, 40], past, 'free', [{}]],
  [['unresponsive', false, 40], past, undefined, [resting]],
  [['offline', undefined, 40], past, 'offline', [{}, offline]],
])(
  'It is %j if the start here was %j, the server calls the device %s, and it reports %j',
  (said, here, word, ...reports) => {
    const now = trackerWith().clock.now();
    const core = trackerWith(here && { at: now + (here.at ?? 0) }, word);
    for (const report of reports) core.receive(...report);
    const { phase, mayStillRun, beganAt, overSince, state } = core.view();
    const since = (at: number | undefined) => (at === undefined ? undefined : (now - at) / MINUTE);
    const [, , began, over] = said;
    expect([phase, mayStillRun, since(beganAt), since(overSince)]).toEqual([said[0], said[1], began, over]);
    if (phase === 'not-mine') expect(Object.keys(state)).toEqual(['on']);
  },
);

describe('TreatmentTracker: a treatment started here', () => {
  test('A treatment with a start time in the future is starting for at most fifteen seconds', async () => {
    const core = trackerWith();
    const here = trackerWith({ at: core.clock.now() + 60 * MINUTE });
    expect(here.receive({ on: false, workMinutes: 30 }).phase).toBe('starting');
    await here.clock.advance(15_000);
    expect(here.view().phase).toBe('unresponsive');
  });
});

describe('TreatmentTracker: end', () => {
  test.each([
    ['is off', { on: false, workMinutes: 30 }],
    ['has no minutes left', { on: true, workMinutes: 0 }],
  ])('The end time is the time of the first report in which the device %s', async (_, resting) => {
    const core = trackerWith();
    core.receive(running);
    expect([core.view().phase, core.view().endedAt]).toEqual(['running', undefined]);
    await core.clock.advance(20 * MINUTE);
    core.receive({ ...running, usedMinutes: 25 });
    await core.clock.advance(MINUTE);
    const ended = core.clock.now();
    core.receive(resting);
    await core.clock.advance(3 * MINUTE);
    core.receive(resting);
    expect(core.view()).toMatchObject({ phase: 'finished', endedAt: ended });
  });

  test('The end time is that of the last run if the device was at rest before', async () => {
    const core = trackerWith();
    core.receive({ on: false, workMinutes: 30 });
    await core.clock.advance(MINUTE);
    core.answers('working');
    core.receive(running);
    await core.clock.advance(2 * MINUTE);
    core.receive({ on: false, workMinutes: 30 });
    expect(core.view().endedAt).toBe(core.clock.now());
  });

  test('An end more than two minutes after the last report of the run has no time and no minutes', async () => {
    const core = trackerWith();
    core.receive(running);
    await core.clock.advance(2 * MINUTE + 1);
    core.receive({ on: false, workMinutes: 30, usedMinutes: 30 });
    expect(core.view()).toMatchObject({ phase: 'finished', endedAt: undefined, beganAt: undefined });
  });

  test.each([
    ['keeps its count', 6, 6],
    ['resets its count', 0, 5],
  ])(
    'The start of a treatment whose device %s at rest does not move with later reports',
    async (_, atRest, minutes) => {
      const core = trackerWith();
      core.receive(running);
      await core.clock.advance(MINUTE / 2);
      const ended = core.clock.now();
      core.receive({ on: false, workMinutes: 0, usedMinutes: atRest });
      await core.clock.advance(MINUTE);
      core.receive({ on: false, workMinutes: 0, usedMinutes: atRest });
      const { phase, beganAt } = core.view();
      expect([phase, Math.floor((ended - (beganAt ?? Number.NaN)) / MINUTE)]).toEqual(['finished', minutes]);
    },
  );
});

test('A device whose minute count stands still holds the elapsed time, which never decreases', async () => {
  const core = trackerWith();
  core.receive({ ...running, usedMinutes: 5 });
  let elapsed = 0;
  for (let polls = 0; polls < 60; polls += 1) {
    await core.clock.advance(10_000);
    const now = core.clock.now() - (core.receive({ ...running, usedMinutes: 5 }).beganAt ?? Number.NaN);
    expect(now).toBeGreaterThanOrEqual(elapsed);
    elapsed = now;
  }
  expect(elapsed).toBeGreaterThan(6 * MINUTE);
  expect(elapsed).toBeLessThan(7 * MINUTE);
});

describe('TreatmentTracker: another run', () => {
  const another = { ...running, usedMinutes: 0 };

  test.each([
    ['working', 'running'],
    ['used', 'replaced'],
    ['using', 'another-run'],
    ['locked', 'another-run'],
    ['free', 'another-run'],
    [undefined, 'unresponsive'],
  ] as const)('A run that does not fit is %s for the server, and the treatment is %s', async (status, phase) => {
    const core = trackerWith();
    core.receive({ ...running, usedMinutes: 12 });
    await core.clock.advance(MINUTE);
    expect(core.receive(another).phase).toBe('loading');
    expect(core.asks()).toBe(true);
    core.answers(status);
    expect(core.view().phase).toBe(phase);
    if (phase === 'running') expect(core.view().beganAt).toBe(core.clock.now());
    if (phase === 'replaced') expect(core.view()).toMatchObject({ beganAt: undefined, mayStillRun: false });
  });

  test.each([
    ['used', 'replaced'],
    ['working', 'running'],
    [undefined, 'unresponsive'],
  ] as const)(
    'A run that begins a moment after the end of a treatment and looks like it is %s for the server, and the treatment is %s',
    async (status, phase) => {
      const core = trackerWith();
      core.receive({ ...running, usedMinutes: 0 });
      await core.clock.advance(MINUTE / 2);
      expect(core.receive({ ...running, on: false, usedMinutes: 0 }).phase).toBe('finished');
      await core.clock.advance(MINUTE / 2);
      expect([core.receive({ ...running, usedMinutes: 0 }).phase, core.asks()]).toEqual(['loading', true]);
      core.answers(status);
      expect(core.view().phase).toBe(phase);
    },
  );

  test('A run of a treatment started here that an earlier page has seen is doubted after a report of rest', async () => {
    const core = trackerWith({ ran: true });
    await core.clock.advance(MINUTE / 2);
    core.receive({ ...running, on: false, usedMinutes: 0 });
    await core.clock.advance(MINUTE / 2);
    expect([core.receive({ ...running, usedMinutes: 0 }).phase, core.asks()]).toEqual(['loading', true]);
  });
});

test('A run without a count has no minutes from a treatment whose time was over when the run was seen', () => {
  const { clock } = createTestApp();
  const core = trackerWith({ at: clock.now() - 24 * 60 * MINUTE, ran: true });
  expect(core.receive({ on: true, workMinutes: 30 })).toMatchObject({ phase: 'running', beganAt: undefined });
});

test('A run without a count that begins after the end of a treatment started here has none of its requested minutes', async () => {
  const core = trackerWith({});
  expect(core.receive({ on: true })).toMatchObject({ phase: 'running', state: { workMinutes: 30 } });
  await core.clock.advance(MINUTE);
  core.receive({ on: false });
  await core.clock.advance(10_000);
  core.receive({ on: true });
  core.answers('working');
  expect([core.view().phase, core.view().state.workMinutes]).toEqual(['running', undefined]);
});

describe('TreatmentTracker: cameBack', () => {
  const resting = { on: false, workMinutes: 30 };

  test('A device has come back once it was offline, is online and reports rest', () => {
    const core = trackerWith();
    expect(core.receive(running).cameBack).toBe(false);
    expect(core.receive(running, { online: false }).cameBack).toBe(false);
    expect(core.receive(resting, { online: undefined }).cameBack).toBe(false);
    core.answers('free');
    expect(core.receive(resting).cameBack).toBe(true);
  });

  test('A device that rests after its return has not come back while its start is awaited', async () => {
    const core = trackerWith({});
    core.receive({}, { online: false, seenAt: undefined });
    await core.clock.advance(1_000);
    expect(core.receive(resting)).toMatchObject({ phase: 'starting', cameBack: false });
  });

  test('A device that rests after its return has not come back while the server says that it works for this user', async () => {
    const core = trackerWith();
    core.receive({}, { online: false, seenAt: undefined });
    await core.clock.advance(1_000);
    core.receive(resting);
    await core.clock.advance(5_000);
    expect(core.receive(resting).cameBack).toBe(false);
    core.answers('free');
    expect(core.view()).toMatchObject({ phase: 'idle', cameBack: true });
  });

  test('A treatment that ends after its device came back at rest and ran again is told like every other end', async () => {
    const core = trackerWith();
    core.receive({}, { online: false, seenAt: undefined });
    await core.clock.advance(1_000);
    core.receive(resting);
    core.receive({ ...running, usedMinutes: 0 });
    await core.clock.advance(20_000);
    expect(core.receive(resting)).toMatchObject({ phase: 'finished', cameBack: false });
  });

  test('A report from before the return of the device does not count as come back', async () => {
    const core = trackerWith();
    core.receive(running, { online: false });
    const before = core.clock.now();
    await core.clock.advance(1_000);
    expect(core.receive(resting, { seenAt: before }).cameBack).toBe(false);
    await core.clock.advance(1_000);
    expect(core.receive(running).cameBack).toBe(false);
    expect(core.receive(resting).cameBack).toBe(false);
  });
});
