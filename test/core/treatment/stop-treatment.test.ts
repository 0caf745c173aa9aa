import { describe, expect, test } from 'vitest';
import { getDetail, readLatest } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { stopDevice } from '../../../src/core/treatment/api.ts';
import type { StartedTreatment } from '../../../src/core/treatment/treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop-treatment.ts';
import { createTestApp, problemOf, within } from '../../helpers/create-test-app.ts';
import { type Failure, httpResponse, refused, type Reply } from '../../helpers/fake-server.ts';
import { aReport, offline, online } from '../../helpers/wire.ts';

const MINUTE = 60_000;
const FOLLOWED = { elapsed: MINUTE };
const stopped = { kind: 'stopped', destination: { to: 'mode-menu', stopped: true } };

/** A device that treats somebody and stands still as soon as the server takes a stop. `here` is what was started on this phone, a minute ago unless told. */
async function inTreatment({
  here = {},
  configuration,
}: { here?: Partial<StartedTreatment> | undefined | false; configuration?: object } = {}) {
  const core = createTestApp({ configuration });
  core.at({ sno: 'DEV0001' });
  core.works(true);
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
    .reply(getDetail, online);
  await core.clock.advance(MINUTE);
  return { ...core, device, stopping: core.get(StopTreatment), stops: () => core.http.requests(stopDevice).length };
}

