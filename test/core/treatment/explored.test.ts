import { expect, test } from 'vitest';
import { checkDevice, enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import { StartTreatment } from '../../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop/stop-treatment.ts';
import type { TreatmentView } from '../../../src/core/treatment/follow/treatment-view.ts';
import { type createTestApp, problemOf, within } from '../../helpers/create-test-app.ts';
import { bio, onTheMenu, started } from '../../helpers/on-the-menu.ts';
import { aReport, offline, online } from '../../helpers/wire.ts';

// Stories that the exploration of test/model/treatment has found.

const MINUTE = 60_000;
const status = (word: string) => ({ ownerId: 'op1', status: word });
const WORKING = status('DEVICE_WORKING');
const FREE = status('DEVICE_FREE');

function following(core: Pick<ReturnType<typeof createTestApp>, 'get' | 'http'>) {
  core.http.reply(enterPage, () => new Promise(() => {}));
  let last: TreatmentView | undefined;
  const { refresh } = core.get(FollowTreatment).follow('DEV0001', (view) => (last = view));
  return { refresh, phase: () => last?.phase, view: () => last };
}

test('A screen that the patient leaves while its start waits for another page sends nothing', async () => {
  const core = onTheMenu();
  const other = core.anotherTab();
  other.at({ sno: 'DEV0001' });
  core.http.reply(startDevice, () => core.clock.sleep(2_000).then(() => new Problem('network')));
  const screen = new AbortController();
  const first = core.starting.begin(bio);
  await core.clock.advance(1);
  const second = problemOf(other.get(StartTreatment).begin({ ...bio, signal: screen.signal }));
  await core.clock.advance(1);
  screen.abort();
  await within(core, 10_000, first);
  expect(await second).toMatchObject({ code: 'cancelled' });
  expect(core.http.requests(startDevice)).toHaveLength(1);
});

test('A page whose reads take longer than the start of another page sends no second start', async () => {
  const core = onTheMenu();
  const other = core.anotherTab();
  other.at({ sno: 'DEV0001' });
  core.http.reply(startDevice);
  core.http.reply(getDetail, () => core.clock.sleep(2_000).then(() => online), online);
  const slow = other.get(StartTreatment).begin(bio);
  await core.clock.advance(1);
  expect(await core.starting.begin(bio)).toEqual(started);
  expect(await within(core, 3_000, slow)).toMatchObject({ kind: 'already-running', asAsked: true, isSent: false });
  expect(core.http.requests(startDevice)).toHaveLength(1);
});

test('A reopened page knows each of two devices that were started', async () => {
  const core = onTheMenu();
  await core.starting.begin(bio);
  await core.starting.begin({ ...bio, sno: 'DEV0002' });
  expect(core.reopened().get(ResumeTreatment).mayRun()).toEqual(['DEV0001', 'DEV0002']);
});

test('A page that is reopened eleven minutes after a lost response knows that the device may run', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout'));
  await core.starting.begin(bio);
  await core.clock.advance(11 * MINUTE);
  expect(core.reopened().get(ResumeTreatment).mayRun()).toEqual(['DEV0001']);
});

test('A stop is unconfirmed if the server calls the device working and every report of rest may be older than that', async () => {
  const core = onTheMenu();
  core.http.reply(checkDevice, WORKING).reply(stopDevice);
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001'))).toEqual({ kind: 'unconfirmed' });
});

test('A stop whose first reads failed is not confirmed by a report of rest', async () => {
  const core = onTheMenu();
  core.http
    .reply(checkDevice, new Problem('timeout'))
    .reply(readLatest, new Problem('timeout'), aReport({ onOff: 0 }))
    .reply(stopDevice);
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001'))).toEqual({ kind: 'unconfirmed' });
});

test("A lost start does not take over another person's treatment", async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout'));
  await core.starting.begin(bio);
  core.http.reply(readLatest, aReport({ function: 3, workTime: 180 })).reply(checkDevice, FREE);
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'another-run' });
  expect([core.treatments.started.get(), core.http.data(startDevice).length]).toEqual([undefined, 1]);
});

test('A screen that was open before another page started the device does not show it as idle', async () => {
  const core = onTheMenu();
  const { phase, refresh } = following(core);
  await core.clock.advance(1_000);
  expect(phase()).toBe('idle');
  const other = core.anotherTab();
  other.at({ sno: 'DEV0001' });
  core.http.reply(startDevice);
  await other.get(StartTreatment).begin(bio);
  refresh();
  await core.clock.advance(0);
  expect(phase()).toBe('starting');
});

test('A screen does not show a treatment as finished while a new start from this phone is under way', async () => {
  const core = onTheMenu();
  core.treatments.started.set({
    sno: 'DEV0001',
    at: core.clock.now() - 40 * MINUTE,
    state: { workMinutes: 60 },
    ran: true,
  });
  const atMinute40 = { workTime: 60, useTime: 40 };
  core.http.reply(readLatest, aReport(atMinute40)).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_WORKING' });
  const { phase, refresh } = following(core);
  await core.clock.advance(1_000);
  expect(phase()).toBe('running');
  core.treatments.pendingStarts.set({
    DEV0001: { sno: 'DEV0001', settings: bio.settings, key: 'k', at: core.clock.now() },
  });
  core.http.reply(readLatest, aReport({ ...atMinute40, onOff: 0 }));
  refresh();
  await core.clock.advance(0);
  expect(phase()).toBe('starting');
});

test('A device that goes offline before its first report may still run', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice);
  await core.starting.begin(bio);
  core.http.reply(getDetail, offline).reply(readLatest, null);
  const { view } = following(core);
  await core.clock.advance(1_000);
  expect(view()).toMatchObject({ phase: 'offline', mayStillRun: true });
});

test('The bar records a lost start as started once the server says that the device runs for this user', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout'));
  await core.starting.begin(bio);
  core.http.reply(readLatest, aReport()).reply(checkDevice, WORKING);
  await core.get(ResumeTreatment).lookAt(['DEV0001']);
  expect([core.treatments.started.get()?.ran, core.treatments.pendingStarts.get()]).toEqual([true, undefined]);
});
