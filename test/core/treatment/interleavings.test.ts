import { expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/checkout-records.ts';
import { checkDevice, enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { OpenLeasedDevice } from '../../../src/core/entry/open-leased-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow-treatment.ts';
import { presetOf } from '../../../src/core/treatment/settings.ts';
import { StartCommand } from '../../../src/core/treatment/start-command.ts';
import { StopTreatment } from '../../../src/core/treatment/stop-treatment.ts';
import type { TreatmentView } from '../../../src/core/treatment/treatment-tracker.ts';
import { createTestApp, within } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';
import { bio, onTheMenu } from '../../helpers/on-the-menu.ts';
import { aReport, aSupply, online } from '../../helpers/wire.ts';

const WORKING = { ownerId: 'op1', status: 'DEVICE_WORKING' };

const hasRun = (core: ReturnType<typeof createTestApp>, ago = 60_000) =>
  core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - ago, state: { workMinutes: 30 }, ran: true });

function following(core: Pick<ReturnType<typeof createTestApp>, 'get'>) {
  const views: TreatmentView[] = [];
  const { stop } = core.get(FollowTreatment).follow('DEV0001', (view) => views.push(view));
  return { last: () => views.at(-1) as TreatmentView, stop };
}

const slowDetail = (core: Pick<ReturnType<typeof createTestApp>, 'clock'>) => () =>
  core.clock.sleep(2_000).then(() => online);

test('a device that went offline while its stop was asked about is not said to have stopped', async () => {
  const core = createTestApp();
  hasRun(core);
  core.http.reply(stopDevice).reply(readLatest, {}).reply(getDetail, { sno: 'DEV0001', onlineStatusDesc: '离线' });
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000 }))).toEqual({
    kind: 'offline',
  });
});

test('one empty answer before the line is lost is no silence of fifteen seconds', async () => {
  const core = createTestApp();
  hasRun(core);
  core.http.reply(stopDevice).reply(readLatest, {}, new Problem('timeout')).reply(getDetail, online);
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000 }))).toMatchObject({
    kind: 'unconfirmed',
    problem: { code: 'timeout' },
  });
});

test('the end of an earlier treatment, acknowledged in one tab, forgets nothing of one that another tab has begun since', async () => {
  const core = createTestApp();
  hasRun(core, 40 * 60_000);
  core.http
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0, useTime: 30 }))
    .reply(enterPage, refused('500'));
  const { last, stop } = following(core);
  await core.clock.advance(0);
  expect(last().phase).toBe('finished');
  await core.clock.advance(1_000);
  const begun = { sno: 'DEV0001', at: core.clock.now(), state: { workMinutes: 30 } };
  core.anotherTab().treatments.started.set(begun);
  core.get(FollowTreatment).leave(last());
  stop();
  expect(core.treatments.started.get()).toEqual(begun);
});

test('the stop of an earlier treatment forgets nothing of one that another tab has begun since', async () => {
  const core = createTestApp();
  hasRun(core);
  core.http
    .reply(getDetail, online)
    .reply(stopDevice)
    .reply(readLatest, aReport(), aReport(), aReport({ onOff: 0 }));
  const stopping = core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000 });
  await core.clock.advance(1_500);
  const other = core.anotherTab();
  other.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state: { workMinutes: 30 } });
  await within(core, 5_000, stopping);
  expect(other.treatments.started.get()).toBeDefined();
});

test('a device that says only that it runs now is not over because it had no minutes left before', async () => {
  const core = createTestApp();
  core.http
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0, workTime: 0, useTime: 0 }))
    .reply(enterPage, aSupply);
  core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state: { function: 'bio', workMinutes: 30 } });
  const { last } = following(core);
  await core.clock.advance(3_000);
  expect(last().phase).toBe('starting');
  core.channel.push({ kind: 'attributes', attributes: { OnOff: 1 } });
  expect(last().phase).toBe('running');
});