describe('a stop that the server takes', () => {
  test('is said to be done as soon as the device says so', async () => {
    const core = await inTreatment();
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toEqual(stopped);
    expect(core.http.data(stopDevice)).toEqual(['DEV0001']);
  });

  test('is asked about each second until the device says that it stands still', async () => {
    const core = await inTreatment();
    core.http.reply(stopDevice).reply(readLatest, aReport(), aReport(), aReport(), aReport({ onOff: 0 }));
    expect(await within(core, 3_000, core.stopping.stop('DEV0001', FOLLOWED))).toEqual(stopped);
    expect(core.http.data(readLatest)).toHaveLength(4);
  });

  test('is unconfirmed where the device says for fifteen seconds that it runs, and can be asked for again', async () => {
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

  test('is unconfirmed where the device said that it runs and the server knows nothing of it after that', async () => {
    const core = await inTreatment();
    core.http.reply(stopDevice).reply(readLatest, aReport(), null);
    expect(await within(core, 15_000, core.stopping.stop('DEV0001', FOLLOWED))).toMatchObject({ kind: 'unconfirmed' });
  });

  // covers 4.treatment.15b
  test('is done after fifteen seconds where the device reports nothing against it', async () => {
    const core = await inTreatment();
    core.http.reply(readLatest, {});
    const stopping = core.stopping.stop('DEV0001', FOLLOWED);
    await core.clock.advance(14_000);
    expect(core.treatments.started.get()).toBeDefined();
    expect(await within(core, 1_000, stopping)).toEqual(stopped);
  });

  test.each<[string, Failure]>([
    ['times out', new Problem('timeout')],
    ['is refused', refused('500')],
  ])('is unconfirmed where every question to the device %s', async (_, answer) => {
    const core = await inTreatment();
    core.http.reply(readLatest, answer);
    expect(await within(core, 60_000, core.stopping.stop('DEV0001', FOLLOWED))).toMatchObject({
      kind: 'unconfirmed',
      problem: expect.any(Problem),
    });
  });

  test('is unconfirmed at once where the session ends before the device has answered', async () => {
    const core = await inTreatment();
    core.http.reply(readLatest, httpResponse({ status: 401 }));
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toMatchObject({
      kind: 'unconfirmed',
      problem: { code: 'unauthorized' },
    });
  });

  test('does not count an old report of rest for a treatment that the device has not reported yet', async () => {
    const core = await inTreatment({ here: { ran: false } });
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    let outcome: unknown;
    void core.stopping.stop('DEV0001', FOLLOWED).then((told) => (outcome = told));
    await core.clock.advance(14_000);
    expect(outcome).toBeUndefined();
    await core.clock.advance(1_000);
    expect(outcome).toEqual(stopped);
  });

  test('of a device that starts only after it is unconfirmed, not done', async () => {
    const core = await inTreatment({ here: { ran: false } });
    core.http.reply(stopDevice).reply(readLatest, aReport({ onOff: 0 }), aReport({ onOff: 0 }), aReport());
    expect(await within(core, 15_000, core.stopping.stop('DEV0001', FOLLOWED))).toMatchObject({ kind: 'unconfirmed' });
  });
});

describe('in the first five seconds', () => {
  // covers 5.rules.13b
  test('a stop waits for their end, says until when, and is then sent by itself', async () => {
    const core = await inTreatment({ here: { at: 0 } });
    const waits: number[] = [];
    const began = core.clock.now();
    const stopping = core.stopping.stop('DEV0001', { elapsed: 1_200, onWait: (at) => waits.push(at - began) });
    await core.clock.advance(3_799);
    expect([waits, core.stops()]).toEqual([[3_800], 0]);
    await core.clock.advance(1);
    expect(core.stops()).toBe(1);
    expect(await stopping).toEqual(stopped);
  });

  test('several taps wait together and are sent once', async () => {
    const core = await inTreatment();
    const all = Promise.all([1_000, 1_500, 2_000].map((elapsed) => core.stopping.stop('DEV0001', { elapsed })));
    expect(await within(core, 4_000, all)).toEqual([stopped, stopped, stopped]);
    expect(core.stops()).toBe(1);
  });

  test('a stop is sent although the screen that asked for it has gone', async () => {
    const core = await inTreatment();
    const screen = new AbortController();
    const stopping = core.stopping.stop('DEV0001', { elapsed: 0, signal: screen.signal });
    screen.abort();
    expect(await within(core, 5_000, stopping)).toEqual(stopped);
    expect(core.stops()).toBe(1);
  });

  test('the time since the start here counts where nobody follows the device', async () => {
    const core = await inTreatment();
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - 2_000, state: {}, ran: true });
    core.http.reply(readLatest, () => aReport({ onOff: core.device.on ? 1 : 0, useTime: 0 }));
    const stopping = core.stopping.stop('DEV0001');
    await core.clock.advance(2_999);
    expect(core.stops()).toBe(0);
    expect(await within(core, 1, stopping)).toEqual(stopped);
  });

  test('a minute that the device has counted outweighs the clock here', async () => {
    const core = await inTreatment();
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state: {}, ran: true });
    core.http.reply(readLatest, () => aReport({ onOff: core.device.on ? 1 : 0, useTime: 1 }));
    expect(await core.stopping.stop('DEV0001')).toEqual(stopped);
  });

  test.each([-3_600_000, -1])(
    'an elapsed time that is negative (%d ms) makes nobody wait for longer than five seconds',
    async (elapsed) => {
      const core = await inTreatment();
      expect(await within(core, 5_000, core.stopping.stop('DEV0001', { elapsed }))).toEqual(stopped);
    },
  );

  test('a start that lies ahead of the clock, which was set back, makes nobody wait for longer than five seconds', async () => {
    const core = await inTreatment();
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() + 3_600_000, state: {}, ran: true });
    core.http.reply(readLatest, () => aReport({ onOff: core.device.on ? 1 : 0, useTime: 0 }));
    expect(await within(core, 5_000, core.stopping.stop('DEV0001'))).toEqual(stopped);
  });
});

