import { expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/checkout-records.ts';
import { OpenLeasedDevice } from '../../../src/core/entry/open-leased-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow-treatment.ts';
import { presetOf } from '../../../src/core/treatment/settings.ts';
import { StartCommand } from '../../../src/core/treatment/start-command.ts';
import { StopTreatment } from '../../../src/core/treatment/stop-treatment.ts';
import type { TreatmentView } from '../../../src/core/treatment/treatment-tracker.ts';
import { coreOnFakes, within } from '../../helpers/core-on-fakes.ts';
import { bio, onTheMenu, START } from '../../helpers/on-the-menu.ts';
import { aReport, aSupply, done, online, refused } from '../../helpers/wire.ts';

const LATEST = '/device/real_time_data';
const STOP = '/order/stop/device';
const CHECK = '/order/check/device';
const PAGE = '/device/intoDevicePage';
const DETAIL = '/device/detail';
const WORKING = done({ ownerId: 'op1', status: 'DEVICE_WORKING' });

const hasRun = (core: ReturnType<typeof coreOnFakes>, ago = 60_000) =>
  core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - ago, state: { workMinutes: 30 }, ran: true });

function following(core: Pick<ReturnType<typeof coreOnFakes>, 'get'>) {
  const views: TreatmentView[] = [];
  const { stop } = core.get(FollowTreatment).follow('DEV0001', (view) => views.push(view));
  return { last: () => views.at(-1) as TreatmentView, stop };
}

const slowDetail = (core: Pick<ReturnType<typeof coreOnFakes>, 'clock'>) => () => core.clock.sleep(2_000).then(() => online);

test('a device that went offline while its stop was asked about is not said to have stopped', async () => {
  const core = coreOnFakes();
  hasRun(core);
  core.http.answers(STOP, done()).answers(LATEST, done({})).answers(DETAIL, done({ sno: 'DEV0001', onlineStatusDesc: '离线' }));
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000 }))).toEqual({ kind: 'offline' });
});

test('one empty answer before the line is lost is no silence of fifteen seconds', async () => {
  const core = coreOnFakes();
  hasRun(core);
  core.http.answers(STOP, done()).answers(LATEST, done({}), new Problem('timeout')).answers(DETAIL, online);
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000 }))).toMatchObject({ kind: 'unconfirmed', problem: { code: 'timeout' } });
});

test('the end of an earlier treatment, acknowledged in one tab, forgets nothing of one that another tab has begun since', async () => {
  const core = coreOnFakes();
  hasRun(core, 40 * 60_000);
  core.http.answers(DETAIL, online).answers(LATEST, aReport({ onOff: 0, useTime: 30 })).answers(PAGE, refused('500'));
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
  const core = coreOnFakes();
  hasRun(core);
  core.http.answers(DETAIL, online).answers(STOP, done()).answers(LATEST, aReport(), aReport(), aReport({ onOff: 0 }));
  const stopping = core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000 });
  await core.clock.advance(1_500);
  const other = core.anotherTab();
  other.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state: { workMinutes: 30 } });
  await within(core, 5_000, stopping);
  expect(other.treatments.started.get()).toBeDefined();
});

test('a device that says only that it runs now is not over because it had no minutes left before', async () => {
  const core = coreOnFakes();
  core.http.answers(DETAIL, online).answers(LATEST, aReport({ onOff: 0, workTime: 0, useTime: 0 })).answers(PAGE, done(aSupply));
  core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state: { function: 'bio', workMinutes: 30 } });
  const { last } = following(core);
  await core.clock.advance(3_000);
  expect(last().phase).toBe('starting');
  core.channel.push({ kind: 'attributes', attributes: { OnOff: 1 } });
  expect(last().phase).toBe('running');
});

test('a device that the server calls working for this user is not said to stand still by an older report, for fourteen seconds', async () => {
  const core = coreOnFakes();
  core.http.answers(CHECK, WORKING).answers(DETAIL, online).answers(LATEST, aReport({ onOff: 0 })).answers(PAGE, refused('500'));
  await core.get(OpenLeasedDevice).open({ sno: 'DEV0001', name: 'x', online: true, assist: false });
  const { last } = following(core);
  await core.clock.advance(14_000);
  expect(last().phase).toBe('starting');
  await core.clock.advance(1_000);
  expect(last().phase).toBe('idle');
});

test('a start whose answer was lost keeps its screen from saying at once that the device stands still', async () => {
  const core = onTheMenu();
  core.http.answers(START, new Problem('timeout'));
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', outcomeUnknown: true });
  core.http.answers(PAGE, refused('500'));
  const { last } = following(core);
  await core.clock.advance(1_000);
  expect(last().phase).toBe('starting');
});

test.each([[null], ['休眠']])('an online wording that nobody knows (%s) says nothing: the device is neither offline nor broken', async (onlineStatusDesc) => {
  const core = coreOnFakes();
  core.http.answers(DETAIL, done({ sno: 'DEV0001', onlineStatusDesc })).answers(LATEST, aReport()).answers(PAGE, refused('500'));
  const { last } = following(core);
  await core.clock.advance(0);
  expect([last().phase, last().problem?.code]).toEqual(['running', undefined]);
});

test('what is confirmed is what was asked for last, not what a screen that has gone asked for', async () => {
  const core = onTheMenu({ uses: 3 });
  core.http.answers(DETAIL, slowDetail(core));
  const gone = new AbortController();
  core.starting.begin({ ...bio, signal: gone.signal }).catch(() => undefined);
  gone.abort();
  const asked = core.starting.begin({ settings: presetOf('sleep') });
  expect(await within(core, 6_000, asked)).toMatchObject({ kind: 'confirm-deduction' });
  await core.starting.confirm();
  expect(core.data(START)).toMatchObject([{ Function: 3, WortTime: 180 }]);
});

test('a late answer of another device does not take away what waits for a yes', async () => {
  const core = onTheMenu({ uses: 3 });
  core.http.answers(DETAIL, slowDetail(core), online);
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
  core.http.answers(START, new Problem('timeout')).answers(LATEST, aReport({ onOff: 1, workTime: 0 }));
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started' });
});

test('a device that refused a start since it works already is not said to run as it was asked to while it says nothing', async () => {
  const core = onTheMenu();
  core.http.answers(START, refused('500')).answers(LATEST, refused('500')).answers(CHECK, WORKING);
  expect(await core.starting.begin({ settings: presetOf('sleep') })).toMatchObject({ kind: 'already-running', asAsked: false, state: { on: true } });
});

test('an order that was paid for one device says nothing of a start of another', async () => {
  const core = onTheMenu({ uses: 3 });
  core.get(CheckoutRecords).record({ type: 'serverSaysPaid', order: { number: 'L-9', kind: 'lease', amountFen: 1, sno: 'DEV0009' } });
  core.http.answers(START, refused('500'));
  await core.starting.begin(bio);
  expect(await core.starting.confirm()).toMatchObject({ kind: 'not-started', paid: false });
});

test('what was confirmed as running on the command line and stands still later is finished', async () => {
  const core = onTheMenu();
  await core.starting.begin(bio);
  core.http.answers(LATEST, aReport());
  await core.get(StartCommand).confirm('DEV0001', bio.settings);
  await core.clock.advance(120_000);
  core.http.answers(LATEST, aReport({ onOff: 0, useTime: 2 }));
  expect((await core.get(FollowTreatment).look('DEV0001')).phase).toBe('finished');
});
