import { describe, expect, test } from 'vitest';
import { enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow-treatment.ts';
import type { TreatmentView } from '../../../src/core/treatment/treatment-tracker.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import type { Reply } from '../../helpers/fake-server.ts';
import { aReport, aSupply, offline, online } from '../../helpers/wire.ts';

/** A treatment that somebody looks at; started here where `ago` says how long ago, in ms. */
function inTreatment({ ago, report = aReport() }: { ago?: number; report?: Reply<typeof readLatest> } = {}) {
  const core = createTestApp();
  core.http.reply(getDetail, online).reply(readLatest, report).reply(enterPage, aSupply);
  if (ago !== undefined) {
    const state = { on: true, function: 'bio', workMinutes: 30 } as const;
    core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - ago, state });
  }
  return { ...core, ...looking(core) };
}

function looking(core: ReturnType<typeof createTestApp>) {
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

describe('a treatment', () => {
  test('started here is starting, and runs once the device says so', async () => {
    const core = inTreatment({ ago: 0, report: aReport({ onOff: 0 }) });
    core.follow();
    expect(core.last()).toMatchObject({ phase: 'starting', mode: 'bio', sno: 'DEV0001', beganAt: core.clock.now() });
    await core.clock.advance(3_000);
    core.push({ OnOff: 1, UseTime: 0 });
    expect([core.last().phase, core.elapsed()]).toEqual(['running', 3_000]);
  });

  test('shows what was asked for until the device reports what it does', async () => {
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
    expect(core.last()).toMatchObject({
      phase: 'running',
      mode: 'light',
      state: { function: 'light', workMinutes: 30 },
    });
  });

  // covers 4.treatment.4a
  test('begun elsewhere shows the minutes the device has counted', async () => {
    const core = inTreatment({ report: aReport({ useTime: 12 }) });
    core.follow();
    expect(core.last().phase).toBe('loading');
    await core.clock.advance(0);
    expect([core.last().phase, core.elapsed()]).toEqual(['running', 12 * 60_000]);
  });

  // covers 4.treatment.9b
  test('that ran and is off is finished', async () => {
    const core = inTreatment({ ago: 20_000 });
    core.follow();
    await core.clock.advance(0);
    core.push({ OnOff: 0 });
    expect(core.last().phase).toBe('finished');
  });

  // covers 4.treatment.9a
  test('that is off within its first ten seconds is not finished before they are over', async () => {
    const core = inTreatment({ ago: 2_000 });
    core.follow();
    await core.clock.advance(0);
    core.push({ OnOff: 0 });
    expect(core.last().phase).toBe('starting');
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    await core.clock.advance(9_000);
    expect(core.last().phase).toBe('finished');
  });

  // covers 4.treatment.8b
  test('with no minutes left is finished', async () => {
    const core = inTreatment({ ago: 60_000 });
    core.follow();
    await core.clock.advance(0);
    core.push({ WortTime: 0 });
    expect(core.last().phase).toBe('finished');
  });

  test('that ended while nobody looked is finished, not silent', async () => {
    const core = inTreatment({ ago: 3_000 });
    core.follow().stop();
    core.follow();
    await core.clock.advance(1_000);
    expect(core.last().phase).toBe('running');
    core.http.reply(readLatest, aReport({ onOff: 0, useTime: 20 }));
    const again = { ...core.reopened(), ...looking(core.reopened()) };
    await core.clock.advance(20 * 60_000);
    again.follow();
    await core.clock.advance(0);
    expect(again.last().phase).toBe('finished');
  });

  test('whose time is long over is finished, although nobody saw it run', async () => {
    const core = inTreatment({ ago: 31 * 60_000, report: aReport({ onOff: 0, useTime: 30 }) });
    core.follow();
    await core.clock.advance(0);
    expect(core.last().phase).toBe('finished');
  });

  test('that nobody started here is none where the device stands still', async () => {
    const core = inTreatment({ report: { onOff: 0, useTime: 30, workTime: 30 } });
    core.follow();
    await core.clock.advance(15_000);
    expect(core.phases()).toEqual(['loading', 'idle']);
    core.push({ OnOff: 1, UseTime: 0 });
    expect(core.last().phase).toBe('running');
    core.push({ OnOff: 0 });
    await core.clock.advance(11_000);
    expect(core.phases()).toEqual(['loading', 'idle', 'running', 'starting', 'finished']);
  });

  test('is forgotten when it is over', () => {
    const core = inTreatment({ ago: 0 });
    core.works(true);
    const following = core.get(FollowTreatment);
    expect(following.leave({ sno: 'OTHER01', phase: 'finished' })).toEqual({ to: 'mode-menu' });
    expect(core.treatments.started.get()?.sno).toBe('DEV0001');
    expect(following.leave({ sno: 'DEV0001', phase: 'finished' })).toEqual({ to: 'mode-menu' });
    expect([core.current.isWorking, core.treatments.started.get()]).toEqual([false, undefined]);
  });

  test('that nobody started here leads to the modes as well when it is over', () => {
    expect(inTreatment().get(FollowTreatment).leave({ sno: 'DEV0001', phase: 'finished' })).toEqual({
      to: 'mode-menu',
    });
  });

  test.each([
    ['DEV0001', undefined],
    ['DEV0009', expect.anything()],
  ])('that is over leaves no start of its own device pending, and that of another as it was (%s)', (sno, left) => {
    const core = inTreatment({ ago: 0 });
    core.treatments.pendingStart.set({ sno, settings: { workMinutes: 30 }, key: 'k', at: core.clock.now() });
    core.get(FollowTreatment).leave({ sno: 'DEV0001', phase: 'finished' });
    expect(core.treatments.pendingStart.get()).toEqual(left);
  });

  test('is told when something changes, and not while nothing does', async () => {
    const core = inTreatment({ ago: 60_000 });
    core.follow();
    await core.clock.advance(0);
    const told = core.views.length;
    await core.clock.advance(5_000);
    expect(core.views).toHaveLength(told);
  });

  test('is looked at once by whoever only wants to know', async () => {
    const core = inTreatment({ report: aReport({ useTime: 12 }) });
    expect(await core.get(FollowTreatment).look('DEV0001')).toMatchObject({
      sno: 'DEV0001',
      phase: 'running',
      beganAt: core.clock.now() - 12 * 60_000,
    });
    expect(core.clock.pending).toBe(0);
    core.http.reply(readLatest, new Problem('timeout'));
    await expect(core.get(FollowTreatment).look('DEV0001')).rejects.toMatchObject({ code: 'timeout' });
  });
});

describe('the end of a treatment', () => {
  test('leads to the modes of the device that it was on', () => {
    const core = inTreatment({ ago: 0 });
    expect(core.get(FollowTreatment).leave({ sno: 'DEV0001', phase: 'finished' })).toEqual({ to: 'mode-menu' });
    expect(core.current.selected).toEqual({ sno: 'DEV0001' });
  });

  test('out of reach leaves the device dealt with as it was', () => {
    const core = inTreatment({ ago: 0 });
    core.at({ sno: 'OTHER01' });
    core.get(FollowTreatment).leave({ sno: 'DEV0001', phase: 'offline' });
    expect(core.current.selected).toEqual({ sno: 'OTHER01' });
  });

  test('is told with the instant it was seen and the minutes that were set, though the device counts none any more', async () => {
    const core = inTreatment({ ago: 29 * 60_000, report: aReport({ useTime: 29 }) });
    core.follow();
    await core.clock.advance(0);
    const seen = core.clock.now();
    core.push({ OnOff: 0, WortTime: 0 });
    await core.clock.advance(3_000);
    expect(core.last()).toMatchObject({ phase: 'finished', endedAt: seen, state: { workMinutes: 30 } });
  });
});

describe('a device that is out of reach', () => {
  test('may run on: its treatment is not forgotten', () => {
    const core = inTreatment({ ago: 60_000 });
    const following = core.get(FollowTreatment);
    expect(following.leave({ sno: 'DEV0001', phase: 'offline' })).toEqual({ to: 'my' });
    expect(following.leave({ sno: 'DEV0001', phase: 'running' })).toEqual({ to: 'mode-menu' });
    expect(core.treatments.started.get()?.sno).toBe('DEV0001');
  });
});

describe('a device that takes the command and never reports', () => {
  test.each([
    ['says nothing', {}],
    ['stands still', aReport({ onOff: 0 })],
    ['stands still with no minutes set', aReport({ onOff: 0, workTime: 0 })],
    ['cannot be asked about', new Problem('timeout')],
  ])('and %s: starting ends within fifteen seconds', async (_, report) => {
    const core = inTreatment({ ago: 0, report });
    core.follow();
    await core.clock.advance(14_000);
    expect(core.last().phase).toBe('starting');
    await core.clock.advance(1_000);
    expect(core.phases()).toEqual(['starting', 'unresponsive']);
  });

  test('and reports after all: the treatment runs', async () => {
    const core = inTreatment({ ago: 0, report: {} });
    core.follow();
    await core.clock.advance(20_000);
    core.push({ OnOff: 1, WortTime: 30, UseTime: 0 });
    expect(core.last().phase).toBe('running');
  });

  test('never says whether it is on: loading ends as well', async () => {
    const core = inTreatment({ report: {} });
    core.follow();
    await core.clock.advance(15_000);
    expect(core.phases()).toEqual(['loading', 'unresponsive']);
  });
});

describe('a device that goes offline', () => {
  // covers 4.channel.3a
  test('is told by the channel at once; once it is back and still runs, the treatment goes on', async () => {
    const core = inTreatment({ ago: 60_000, report: aReport({ useTime: 1 }) });
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'online', online: false });
    expect(core.last()).toMatchObject({ phase: 'offline', cameBack: false });
    core.channel.push({ kind: 'online', online: true });
    expect(core.last()).toMatchObject({ phase: 'running', cameBack: false });
    await core.clock.advance(60_000);
    expect(core.last()).toMatchObject({ phase: 'running', cameBack: false });
  });

  test('is asked at once when it is back, and leads to the modes only where it says that it stands still', async () => {
    const core = inTreatment({ ago: 60_000, report: aReport({ useTime: 1 }) });
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'online', online: false });
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    core.channel.push({ kind: 'online', online: true });
    expect(core.last()).toMatchObject({ phase: 'running', cameBack: false });
    await core.clock.advance(1);
    expect(core.last()).toMatchObject({ cameBack: true });
  });

  test('and comes back without saying what it does leads nowhere until it does', async () => {
    const core = inTreatment({ ago: 60_000, report: aReport({ useTime: 1 }) });
    core.follow();
    await core.clock.advance(1_000);
    core.channel.push({ kind: 'online', online: false });
    core.http.reply(readLatest, new Problem('timeout'));
    core.channel.push({ kind: 'online', online: true });
    await core.clock.advance(25_000);
    expect(core.last()).toMatchObject({ phase: 'running', cameBack: false });
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    await core.clock.advance(10_000);
    expect(core.last().cameBack).toBe(true);
  });

  test('is told by asking within ten seconds', async () => {
    const core = inTreatment({ ago: 60_000, report: aReport({ useTime: 1 }) });
    core.follow();
    await core.clock.advance(1_000);
    core.http.reply(getDetail, offline);
    await core.clock.advance(10_000);
    expect(core.last()).toMatchObject({ phase: 'offline', cameBack: false });
  });
});

