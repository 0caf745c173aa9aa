import { describe, expect, test } from 'vitest';
import { checkDevice, enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import { MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import type { TreatmentView } from '../../../src/core/treatment/follow/treatment-view.ts';
import { createTestApp, type TestApp } from '../../helpers/create-test-app.ts';
import { hangs, refused, type Reply } from '../../helpers/fake-server.ts';
import { aReport, aSupply, offline, online } from '../../helpers/wire.ts';

/** A followed treatment. `ago`: milliseconds since the treatment was started on this phone; undefined if it was not. */
function inTreatment({
  ago,
  report = aReport(),
  status = 'DEVICE_WORKING',
}: { ago?: number; report?: Reply<typeof readLatest>; status?: string } = {}) {
  const core = createTestApp();
  core.http
    .reply(getDetail, online)
    .reply(readLatest, report)
    .reply(enterPage, aSupply)
    .reply(checkDevice, { ownerId: 'shop-1', status });
  if (ago !== undefined) {
    const state = { on: true, function: 'bio', workMinutes: 30 } as const;
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - ago, state });
  }
  return { ...core, ...treatmentViews(core) };
}

function treatmentViews(core: ReturnType<typeof createTestApp>) {
  const views: TreatmentView[] = [];
  return {
    views,
    last: () => views.at(-1) as TreatmentView,
    phases: () => views.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1]),
    elapsed: () => core.clock.now() - (views.at(-1)?.beganAt ?? Number.NaN),
    follow: () => core.get(FollowTreatment).follow('DEV0001', (view) => views.push(view)),
    push: (attributes: Record<string, unknown>) => core.channel.push({ kind: 'attributes', attributes }),
  };
}

/** A device without a count that was started here ten minutes ago, in this page, and is followed. */
async function startedInThisPage() {
  const core = inTreatment({ report: aReport({ useTime: undefined }) });
  core.get(TreatmentLog).record({
    type: 'startTookEffect',
    treatment: { sno: 'DEV0001', at: core.clock.now(), state: { on: true, function: 'bio', workMinutes: 30 } },
  });
  core.follow();
  await core.clock.advance(10 * MINUTE);
  return core;
}

