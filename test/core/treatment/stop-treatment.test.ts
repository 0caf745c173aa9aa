import { describe, expect, test } from 'vitest';
import { checkDevice, enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { stopDevice } from '../../../src/core/treatment/api.ts';
import type { StartedTreatment } from '../../../src/core/treatment/treatment.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop/stop-treatment.ts';
import { sightOf, type TreatmentView } from '../../../src/core/treatment/follow/treatment-view.ts';
import { createTestApp, within } from '../../helpers/create-test-app.ts';
import { onTheMenu } from '../../helpers/on-the-menu.ts';
import { hangs, type Failure, httpResponse, refused } from '../../helpers/fake-server.ts';
import { aReport, aSupply, offline, online } from '../../helpers/wire.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const FOLLOWED = { elapsed: MINUTE };
const stopped = { kind: 'stopped', destination: { to: 'mode-menu', sno: 'DEV0001', stopped: true } };

/** A running device that reports rest after a stop request. `here`: the treatment started on this phone, by default one minute ago; `false` for none. */
async function inTreatment({
  here = {},
  configuration,
}: { here?: Partial<StartedTreatment> | undefined | false; configuration?: object } = {}) {
  const core = createTestApp({ configuration });
  core.at({ sno: 'DEV0001' });
  if (here)
    core.treatments.started.set({
      sno: 'DEV0001',
      at: core.clock.now(),
      state: { workMinutes: 30 },
      ran: true,
      ...here,
    });
  const device = { on: true };
  core.http
    .reply(stopDevice, () => {
      device.on = false;
      return null;
    })
    .reply(readLatest, () => aReport({ onOff: device.on ? 1 : 0 }))
    .reply(checkDevice, () => ({ ownerId: 'op1', status: device.on ? 'DEVICE_WORKING' : 'DEVICE_FREE' }))
    .reply(getDetail, online);
  await core.clock.advance(MINUTE);
  return { ...core, device, stopping: core.get(StopTreatment), stops: () => core.http.requests(stopDevice).length };
}

describe('StopTreatment: an accepted stop', () => {
  test('An accepted stop is confirmed by a device that stays on and has no minutes left', async () => {
    const core = await inTreatment();
    core.http.reply(readLatest, () => aReport(core.device.on ? {} : { workTime: 0 }));
    expect(await within(core, 15_000, core.stopping.stop('DEV0001', FOLLOWED))).toEqual(stopped);
  });

  test('A stop is confirmed although the bar finds meanwhile that the start without an answer took effect', async () => {
    const core = await inTreatment({ here: false });
    const settings = { function: 'bio', auxiliary: 'none', workMinutes: 30 } as const;
    const start = { sno: 'DEV0001', key: 'k', at: core.clock.now() - MINUTE, settings };
    core.get(TreatmentLog).record({ type: 'startSent', start });
    core.http.reply(stopDevice, async () => {
      await core.clock.sleep(1_000);
      core.device.on = false;
      return null;
    });
    const stopping = core.stopping.stop('DEV0001', FOLLOWED);
    await core.get(ResumeTreatment).lookAt(['DEV0001']);
    expect(core.get(TreatmentLog).records().started).toMatchObject({ DEV0001: { at: start.at } });
    expect(await within(core, 20_000, stopping)).toEqual(stopped);
    expect(core.get(TreatmentLog).mayRun()).toEqual([]);
  });

  // The device loses its network just after the tap, and never hears of the stop.
  test('An accepted stop is not confirmed by a server that has forgotten the run of a device it cannot reach', async () => {
    const core = await inTreatment();
    core.http.reply(getDetail, offline);
    expect(await within(core, 15_000, core.stopping.stop('DEV0001', FOLLOWED))).toEqual({ kind: 'offline' });
    expect(core.stopping.isUnconfirmed('DEV0001')).toBe(true);
  });

  // Another page has heard the device's push; the server has not, and the device never obeys the stop.
  test.each([6, 40])(
    'A stop in the first minute of a treatment, after %i seconds, is not confirmed by a record from before it',
    async (seconds) => {
      const elapsed = seconds * SECOND;
      const core = await inTreatment({ here: { at: createTestApp().clock.now() + MINUTE - elapsed } });
      core.http.reply(stopDevice).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' });
      core.http.reply(readLatest, aReport({ onOff: 0 }), aReport({ onOff: 0 }), aReport());
      const stop = core.stopping.stop('DEV0001', { elapsed });
      expect(await within(core, 20_000, stop)).toMatchObject({ kind: 'unconfirmed' });
    },
  );

  // The start is answered late, and another page hears the device's push. The record and the check are from before, and the device never obeys the stop.
  test('A device whose start is answered while it is stopped is not called idle by a record from before the start', async () => {
    const core = await inTreatment({ here: false });
    const settings = { function: 'bio', auxiliary: 'none', workMinutes: 30 } as const;
    const log = core.get(TreatmentLog);
    log.record({ type: 'startSent', start: { sno: 'DEV0001', key: 'k', at: core.clock.now() - 6_000, settings } });
    core.http
      .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' })
      .reply(readLatest, aReport({ onOff: 0 }), aReport({ onOff: 0 }), aReport())
      .reply(stopDevice, () => {
        const treatment = { sno: 'DEV0001', key: 'k', at: core.clock.now(), state: settings };
        log.record({ type: 'startTookEffect', treatment }, { type: 'sawRunning', treatment });
        return null;
      });
    const stop = core.stopping.stop('DEV0001');
    expect(await within(core, 20_000, stop)).toMatchObject({ kind: 'unconfirmed' });
  });

  test('A stop in the first seconds of a treatment that the server has recorded is confirmed as soon as the device rests', async () => {
    const core = await inTreatment({ here: { at: createTestApp().clock.now() + MINUTE - 6_000 } });
    core.http.reply(readLatest, () => core.clock.sleep(300).then(() => aReport({ onOff: core.device.on ? 1 : 0 })));
    const stop = core.stopping.stop('DEV0001', { elapsed: 6_000, isRunning: true, isRecordOld: false });
    expect(await within(core, 5_000, stop)).toEqual(stopped);
  });

  test('A stop of a start that the server’s record did not show before the stop waited is confirmed as soon as the device rests', async () => {
    const core = await inTreatment({ here: { at: createTestApp().clock.now() + MINUTE - 1_000, ran: undefined } });
    core.http.reply(readLatest, aReport({ onOff: 0 }), () => aReport({ onOff: core.device.on ? 1 : 0 }));
    expect(await within(core, 20_000, core.stopping.stop('DEV0001'))).toEqual(stopped);
  });

  test('A stop in the first seconds of a treatment is confirmed although the server fails to say once what the device does', async () => {
    const core = await inTreatment({ here: { at: createTestApp().clock.now() + MINUTE - 6_000 } });
    const rest = aReport({ onOff: 0 });
    core.http.reply(readLatest, rest, refused('500'), rest);
    const stop = core.stopping.stop('DEV0001', { elapsed: 6_000, isRunning: true });
    expect(await within(core, 20_000, stop)).toEqual(stopped);
  });

  test('A stop is unconfirmed if the device reports running for fifteen seconds, and it can be repeated', async () => {
    const core = await inTreatment();
    core.http.reply(stopDevice);
    expect(await within(core, 15_000, core.stopping.stop('DEV0001', FOLLOWED))).toEqual({
      kind: 'unconfirmed',
      problem: undefined,
    });
    expect(core.treatments.started.get()).toBeDefined();
    core.device.on = false;
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toEqual(stopped);
  });

  test('A stop is unconfirmed at once if the session expires before the device reports', async () => {
    const core = await inTreatment();
    core.http.reply(readLatest, httpResponse({ status: 401 }));
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toMatchObject({
      kind: 'unconfirmed',
      problem: { code: 'unauthorized' },
    });
  });

  test('A report of rest does not confirm a stop if the device never reported the treatment, because the report may be older', async () => {
    const core = await inTreatment({ here: { ran: false } });
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    let outcome: unknown;
    void core.stopping.stop('DEV0001', FOLLOWED).then((result) => (outcome = result));
    await core.clock.advance(14_000);
    expect(outcome).toBeUndefined();
    await core.clock.advance(1_000);
    expect(outcome).toEqual({ kind: 'unconfirmed' });
  });
});

describe('StopTreatment: the first five seconds', () => {
  test('A stop without an elapsed time is delayed by the time since the start on this phone', async () => {
    const core = await inTreatment();
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - 2_000, state: {}, ran: true });
    core.http.reply(readLatest, () => aReport({ onOff: core.device.on ? 1 : 0, useTime: 0 }));
    const stopping = core.stopping.stop('DEV0001');
    await core.clock.advance(2_999);
    expect(core.stops()).toBe(0);
    expect(await within(core, 1, stopping)).toEqual(stopped);
  });

  test('A stop is sent at once if the device has counted minutes, whatever the clock says since the start', async () => {
    const core = await inTreatment();
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() + 3_600_000, state: {}, ran: true });
    core.http.reply(readLatest, () => aReport({ onOff: core.device.on ? 1 : 0, useTime: 1 }));
    expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
  });

  test('A stop waits at most five seconds if the clock was set back after the start', async () => {
    const core = await inTreatment();
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() + 3_600_000, state: {}, ran: true });
    core.http.reply(readLatest, () => aReport({ onOff: core.device.on ? 1 : 0, useTime: 0 }));
    expect(await within(core, 5_000, core.stopping.stop('DEV0001'))).toEqual(stopped);
  });
});