describe('the elapsed time', () => {
  test('is right after ten minutes in which no timer ran', async () => {
    const core = inTreatment({ ago: 5_000 });
    const { refresh } = core.follow();
    await core.clock.advance(1_000);
    const before = core.clock.now.bind(core.clock);
    core.clock.now = () => before() + 600_000;
    core.http.reply(readLatest, aReport({ useTime: 10 }));
    refresh();
    await core.clock.advance(0);
    expect([core.last().phase, core.elapsed()]).toEqual(['running', 606_000]);
  });

  test('does not go back while the device cannot be reached', async () => {
    const core = inTreatment({ ago: 5_000 });
    core.follow();
    await core.clock.advance(1_000);
    core.http.reply(readLatest, new Problem('timeout')).reply(getDetail, new Problem('timeout'));
    core.channel.push({ kind: 'line', state: 'lost' });
    await core.clock.advance(300_000);
    expect([core.last().phase, core.elapsed()]).toEqual(['running', 306_000]);
  });

  test('does not go back by a push that tells something else', async () => {
    const core = inTreatment({ ago: 5_000 });
    core.follow();
    await core.clock.advance(1_000);
    core.http.reply(readLatest, new Problem('timeout')).reply(getDetail, new Problem('timeout'));
    await core.clock.advance(180_000);
    core.push({ Voltage: 7 });
    expect(core.elapsed()).toBe(186_000);
  });

  test('does not take the count of the treatment before for its own', async () => {
    const core = inTreatment({ ago: 0, report: aReport({ onOff: 0, useTime: 30 }) });
    core.follow();
    await core.clock.advance(2_000);
    core.push({ OnOff: 1 });
    expect(core.elapsed()).toBe(2_000);
    core.push({ UseTime: 0 });
    expect(core.elapsed()).toBe(2_000);
    core.push({ UseTime: 7 });
    expect(core.elapsed()).toBe(7 * 60_000);
  });
});

test('nothing goes on after nobody looks any more', async () => {
  const core = inTreatment({ ago: 0 });
  const { stop } = core.follow();
  await core.clock.advance(1_000);
  stop();
  const told = core.views.length;
  await core.clock.advance(60_000);
  expect([core.views.length, core.clock.pending, core.channel.openConnections]).toEqual([told, 0, 0]);
});