describe('FollowTreatment', () => {
  /** A treatment that was seen to run four minutes ago, on a device whose run the server has forgotten because it cannot reach it. */
  function forgotten() {
    const core = inTreatment({ ago: 4 * MINUTE, report: aReport({ onOff: 0 }), status: 'DEVICE_OFFLINE' });
    const started = core.treatments.started.get();
    core.treatments.started.set(started && { ...started, ran: true });
    return core;
  }

  test('A record of rest ends no treatment before the server has said whether it reaches the device', async () => {
    const core = forgotten();
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    core.http.reply(getDetail, new Problem('timeout'), offline);
    core.follow();
    await core.clock.advance(MINUTE);
    expect([...core.phases(), core.last().mayStillRun]).toEqual(['loading', 'offline', true]);
  });

  // The device has pushed its run to an earlier screen; the server's record is seconds behind, and then nothing answers.
  test('A record from the first seconds of a treatment does not end it minutes later', async () => {
    const core = inTreatment({ ago: 3 * SECOND });
    const started = core.treatments.started.get();
    core.treatments.started.set(started && { ...started, ran: true });
    const silence = new Problem('timeout');
    core.http.reply(readLatest, aReport({ onOff: 0 }), silence).reply(checkDevice, silence);
    core.follow();
    await core.clock.advance(6 * MINUTE);
    expect(core.phases()).not.toContain('finished');
  });

  /** A treatment that was started here a moment ago, and whose run the device has pushed. */
  async function pushedAfterStart() {
    const core = inTreatment({ ago: SECOND });
    core.follow();
    await core.clock.advance(SECOND);
    core.channel.push({ kind: 'line', state: 'open' });
    core.push({ OnOff: 1, Function: 1, WortTime: 30, UseTime: 0 });
    return core;
  }

  // The server's record is half a minute behind: of a short treatment before, and then of the rest after that.
  test('A treatment whose run the device has pushed is not over by a record from before its start', async () => {
    const core = await pushedAfterStart();
    await core.clock.advance(10 * SECOND);
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    await core.clock.advance(30 * SECOND);
    core.http.reply(readLatest, aReport());
    await core.clock.advance(20 * SECOND);
    expect([core.phases().slice(-1), core.phases().includes('finished')]).toEqual([['running'], false]);
  });

  test('A treatment whose run the device has pushed is not over by an old rest with which the cloud answers a read', async () => {
    const core = await pushedAfterStart();
    core.channel.push({ kind: 'attributes', attributes: { OnOff: 0 }, mayAnswerRead: true });
    await core.clock.advance(20 * SECOND);
    expect([core.phases().slice(-1), core.phases().includes('finished')]).toEqual([['running'], false]);
  });

  test.each(['pushes', 'has recorded for a minute'])(
    'A treatment that ends in its first minute is over once the device %s it',
    async (how) => {
      const core = await pushedAfterStart();
      await core.clock.advance(20 * SECOND);
      if (how === 'pushes') core.push({ OnOff: 0 });
      core.http.reply(readLatest, aReport({ onOff: 0 }));
      await core.clock.advance(how === 'pushes' ? 0 : MINUTE);
      expect(core.last().phase).toBe('finished');
    },
  );

  test('A record that was asked for before the phone slept ends no treatment, although the device is back by then', async () => {
    const core = forgotten();
    let wake = (): void => undefined;
    const awake = new Promise<void>((resolve) => (wake = resolve));
    core.http.reply(checkDevice, new Problem('timeout'));
    core.http.reply(readLatest, () => awake.then(() => aReport({ onOff: 0 })), aReport());
    core.follow();
    await core.clock.suspend(4 * MINUTE);
    wake();
    await core.clock.advance(MINUTE);
    expect(core.phases()).not.toContain('finished');
  });

  test('A record that was asked for before the phone slept shows no run, although nothing answered for the device’s connection', async () => {
    const core = inTreatment({ ago: MINUTE });
    let wake = (): void => undefined;
    const awake = new Promise<void>((resolve) => (wake = resolve));
    const later = aReport({ onOff: 0 });
    core.http
      .reply(getDetail, () => awake.then(() => new Problem('timeout')), hangs)
      .reply(readLatest, aReport(), later);
    core.follow();
    await core.clock.suspend(30 * MINUTE);
    wake();
    await core.clock.advance(SECOND);
    expect(core.phases()).not.toContain('running');
  });

  test('A server that refuses to answer is told, although the page was suspended while it was asked', async () => {
    const core = forgotten();
    let wake = (): void => undefined;
    const awake = new Promise<void>((resolve) => (wake = resolve));
    const refuse = () => awake.then(() => refused('9001'));
    core.http.reply(readLatest, refuse, hangs).reply(getDetail, refuse, hangs);
    core.follow();
    await core.clock.suspend(4 * MINUTE);
    wake();
    await core.clock.advance(SECOND);
    expect(core.last().problem?.code).toBe('refused');
  });

  test('A record from before the return of a device ends no treatment, whichever answer told that it was gone', async () => {
    const core = forgotten();
    core.http.reply(getDetail, () => core.clock.sleep(2_000).then(() => online));
    core.follow();
    await core.clock.advance(3_000);
    core.http.reply(readLatest, aReport()).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    await core.clock.advance(MINUTE);
    expect(core.phases()).not.toContain('finished');
    expect(core.last().phase).toBe('running');
  });

  // The server forgets the run of a device that it cannot reach, and hears of it again a moment after the device is back.
  test.each(['was polled', 'was pushed'])(
    'A run whose device was gone for seconds, as it %s, goes on, although the server has forgotten it for a moment',
    async (how) => {
      const core = inTreatment({ ago: 4 * MINUTE });
      core.follow();
      await core.clock.advance(2 * MINUTE);
      const isPushed = how === 'was pushed';
      core.channel.push({ kind: 'line', state: isPushed ? 'open' : 'lost' });
      if (isPushed) core.channel.push({ kind: 'online', online: false });
      else core.http.reply(getDetail, offline);
      await core.clock.advance(isPushed ? 6_000 : 10_000);
      expect(core.last().phase).toBe('offline');
      core.http.reply(getDetail, online).reply(readLatest, aReport({ onOff: 0 }));
      core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
      if (isPushed) core.channel.push({ kind: 'online', online: true });
      await core.clock.advance(isPushed ? 3_000 : 10_000);
      core.http.reply(readLatest, aReport()).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
      await core.clock.advance(MINUTE);
      expect(core.phases()).not.toContain('finished');
      expect(core.last().phase).toBe('running');
    },
  );

  test.each([
    ['rests', { onOff: 0 }],
    ['runs', {}],
  ])('That somebody else used a device an hour ago says nothing of a report that it %s now', async (_, report) => {
    const core = inTreatment({ status: 'DEVICE_USED' });
    core.follow();
    await core.clock.advance(MINUTE);
    expect(core.last().phase).toBe('not-mine');
    core.http.reply(readLatest, aReport(report)).reply(checkDevice, hangs);
    await core.clock.suspend(60 * MINUTE);
    expect([core.last().phase, core.last().seenAt]).toEqual(['loading', core.clock.now()]);
  });

  test.each([-60, 60])(
    'A clock that is corrected by %i minutes changes neither the elapsed time of a device without a count nor whether it is over',
    async (minutes) => {
      const core = await startedInThisPage();
      expect([core.last().phase, core.elapsed()]).toEqual(['running', 10 * MINUTE]);
      core.clock.corrects(minutes * MINUTE);
      expect([core.last().phase, core.elapsed()]).toEqual(['running', 10 * MINUTE]);
      await core.clock.advance(MINUTE);
      expect([core.last().phase, core.elapsed()]).toEqual(['running', 11 * MINUTE]);
      expect([core.get(TreatmentLog).mayRun(), core.last().seenAt]).toEqual([['DEV0001'], core.clock.now()]);
      expect(core.treatments.started.get()?.at).toBe(core.clock.now() - 11 * MINUTE);
    },
  );

  test('A clock that is corrected while a poll is under way does not make its report an hour old', async () => {
    const core = await startedInThisPage();
    core.http.reply(readLatest, () => {
      core.clock.corrects(60 * MINUTE);
      return aReport({ useTime: undefined });
    });
    await core.clock.advance(10_000);
    expect([core.last().phase, core.clock.now() - (core.last().seenAt ?? 0)]).toEqual(['running', 0]);
  });

  test.each([10, undefined])(
    'A single query whose answer sets a clock right that was an hour slow recognizes the treatment that an earlier command started, with a count of %s',
    async (useTime) => {
      const core = inTreatment({ status: 'DEVICE_FREE' });
      const began = core.clock.now() + 50 * MINUTE;
      const state = { on: true, function: 'bio', workMinutes: 30 } as const;
      core.treatments.started.set({ sno: 'DEV0001', at: began, state, ran: true });
      core.http.reply(readLatest, () => {
        core.clock.corrects(60 * MINUTE);
        return aReport({ useTime });
      });
      expect(await core.get(FollowTreatment).look('DEV0001')).toMatchObject({ phase: 'running', beganAt: began });
    },
  );

  test('A correction does not move the start of a treatment that an earlier page wrote', async () => {
    const core = inTreatment({ ago: 10 * MINUTE });
    core.follow();
    await core.clock.advance(1_000);
    const { at } = core.treatments.started.get() ?? expect.unreachable();
    core.clock.corrects(60 * MINUTE);
    expect(core.treatments.started.get()?.at).toBe(at);
  });

  test('A starting treatment shows the requested settings until the device reports its own', async () => {
    const atRest = { OnOff: 0, Function: 1, Voltage: 3, SubFunction: 1, UseTime: 30 };
    const core = inTreatment({ ago: 0, report: atRest });
    core.treatments.started.set({
      sno: 'DEV0001',
      at: core.clock.now(),
      state: { function: 'sleep', workMinutes: 180 },
    });
    core.follow();
    await core.clock.advance(16_000);
    expect(core.last()).toMatchObject({ phase: 'unresponsive', mode: 'sleep' });
    expect(core.last().state).toEqual({ on: false, function: 'sleep', workMinutes: 180 });
    core.push({ OnOff: 1, Function: 2, WortTime: 30, UseTime: 0 });
    await core.clock.advance(0);
    expect(core.last()).toMatchObject({
      phase: 'running',
      mode: 'light',
      state: { function: 'light', workMinutes: 30 },
    });
  });

  test.each([25, 24 * 60])(
    'A run that the server calls this user’s shows nothing of the treatment started here %i minutes before it was seen',
    async (minutes) => {
      const core = inTreatment({ report: aReport({ function: null, workTime: null, useTime: 5 }) });
      const state = { function: 'bio', workMinutes: 30 } as const;
      core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - minutes * MINUTE, state, ran: true });
      core.follow();
      await core.clock.advance(1_000);
      const { phase, mode, state: shown } = core.last();
      expect([phase, mode, shown.workMinutes]).toEqual(['running', undefined, undefined]);
    },
  );

  test('The treatment started here shows its requested mode and minutes where the device does not report them, until its end', async () => {
    const core = inTreatment({ ago: MINUTE, report: aReport({ function: null, workTime: null, useTime: 1 }) });
    core.follow();
    await core.clock.advance(1_000);
    expect(core.last()).toMatchObject({ phase: 'running', mode: 'bio', state: { workMinutes: 30 } });
    core.push({ OnOff: 0 });
    expect(core.last()).toMatchObject({ phase: 'finished', mode: 'bio', state: { workMinutes: 30 } });
  });

  test.each([
    ['is live', 'open', { onOff: 0 }],
    ['is lost again', 'lost', { onOff: 0 }],
    ['is live, and the record has no minutes left', 'open', { onOff: 1, workTime: 0 }],
  ] as const)(
    'A treatment whose device has pushed that it runs is not ended by a record from before it, if the channel %s',
    async (_, line, before) => {
      const core = inTreatment({ ago: 0, report: aReport({ useTime: 0, ...before }) });
      core.follow();
      await core.clock.advance(1_000);
      core.channel.push({ kind: 'line', state: 'open' });
      core.push({ OnOff: 1, WortTime: 30, UseTime: 0 });
      core.channel.push({ kind: 'line', state: line });
      await core.clock.advance(55_000);
      expect(core.last().phase).toBe('running');
      core.http.reply(readLatest, aReport({ useTime: 1 }));
      await core.clock.advance(10_000);
      core.http.reply(readLatest, aReport({ onOff: 0, useTime: 1 }));
      await core.clock.advance(20_000);
      expect(core.phases()).toEqual(['starting', 'running', 'finished']);
    },
  );

  test('A treatment whose device has pushed that it runs is finished after a minute without another report of a run', async () => {
    const core = inTreatment({ ago: 0, report: aReport({ onOff: 0, useTime: 1 }) });
    core.follow();
    await core.clock.advance(1_000);
    core.push({ OnOff: 1, UseTime: 0 });
    await core.clock.advance(70_000);
    expect(core.last().phase).toBe('finished');
  });

  test('A treatment whose device is off within its first ten seconds is not finished before they have passed', async () => {
    const core = inTreatment({ ago: 2_000 });
    core.follow();
    await core.clock.advance(0);
    core.push({ OnOff: 0 });
    expect(core.last().phase).toBe('starting');
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    await core.clock.advance(9_000);
    expect(core.last().phase).toBe('finished');
  });

  test('A treatment whose start has an unknown outcome is finished once its device was seen running and is off', async () => {
    const core = inTreatment({ report: aReport({ useTime: 0 }) });
    core.treatments.pendingStarts.set({
      DEV0001: {
        sno: 'DEV0001',
        settings: { function: 'bio', auxiliary: 'none', workMinutes: 30 },
        key: 'key',
        at: core.clock.now(),
      },
    });
    core.follow();
    await core.clock.advance(MINUTE);
    expect(core.last().phase).toBe('running');
    core.http
      .reply(readLatest, aReport({ onOff: 0, useTime: 1 }))
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    await core.clock.advance(11_000);
    expect([core.last().phase, core.last().mayStillRun]).toEqual(['finished', false]);
  });

  test('A treatment that ended while no page followed it is finished, not unresponsive', async () => {
    const core = inTreatment({ ago: 3_000 });
    core.follow().stop();
    core.follow();
    await core.clock.advance(1_000);
    expect(core.last().phase).toBe('running');
    core.http
      .reply(readLatest, aReport({ onOff: 0, useTime: 20 }))
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_USING' });
    const again = { ...core.reopened(), ...treatmentViews(core.reopened()) };
    await core.clock.advance(20 * 60_000);
    again.follow();
    await core.clock.advance(0);
    expect(again.last().phase).toBe('finished');
  });

  test('A treatment whose time has passed without a report that it ran is over, without minutes', async () => {
    const report = aReport({ onOff: 0, useTime: 30 });
    const core = inTreatment({ ago: 36 * 60_000, report, status: 'DEVICE_USING' });
    core.follow();
    await core.clock.advance(0);
    expect(core.last()).toMatchObject({ phase: 'over', endedAt: undefined });
    expect(core.get(FollowTreatment).leave(core.last())).toEqual({ to: 'mode-menu', sno: 'DEV0001' });
    expect(core.treatments.started.get()).toBeUndefined();
  });

  test('Leaving a finished treatment clears the stored treatment of its device only, and leaving an offline one does not', () => {
    const core = inTreatment({ ago: 0 });
    const following = core.get(FollowTreatment);
    expect(following.leave({ sno: 'DEV0001', phase: 'offline' })).toEqual({ to: 'my' });
    expect(following.leave({ sno: 'OTHER01', phase: 'finished' })).toEqual({ to: 'mode-menu', sno: 'OTHER01' });
    expect(core.treatments.started.get()?.sno).toBe('DEV0001');
    expect(following.leave({ sno: 'DEV0001', phase: 'finished' })).toEqual({ to: 'mode-menu', sno: 'DEV0001' });
    expect(core.treatments.started.get()).toBeUndefined();
  });

  test('A single query calls a device offline that only the second answer of the check calls so', async () => {
    const core = inTreatment({ ago: 20 * MINUTE });
    core.http
      .reply(getDetail, { ...online, onlineStatusDesc: null })
      .reply(readLatest, async () => {
        await core.clock.advance(100);
        return aReport({ useTime: 3 });
      })
      .reply(checkDevice, { ownerId: 'shop-1', status: 'NEW' }, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
    expect(await core.get(FollowTreatment).look('DEV0001')).toMatchObject({ phase: 'offline', online: false });
  });
});