describe('StopTreatment: a server that is slow to say what the device does', () => {
  test.each([
    ['does not answer', () => new Promise<never>(() => undefined)],
    ['asks to wait', () => httpResponse({ status: 429, headers: { 'retry-after': '5' } })],
  ])('A stop is sent after five seconds if the server %s', async (_, answer) => {
    const core = await inTreatment();
    for (const read of [getDetail, readLatest, checkDevice]) core.http.reply(read, answer);
    const stop = core.stopping.stop('DEV0001');
    await core.clock.advance(4_999);
    expect(core.stops()).toBe(0);
    core.http.reply(readLatest, aReport(), aReport({ onOff: 0 }));
    expect(await within(core, 4_000, stop)).toEqual(stopped);
  });
});

test.each([
  ['before', { ownerId: 'op1', status: 'DEVICE_USED' }, hangs],
  ['after', new Problem('timeout'), { ownerId: 'op1', status: 'DEVICE_USED' }],
])(
  'A stop that a suspended page has held back is not sent to somebody else’s treatment, told %s that',
  async (_, first, second) => {
    const core = await inTreatment({ here: false });
    let answer = (): void => undefined;
    core.http
      .reply(readLatest, () => new Promise((resolve) => (answer = () => resolve(aReport()))), aReport())
      .reply(checkDevice, first, second);
    const stopping = core.stopping.stop('DEV0001');
    await core.clock.suspend(MINUTE);
    answer();
    expect([await within(core, 40_000, stopping), core.stops()]).toEqual([{ kind: 'not-mine' }, 0]);
  },
);