describe('a device that does not run', () => {
  test('is told to stop all the same, and said not to run', async () => {
    const core = await inTreatment({ here: false });
    core.device.on = false;
    expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'not-running', destination: { to: 'mode-menu' } });
    expect([core.stops(), core.treatments.stoppedAt.get()]).toEqual([1, undefined]);
  });

  test('is said not to run where the server refuses the stop', async () => {
    const core = await inTreatment({ here: false });
    core.device.on = false;
    core.http.reply(stopDevice, refused('500', '设备未启动'));
    expect(await core.stopping.stop('DEV0001')).toMatchObject({ kind: 'not-running' });
  });

  test('by an old report, but was just started by somebody, is not said to be at rest', async () => {
    const core = await inTreatment({ here: false });
    core.http.reply(stopDevice).reply(readLatest, aReport({ onOff: 0 }), aReport());
    expect(await within(core, 15_000, core.stopping.stop('DEV0001'))).toMatchObject({ kind: 'unconfirmed' });
  });

  test('because it is offline is said to be offline, whatever the server answers', async () => {
    const core = await inTreatment({ here: false });
    core.http.reply(getDetail, offline);
    expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'offline' });
    core.device.on = false;
    expect(await core.stopping.stop('DEV0001')).toEqual({ kind: 'offline' });
    expect(core.stops()).toBe(2);
  });
});

describe('a stop that the server does not take', () => {
  test('is told in its words, and the treatment goes on', async () => {
    const core = await inTreatment();
    core.http.reply(stopDevice, refused('500', '设备忙'));
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toEqual({ kind: 'refused', message: '设备忙' });
    expect(core.treatments.started.get()).toBeDefined();
  });

  test.each<[string, Failure]>([
    ['was lost', new Problem('timeout')],
    ['was refused, since a browser sent it twice', refused('500', '设备未启动')],
  ])('and %s is done where the device stands still', async (_, answer) => {
    const core = await inTreatment();
    core.http.reply(stopDevice, answer).reply(readLatest, aReport({ onOff: 0 }));
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toEqual(stopped);
    expect(core.stops()).toBe(1);
  });

  test('a device that never reported its treatment is not said to be stopped because it reports none', async () => {
    const core = await inTreatment({ here: { ran: false } });
    core.http
      .reply(stopDevice, new Problem('timeout'), refused('500', '设备忙'))
      .reply(readLatest, aReport({ onOff: 0 }));
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toMatchObject({
      kind: 'unconfirmed',
      problem: { code: 'timeout' },
    });
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toEqual({ kind: 'refused', message: '设备忙' });
  });

  test('nor is one whose start was lost a moment ago', async () => {
    const core = await inTreatment({ here: false });
    core.treatments.pendingStart.set({ sno: 'DEV0001', settings: { workMinutes: 30 }, key: 'k', at: core.clock.now() });
    core.http.reply(stopDevice, new Problem('timeout')).reply(readLatest, aReport({ onOff: 0 }));
    expect(await core.stopping.stop('DEV0001')).toMatchObject({ kind: 'unconfirmed' });
  });

  test.each<[string, Reply<typeof readLatest>]>([
    ['runs on', aReport()],
    ['cannot be asked', new Problem('timeout')],
  ])('a lost answer is said to be lost where the device %s, and stopping stays possible', async (_, report) => {
    const core = await inTreatment();
    core.http.reply(stopDevice, new Problem('timeout'), null).reply(readLatest, report);
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toMatchObject({
      kind: 'unconfirmed',
      problem: { code: 'timeout' },
    });
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    expect(await core.stopping.stop('DEV0001', FOLLOWED)).toEqual(stopped);
  });

  test('comes to a word within fifteen seconds', async () => {
    const core = await inTreatment();
    const silent = (request: { timeoutMs: number }) =>
      core.clock.sleep(request.timeoutMs).then(() => new Problem('timeout'));
    core.http.reply(stopDevice, silent).reply(readLatest, silent);
    expect(await within(core, 15_000, core.stopping.stop('DEV0001', FOLLOWED))).toMatchObject({ kind: 'unconfirmed' });
  });

  test('since the session has ended is a problem of its own', async () => {
    const core = await inTreatment();
    core.http.reply(stopDevice, httpResponse({ status: 401 }));
    expect(await problemOf(core.stopping.stop('DEV0001', FOLLOWED))).toMatchObject({ code: 'unauthorized' });
  });
});