describe('FollowTreatment: a device that does not report after a start', () => {
  test.each([
    ['sends empty reports', {}],
    ['is at rest', aReport({ onOff: 0 })],
    ['is at rest with no minutes set', aReport({ onOff: 0, workTime: 0 })],
    ['cannot be queried', new Problem('timeout')],
  ])('A treatment is unresponsive after fifteen seconds if its device %s', async (_, report) => {
    const core = inTreatment({ ago: 0, report });
    core.follow();
    await core.clock.advance(14_000);
    expect(core.last().phase).toBe('starting');
    await core.clock.advance(1_000);
    expect(core.phases()).toEqual(['starting', 'unresponsive']);
  });

  test('Loading ends after fifteen seconds if the device never reports whether it is on', async () => {
    const core = inTreatment({ report: {} });
    core.follow();
    await core.clock.advance(15_000);
    expect(core.phases()).toEqual(['loading', 'unresponsive']);
  });
});

describe('FollowTreatment: a device that goes offline', () => {
  test('A device that returns online is queried at once and has come back only if it still reports rest seconds later', async () => {
    const core = inTreatment({ ago: 60_000, report: aReport({ useTime: 1 }) });
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'online', online: false });
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    core.channel.push({ kind: 'online', online: true });
    expect(core.last()).toMatchObject({ phase: 'running', cameBack: false });
    await core.clock.advance(1);
    expect(core.last()).toMatchObject({ state: { on: false }, cameBack: false });
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ cameBack: true });
  });

  test('A device whose connection only the check names is offline until the check says something else', async () => {
    const core = inTreatment({ ago: 60_000, report: aReport({ useTime: 1 }), status: 'DEVICE_OFFLINE' });
    core.http.reply(getDetail, { ...online, onlineStatusDesc: null });
    core.follow();
    await core.clock.advance(30_000);
    expect(core.last()).toMatchObject({ phase: 'offline', online: false, mayStillRun: true });
    core.http.reply(checkDevice, new Problem('timeout'));
    await core.clock.advance(20_000);
    expect(core.last()).toMatchObject({ phase: 'offline' });
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    await core.clock.advance(20_000);
    expect(core.last()).toMatchObject({ phase: 'running', online: undefined });
  });

  test('The check is asked at once about a device that was pushed offline before the channel was lost', async () => {
    const core = inTreatment({ ago: 60_000, report: aReport({ useTime: 1 }) });
    core.http.reply(getDetail, { ...online, onlineStatusDesc: null });
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'line', state: 'open' });
    core.channel.push({ kind: 'online', online: false });
    expect(core.last().phase).toBe('offline');
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_OFFLINE' });
    core.channel.push({ kind: 'line', state: 'lost' });
    await core.clock.advance(0);
    expect(core.last()).toMatchObject({ phase: 'offline', mayStillRun: true });
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    await core.clock.advance(20_000);
    expect(core.last()).toMatchObject({ phase: 'running', online: undefined });
  });

  test('A device that was given to somebody else is asked at once for its record, its detail, its state, and whose it is', async () => {
    const core = inTreatment({ ago: 5 * MINUTE });
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'line', state: 'open' });
    const asked = () => [
      ...[readLatest, getDetail, checkDevice].map((call) => core.http.requests(call).length),
      core.channel.lines[0]?.reads ?? 0,
    ];
    const before = asked();
    core.channel.push({ kind: 'binding-changed' });
    await core.clock.advance(0);
    expect(asked()).toEqual(before.map((count) => count + 1));
    await core.clock.advance(1_000);
    expect(asked()).toEqual(before.map((count) => count + 1));
  });
});

