import { expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { checkDevice, enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { OpenLeasedDevice } from '../../../src/core/entry/open-leased-device.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import { STANDARD_TABLES } from '../../../src/core/device/tables.ts';
import { presetOf } from '../../../src/core/treatment/settings/presets.ts';
import { StartCommand } from '../../../src/core/treatment/start/start-command.ts';
import { StartTreatment } from '../../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop/stop-treatment.ts';
import type { TreatmentView } from '../../../src/core/treatment/follow/treatment-view.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { createTestApp, within } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';
import { bio, onTheMenu, startsWithConsent } from '../../helpers/on-the-menu.ts';
import { aReport, aSupply, online } from '../../helpers/wire.ts';

const FREE = { ownerId: 'shop-1', status: 'DEVICE_FREE' };
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

test('A device that went offline while its stop was being confirmed is reported as offline, not stopped', async () => {
  const core = createTestApp();
  hasRun(core);
  core.http.reply(stopDevice).reply(readLatest, {}).reply(getDetail, { sno: 'DEV0001', onlineStatusDesc: '离线' });
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000 }))).toEqual({
    kind: 'offline',
  });
});

test('One empty report before the connection fails leaves the stop unconfirmed', async () => {
  const core = createTestApp();
  hasRun(core);
  core.http.reply(stopDevice).reply(readLatest, {}, new Problem('timeout')).reply(getDetail, online);
  expect(await within(core, 20_000, core.get(StopTreatment).stop('DEV0001', { elapsed: 60_000 }))).toMatchObject({
    kind: 'unconfirmed',
    problem: { code: 'timeout' },
  });
});

test('Leaving a finished treatment keeps the treatment that another tab has started since', async () => {
  const core = createTestApp();
  hasRun(core, 40 * 60_000);
  core.http
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0, useTime: 30 }))
    .reply(checkDevice, { ...WORKING, status: 'DEVICE_USING' })
    .reply(enterPage, refused('500'));
  const { last, stop } = following(core);
  await core.clock.advance(0);
  expect(last().phase).toBe('finished');
  await core.clock.advance(1_000);
  const newer = { sno: 'DEV0001', at: core.clock.now(), state: { workMinutes: 30 } };
  core.anotherTab().treatments.started.set(newer);
  core.get(FollowTreatment).leave(last());
  stop();
  expect(core.treatments.started.get()).toEqual(newer);
});

test('Two pages whose clock is set back while they read for the same start send one command', async () => {
  const core = onTheMenu();
  core.http.reply(getDetail, slowDetail(core)).reply(startDevice, () => core.clock.sleep(1_000).then(() => null));
  const other = core.anotherTab().get(StartTreatment);
  const outcomes = Promise.all([core.starting.begin(bio), other.begin(bio)]);
  await core.clock.advance(1_000);
  core.clock.corrects(-20 * 60_000);
  expect(await within(core, 3_000, outcomes)).toMatchObject([{ kind: 'started' }, { kind: 'started' }]);
  expect(core.http.requests(startDevice)).toHaveLength(1);
});

test('A start during whose reads the clock is set forward is not taken for an earlier one that has ended', async () => {
  const core = onTheMenu();
  core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now() - 10 * 60_000, state: { workMinutes: 30 } });
  core.http.reply(getDetail, slowDetail(core));
  const starting = core.starting.begin(bio);
  await core.clock.advance(1_000);
  core.clock.corrects(20 * 60_000);
  expect(await within(core, 2_000, starting)).toMatchObject({ kind: 'started' });
  expect(core.http.requests(startDevice)).toHaveLength(1);
});

test('A stop is unconfirmed if another tab has started the device since, and keeps its treatment', async () => {
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
  expect(await within(core, 20_000, stopping)).toMatchObject({ kind: 'unconfirmed' });
  expect(other.treatments.started.get()).toBeDefined();
});

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

test('A device that reports running is not finished because an earlier report had no minutes left', async () => {
  const core = createTestApp();
  core.http
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0, workTime: 0, useTime: 0 }))
    .reply(checkDevice, WORKING)
    .reply(enterPage, aSupply);
  core.treatments.started.set({ sno: 'DEV0001', at: core.clock.now(), state: { function: 'bio', workMinutes: 30 } });
  const { last } = following(core);
  await core.clock.advance(3_000);
  expect(last().phase).toBe('starting');
  core.channel.push({ kind: 'attributes', attributes: { OnOff: 1 } });
  expect(last().phase).toBe('running');
});

test('An old report of rest never makes a device idle if the server reports it as working', async () => {
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
  expect(last().phase).toBe('unresponsive');
});

test('A treatment with a pending start is shown as starting, not as idle', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout'));
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', outcomeUnknown: true });
  core.http.reply(enterPage, refused('500'));
  const { last } = following(core);
  await core.clock.advance(1_000);
  expect(last().phase).toBe('starting');
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

test('Confirming sends the settings of the latest start, not those of an aborted screen', async () => {
  const core = onTheMenu({ uses: 3 });
  core.http.reply(getDetail, slowDetail(core));
  const gone = new AbortController();
  core.starting.begin({ ...bio, signal: gone.signal }).catch(() => undefined);
  gone.abort();
  const latest = core.starting.begin({ sno: 'DEV0001', settings: presetOf('sleep', STANDARD_TABLES) });
  const asked = await within(core, 6_000, latest);
  if (asked.kind !== 'confirm-deduction') throw new Error(asked.kind);
  await within(
    core,
    6_000,
    core.starting.begin({ sno: 'DEV0001', settings: presetOf('sleep', STANDARD_TABLES), agreed: asked }),
  );
  expect(core.http.data(startDevice)).toMatchObject([{ Function: 3, WortTime: 180 }]);
});

test('A device without minutes left does not count as running after a start whose response was lost', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout')).reply(readLatest, aReport({ onOff: 1, workTime: 0 }));
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started' });
});

test('A start refused on a working device without a report is not reported as running with the requested settings', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, refused('500')).reply(readLatest, refused('500')).reply(checkDevice, FREE, WORKING);
  expect(await core.starting.begin({ sno: 'DEV0001', settings: presetOf('sleep', STANDARD_TABLES) })).toMatchObject({
    kind: 'already-running',
    asAsked: false,
    isReported: false,
  });
});

test('A start that fails does not count as paid because of an order for another device', async () => {
  const core = onTheMenu({ uses: 3 });
  core.get(CheckoutRecords).record({
    type: 'serverSaysPaid',
    paidAt: core.clock.now(),
    order: { number: 'L-9', kind: 'lease', amountFen: 1, sno: 'DEV0009' },
  });
  core.http.reply(startDevice, refused('500'));
  expect(await startsWithConsent(core.starting)).toMatchObject({ kind: 'not-started', paid: false });
});

test('A treatment that the command line confirmed as running is finished once its device is at rest', async () => {
  const core = onTheMenu();
  await core.starting.begin(bio);
  core.http.reply(readLatest, aReport());
  await core.get(StartCommand).awaitRunning('DEV0001', bio.settings);
  await core.clock.advance(120_000);
  core.http.reply(readLatest, aReport({ onOff: 0, useTime: 2 }));
  expect((await core.get(FollowTreatment).look('DEV0001')).phase).toBe('finished');
});