test('a device that the server calls working for this user is not said to stand still by an older report, for fourteen seconds', async () => {
  const core = createTestApp();
  core.http
    .reply(checkDevice, WORKING)
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0 }))
    .reply(enterPage, refused('500'));
  await core.get(OpenLeasedDevice).open({ sno: 'DEV0001', name: 'x', online: true, assist: false });
  const { last } = following(core);
  await core.clock.advance(14_000);
  expect(last().phase).toBe('starting');
  await core.clock.advance(1_000);
  expect(last().phase).toBe('idle');
});

test('a start whose answer was lost keeps its screen from saying at once that the device stands still', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout'));
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', outcomeUnknown: true });
  core.http.reply(enterPage, refused('500'));
  const { last } = following(core);
  await core.clock.advance(1_000);
  expect(last().phase).toBe('starting');
});

test.each([[null], ['休眠']])(
  'an online wording that nobody knows (%s) says nothing: the device is neither offline nor broken',
  async (onlineStatusDesc) => {
    const core = createTestApp();
    core.http
      .reply(getDetail, { sno: 'DEV0001', onlineStatusDesc })
      .reply(readLatest, aReport())
      .reply(enterPage, refused('500'));
    const { last } = following(core);
    await core.clock.advance(0);
    expect([last().phase, last().problem?.code]).toEqual(['running', undefined]);
  },
);

test('what is confirmed is what was asked for last, not what a screen that has gone asked for', async () => {
  const core = onTheMenu({ uses: 3 });
  core.http.reply(getDetail, slowDetail(core));
  const gone = new AbortController();
  core.starting.begin({ ...bio, signal: gone.signal }).catch(() => undefined);
  gone.abort();
  const asked = core.starting.begin({ settings: presetOf('sleep') });
  expect(await within(core, 6_000, asked)).toMatchObject({ kind: 'confirm-deduction' });
  await core.starting.confirm();
  expect(core.http.data(startDevice)).toMatchObject([{ Function: 3, WortTime: 180 }]);
});

test('a late answer of another device does not take away what waits for a yes', async () => {
  const core = onTheMenu({ uses: 3 });
  core.http.reply(getDetail, slowDetail(core), online);
  const gone = new AbortController();
  const first = core.starting.begin({ ...bio, signal: gone.signal });
  gone.abort();
  core.at({ sno: 'DEV0002' });
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'confirm-deduction' });
  await within(core, 6_000, first).catch(() => undefined);
  expect(await core.starting.confirm()).toMatchObject({ kind: 'started' });
});

test('a device that is over is not found running after a start whose answer was lost', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout')).reply(readLatest, aReport({ onOff: 1, workTime: 0 }));
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started' });
});

test('a device that refused a start since it works already is not said to run as it was asked to while it says nothing', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, refused('500')).reply(readLatest, refused('500')).reply(checkDevice, WORKING);
  expect(await core.starting.begin({ settings: presetOf('sleep') })).toMatchObject({
    kind: 'already-running',
    asAsked: false,
    state: { on: true },
  });
});

test('an order that was paid for one device says nothing of a start of another', async () => {
  const core = onTheMenu({ uses: 3 });
  core
    .get(CheckoutRecords)
    .record({ type: 'serverSaysPaid', order: { number: 'L-9', kind: 'lease', amountFen: 1, sno: 'DEV0009' } });
  core.http.reply(startDevice, refused('500'));
  await core.starting.begin(bio);
  expect(await core.starting.confirm()).toMatchObject({ kind: 'not-started', paid: false });
});

test('what was confirmed as running on the command line and stands still later is finished', async () => {
  const core = onTheMenu();
  await core.starting.begin(bio);
  core.http.reply(readLatest, aReport());
  await core.get(StartCommand).confirm('DEV0001', bio.settings);
  await core.clock.advance(120_000);
  core.http.reply(readLatest, aReport({ onOff: 0, useTime: 2 }));
  expect((await core.get(FollowTreatment).look('DEV0001')).phase).toBe('finished');
});