describe('FollowTreatment: elapsed time', () => {
  test('A device that rests without minutes left and stays on takes no minutes and no strength into its next treatment', async () => {
    const ended = aReport({ onOff: 1, workTime: 0, useTime: 30, subFunction: 1, grade: 4 });
    const core = inTreatment({ ago: 0, report: ended });
    core.follow();
    await core.clock.advance(2_000);
    core.push({ WortTime: 30, Function: 1 });
    expect([core.last().phase, core.elapsed()]).toEqual(['running', 2_000]);
    expect(core.last().state).toEqual({ on: true, workMinutes: 30, function: 'bio' });
  });

  test('A device that rests without minutes left and stays on does not run because its function is chosen anew', async () => {
    const core = inTreatment({ report: aReport({ onOff: 1, workTime: 0, function: 1 }), status: 'DEVICE_FREE' });
    core.follow();
    await core.clock.advance(2_000);
    core.push({ Function: 2 });
    expect([core.last().phase, core.last().report]).toEqual(['idle', 'rest']);
  });
});

const WORKING = { ownerId: 'op1', status: 'DEVICE_WORKING' };

const hasRun = (core: TestApp, ago = MINUTE) =>
  core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - ago, state: { workMinutes: 30 }, ran: true });

function following(core: TestApp) {
  const seen = treatmentViews(core);
  return { ...seen, ...seen.follow() };
}