describe('once it has stopped', () => {
  test('the treatment is forgotten, and when the device was stopped is kept, for that device alone', async () => {
    const core = await inTreatment();
    core.treatments.stoppedAt.set({ DEV0008: core.clock.now() - 10_000, DEV0009: core.clock.now() - 9_999 });
    await core.stopping.stop('DEV0001', FOLLOWED);
    expect([core.current.isWorking, core.treatments.started.get(), core.treatments.stoppedAt.get()]).toEqual([
      false,
      undefined,
      { DEV0009: core.clock.now() - 9_999, DEV0001: core.clock.now() },
    ]);
  });

  test('the device is the one dealt with, however it was come to', async () => {
    const core = await inTreatment({ here: { isShare: true } });
    core.at({ sno: 'OTHER01' }, 'shop-9');
    await core.stopping.stop('DEV0001', FOLLOWED);
    expect([core.current.selected, core.current.operatorId]).toEqual([{ sno: 'DEV0001', isShare: true }, undefined]);
  });

  test('what is known of the device dealt with stays known', async () => {
    const core = await inTreatment();
    core.at({ sno: 'DEV0001', isShare: false, orderNo: 'L-1' }, 'shop-9');
    await core.stopping.stop('DEV0001', FOLLOWED);
    expect([core.current.selected, core.current.operatorId]).toEqual([
      { sno: 'DEV0001', isShare: false, orderNo: 'L-1' },
      'shop-9',
    ]);
  });

  test('another device stays the one dealt with where the screen that asked has gone', async () => {
    const core = await inTreatment();
    const screen = new AbortController();
    core.http.reply(stopDevice, () => {
      screen.abort();
      core.at({ sno: 'OTHER01' }, 'shop-9');
      core.works(true);
      core.device.on = false;
      return null;
    });
    expect(await core.stopping.stop('DEV0001', { ...FOLLOWED, signal: screen.signal })).toEqual(stopped);
    expect([core.current.selected, core.current.operatorId, core.current.isWorking]).toEqual([
      { sno: 'OTHER01' },
      'shop-9',
      true,
    ]);
  });

  test('the device is the one dealt with for a screen that joined the stop of one that has gone', async () => {
    const core = await inTreatment();
    const screen = new AbortController();
    const first = core.stopping.stop('DEV0001', { ...FOLLOWED, signal: screen.signal });
    screen.abort();
    core.at({ sno: 'OTHER01' }, 'shop-9');
    expect(await Promise.all([first, core.stopping.stop('DEV0001', FOLLOWED)])).toEqual([stopped, stopped]);
    expect([core.current.selected?.sno, core.stops()]).toEqual(['DEV0001', 1]);
  });

  test('a start after it is a new one, whatever was pending before', async () => {
    const core = await inTreatment();
    core.treatments.pendingStart.set({
      sno: 'DEV0001',
      settings: { workMinutes: 30 },
      key: 'old',
      at: core.clock.now(),
    });
    core.http.reply(readLatest, aReport(), aReport({ onOff: 0 }));
    await within(core, 1_000, core.stopping.stop('DEV0001', FOLLOWED));
    expect(core.treatments.pendingStart.get()).toBeUndefined();
  });

  test('another device’s treatment is not forgotten', async () => {
    const core = await inTreatment();
    await core.stopping.stop('OTHER01', FOLLOWED);
    expect(core.treatments.started.get()?.sno).toBe('DEV0001');
  });
});

test('however often stop is tapped, it is sent once', async () => {
  const core = await inTreatment();
  await Promise.all(Array.from({ length: 10 }, () => core.stopping.stop('DEV0001', FOLLOWED)));
  expect(core.stops()).toBe(1);
});

test('each stop has an idempotency key of its own: an answer kept from an earlier treatment would stop nothing', async () => {
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