test.each([60, -60])(
  'A stop of a treatment from an earlier visit is confirmed although an answer corrects the clock by %i minutes',
  async (minutes) => {
    const core = await inTreatment({ here: { at: createTestApp().clock.now() - 5 * MINUTE } });
    core.http.reply(stopDevice, () => {
      core.clock.corrects(minutes * MINUTE);
      core.device.on = false;
      return null;
    });
    expect(await within(core, 15_000, core.stopping.stop('DEV0001'))).toEqual(stopped);
    expect(core.treatments.started.get()).toBeUndefined();
  },
);

test('Nothing is sent to the run of somebody else after a treatment of this phone, although the answers correct a slow clock', async () => {
  const core = await inTreatment({ here: false });
  const at = core.clock.now() + 50 * MINUTE;
  core.treatments.started.set({ sno: 'DEV0001', at, state: { function: 'bio', workMinutes: 30 } });
  core.http
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' })
    .reply(readLatest, aReport({ function: 3, workTime: 180, useTime: 2 }))
    .reply(getDetail, () => {
      core.clock.corrects(60 * MINUTE);
      return online;
    });
  expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'not-mine' });
  expect(core.stops()).toBe(0);
});

describe('StopTreatment: a device that does not run', () => {
  test('A stop of a device at rest is sent and reported as not running', async () => {
    const core = await inTreatment({ here: false });
    core.device.on = false;
    expect(await core.stopping.stop('DEV0001')).toEqual({
      kind: 'not-running',
      destination: { to: 'mode-menu', sno: 'DEV0001' },
    });
    expect([core.stops(), core.treatments.stoppedAt.get()]).toEqual([1, undefined]);
  });

  test('A refused stop of a device at rest is reported as not running', async () => {
    const core = await inTreatment({ here: false });
    core.device.on = false;
    core.http.reply(stopDevice, refused('500', '设备未启动'));
    expect(await core.stopping.stop('DEV0001')).toMatchObject({ kind: 'not-running' });
  });

  test.each([null, 'DEVICE_TREATING', 'DEVICE_WORKING'])(
    'A stop does not say that the device does not run because of an old report while the check says %s',
    async (status) => {
      const core = await inTreatment({ here: false });
      core.device.on = false;
      core.http.reply(checkDevice, { ownerId: 'op1', status });
      expect(await within(core, 20_000, core.stopping.stop('DEV0001'))).toMatchObject({ kind: 'unconfirmed' });
    },
  );

  test('A stop of an offline device is reported as offline even if the server accepts it', async () => {
    const core = await inTreatment({ here: false });
    core.http.reply(getDetail, offline);
    expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'offline' });
    core.device.on = false;
    expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'offline' });
    expect(core.stops()).toBe(2);
  });
});