test('A run that somebody else begins soon after a stop without a known effect is not followed as the stopped one', async () => {
  const core = createTestApp();
  hasRun(core);
  core.http
    .reply(getDetail, online)
    .reply(readLatest, aReport({ useTime: 1 }), aReport({ useTime: 0 }))
    .reply(checkDevice, WORKING, { ...WORKING, status: 'DEVICE_USED' })
    .reply(enterPage, refused('500'));
  const { last } = following(core);
  await core.clock.advance(0);
  core.get(TreatmentLog).record({ type: 'stopUnconfirmed', sno: 'DEV0001' });
  await core.clock.advance(11_000);
  expect(last().phase).toBe('replaced');
});

test.each([[null], ['休眠']])(
  'An unknown online status (%s) makes a device neither offline nor a problem',
  async (onlineStatusDesc) => {
    const core = createTestApp();
    core.http
      .reply(getDetail, { sno: 'DEV0001', onlineStatusDesc })
      .reply(readLatest, aReport())
      .reply(checkDevice, WORKING)
      .reply(enterPage, refused('500'));
    const { last } = following(core);
    await core.clock.advance(0);
    expect([last().phase, last().problem?.code]).toEqual(['running', undefined]);
  },
);

test('Whose the next run is, no word tells that answered an earlier doubt of the page: somebody else’s is not the own one', async () => {
  const core = await startedInThisPage();
  const silent = aReport({ useTime: undefined });
  const says = (status: string) => ({ ownerId: 'shop-1', status });
  core.http.reply(checkDevice, () => core.clock.sleep(2_000).then(() => says('DEVICE_FREE')));
  // The page sleeps, and first reads a record from before the end.
  await core.clock.suspend(30 * MINUTE);
  core.http.reply(readLatest, { ...silent, onOff: 0 });
  core.push({ OnOff: 0 });
  await core.clock.advance(MINUTE);
  expect(core.last().phase).toBe('finished');
  core.http.reply(readLatest, silent).reply(checkDevice, says('DEVICE_USED'));
  await core.clock.advance(MINUTE);
  expect(core.last().phase).toBe('replaced');
});

/**
 * Somebody else runs the device with the settings of the treatment that ended here a minute before, and stops it after half an
 * hour. The server says at once that it works for nobody; its record follows when the device has reported.
 */
async function afterTheRunOfSomebodyElse(idle: string, count: 'counts' | 'never counts') {
  const core = inTreatment({ ago: 2 * SECOND });
  const began = core.clock.now() - 2 * SECOND;
  const [mineEnds, theirsBegins, theirsEnds] = [60, 80, 1891].map((seconds) => began + seconds * SECOND) as [
    number,
    number,
    number,
  ];
  const isMine = (now: number) => now < mineEnds;
  const isTheirs = (now: number, lagMs = 0) => now >= theirsBegins && now < theirsEnds + lagMs;
  core.http
    .reply(readLatest, () => {
      const now = core.clock.now();
      const since = isMine(now) ? began : theirsBegins;
      const useTime = count === 'counts' ? Math.max(0, Math.floor((now - since) / MINUTE)) : undefined;
      return aReport({ useTime, onOff: isMine(now) || isTheirs(now, 2 * SECOND) ? 1 : 0 });
    })
    .reply(checkDevice, () => {
      const now = core.clock.now();
      const status = isMine(now) ? 'DEVICE_WORKING' : isTheirs(now) ? 'DEVICE_USED' : idle;
      return { ownerId: 'shop-1', status };
    });
  core.follow();
  await core.clock.advance(100 * SECOND);
  return { ...core, mineEnds };
}

test.each([
  ['free', 'counts'],
  ['free', 'never counts'],
  ['rented', 'counts'],
  ['rented', 'never counts'],
] as const)(
  'A run that the server has called somebody else’s is no treatment of this user once the device is %s, on a device that %s',
  async (idle, count) => {
    const core = await afterTheRunOfSomebodyElse(idle === 'free' ? 'DEVICE_FREE' : 'DEVICE_USING', count);
    expect(core.last().phase).toBe('replaced');
    core.views.length = 0;
    await core.clock.advance(32 * MINUTE);
    expect([core.phases().includes('running'), core.last().phase]).toEqual([false, 'finished']);
    expect(Math.abs((core.last().endedAt ?? core.mineEnds) - core.mineEnds)).toBeLessThanOrEqual(10 * SECOND);
  },
);