describe('StopTreatment: a failed stop', () => {
  test.each<[string, Failure]>([
    ['times out', new Problem('timeout')],
    ['is refused because the browser sent it twice', refused('500', '设备未启动')],
  ])('A stop that %s is confirmed if the device reports rest', async (_, answer) => {
    const core = await inTreatment();
    core.http.reply(stopDevice, answer).reply(readLatest, aReport({ onOff: 0 }));
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toEqual(stopped);
    expect(core.stops()).toBe(1);
  });

  test.each<[string, ReturnType<typeof aReport>, string]>([
    ['still the one from before the run', aReport({ onOff: 0 }), 'refused'],
    ['still the one from before the run, of a device that was on without minutes', aReport({ workTime: 0 }), 'refused'],
    ['younger than one that showed the run', aReport(), 'stopped'],
  ])(
    'A refused stop of a device that pushed that it runs is told by a record of rest that is %s',
    async (_, before, kind) => {
      const core = await inTreatment();
      core.http.reply(readLatest, before).reply(enterPage, aSupply);
      const views: TreatmentView[] = [];
      core.get(FollowTreatment).follow('DEV0001', (view) => views.push(view));
      await core.clock.advance(0);
      core.channel.push({ kind: 'attributes', attributes: { OnOff: 1, WortTime: 30, UseTime: 1 } });
      await core.clock.advance(0);
      core.http.reply(stopDevice, refused('500', '设备忙')).reply(readLatest, aReport({ onOff: 0 }));
      const sight = sightOf(views.at(-1) as TreatmentView, core.clock.now());
      expect(sight).toMatchObject({ isRunning: true });
      expect(await core.stopping.stop('DEV0001', sight)).toMatchObject({ kind });
    },
  );

  test('A stop without a response is reported as unconfirmed within fifteen seconds', async () => {
    const core = await inTreatment();
    const silent = (request: { timeoutMs: number }) =>
      core.clock.sleep(request.timeoutMs).then(() => new Problem('timeout'));
    core.http.reply(stopDevice, silent).reply(readLatest, silent);
    expect(await within(core, 15_000, core.stopping.stop('DEV0001', FOLLOWED))).toMatchObject({ kind: 'unconfirmed' });
  });
});

describe('StopTreatment: stored state', () => {
  test('A confirmed stop clears the treatment and stores the time of the stop for its device', async () => {
    const core = await inTreatment();
    core.treatments.stoppedAt.set({ DEV0008: core.clock.now() - 10_000, DEV0009: core.clock.now() - 9_999 });
    await core.stopping.stop('DEV0001', FOLLOWED);
    expect([core.treatments.started.get(), core.treatments.stoppedAt.get()]).toEqual([
      undefined,
      { DEV0009: core.clock.now() - 9_999, DEV0001: core.clock.now() },
    ]);
  });
});

test('Each stop has its own idempotency key, because a stored response to an earlier stop would stop nothing', async () => {
  const core = await inTreatment({ configuration: { idempotencyHeader: 'Idempotency-Key' } });
  const kept = new Map<string, object>();
  core.http.reply(stopDevice, ({ headers }) => {
    const key = headers['Idempotency-Key'] ?? '';
    if (!kept.has(key)) core.device.on = false;
    kept.set(key, {});
    return kept.size === 1 ? new Problem('timeout') : null;
  });
  core.http.reply(readLatest, new Problem('timeout'));
  expect(await core.stopping.stop('DEV0001', FOLLOWED)).toMatchObject({ kind: 'unconfirmed' });
  await core.clock.advance(3 * 60 * MINUTE);
  core.device.on = true;
  core.http.reply(readLatest, () => aReport({ onOff: core.device.on ? 1 : 0, useTime: 4 }));
  expect(await core.stopping.stop('DEV0001', { elapsed: 4 * MINUTE })).toEqual(stopped);
  expect([core.device.on, kept.size]).toEqual([false, 2]);
});

test('A stop is unconfirmed if the server calls the device working and every report of rest may be older than that', async () => {
  const core = onTheMenu();
  core.http.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' }).reply(stopDevice);
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001'))).toEqual({ kind: 'unconfirmed' });
});
