import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../src/adapters/fake/fake-clock.ts';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { checkDevice, enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import { ResumeTreatment } from '../../../src/core/treatment/resume-treatment.ts';
import type { TreatmentPhase } from '../../../src/core/treatment/follow/treatment-view.ts';
import { TreatmentLog } from '../../../src/core/treatment/records/treatment-log.ts';
import { StartCommand } from '../../../src/core/treatment/start/start-command.ts';
import { StartTreatment, type StartRequest } from '../../../src/core/treatment/start/start-treatment.ts';
import { StopTreatment } from '../../../src/core/treatment/stop/stop-treatment.ts';
import { WaitForDevice } from '../../../src/core/treatment/follow/wait-for-device.ts';
import { MINUTE, dateText } from '../../../src/core/basics/time.ts';
import { STANDARD_TABLES } from '../../../src/core/device/tables.ts';
import { customDefault, presetOf, withFunction } from '../../../src/core/treatment/settings/presets.ts';
import { modeOf } from '../../../src/core/treatment/settings/settings.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { problemOf, within, type TestApp } from '../../helpers/create-test-app.ts';
import { bio, onTheMenu, started } from '../../helpers/on-the-menu.ts';
import { aCard, aDevice, aLeaseOrder, aReport, aSupply, type DeviceRow, offline, online } from '../../helpers/wire.ts';
import type { Reply } from '../../helpers/fake-server.ts';

describe('StartTreatment: a preset mode', () => {
  test('A start asks again if the uses, the operator or the device differ from what was agreed', async () => {
    const core = onTheMenu({ uses: 3 });
    const agreed = { sno: 'DEV0001', operatorId: 'shop-1', remaining: 3 };
    for (const other of [{ remaining: 2 }, { operatorId: 'shop-2' }, { sno: 'DEV0002' }])
      expect(await core.starting.begin({ ...bio, agreed: { ...agreed, ...other } })).toMatchObject({
        kind: 'confirm-deduction',
        ...agreed,
      });
    expect(core.http.requests(startDevice)).toEqual([]);
  });

  test('A user whose card is not among those that the server sent is not told that no uses are left', async () => {
    const core = onTheMenu({ devices: [] });
    core.http.reply(listCards, { records: [aCard({ sysUserId: 'shop-2', money: 5 })], total: 2 });
    expect(await problemOf(core.starting.begin(bio))).toMatchObject({ code: 'parse' });
    expect(core.http.requests(startDevice)).toEqual([]);
  });

  test('A start of the quantum mode on a device that goes on with bio-electricity says so', async () => {
    const core = onTheMenu();
    core.http.reply(startDevice, { Function: 1, SubFunction: 2, OnOff: 1, Voltage: 6, Freq: 1, WortTime: 30 });
    expect(await core.starting.begin({ sno: 'DEV0001', settings: presetOf('quantum', STANDARD_TABLES) })).toMatchObject(
      { kind: 'started', asAsked: false, state: { function: 'bio', auxiliary: 'quantum' } },
    );
  });
});

describe('StartTreatment: what a start decides', () => {
  const confirm = expect.objectContaining({ kind: 'confirm-deduction' });
  const exhausted = { kind: 'exhausted', operatorId: 'shop-1' };
  const notThere = (reason: string) => ({ kind: 'unavailable', reason });
  const reportsRun = { kind: 'reports-run', destination: { to: 'process', sno: 'DEV0001' } };
  const other = (fields: Partial<DeviceRow> = {}) => [aDevice({ sno: 'DEV0002', ...fields })];
  const isOver = Date.parse('2026-01-01T00:00:00+08:00');
  const custom = { sno: 'DEV0001', settings: customDefault(STANDARD_TABLES), custom: true };

  test.each<{
    of: string;
    uses?: number;
    devices?: DeviceRow[];
    detail?: Reply<typeof getDetail>;
    status?: string;
    onOff?: number;
    request?: StartRequest;
    is: unknown;
  }>([
    { of: 'a leased device without uses', is: started },
    {
      of: 'a device on the last day of its lease',
      devices: [aDevice({ expirationTime: dateText(new FakeClock().now()) })],
      is: started,
    },
    { of: 'a device without uses and lease', devices: [], is: exhausted },
    { of: 'a device that somebody else rents', devices: [], status: 'DEVICE_USING', is: notThere('using') },
    { of: 'an own device that the shop has locked', status: 'DEVICE_LOCKED', is: notThere('locked') },
    {
      of: 'a device with uses that the shop has locked',
      uses: 3,
      devices: [],
      status: 'DEVICE_LOCKED',
      is: notThere('locked'),
    },
    { of: 'a device that the shop has locked', devices: [], status: 'DEVICE_LOCKED', is: notThere('locked') },
    {
      of: 'a device beside another one that is rented for a customer',
      devices: other({ assist: true }),
      is: exhausted,
    },
    { of: 'a device beside another one that is shared', devices: other({ shareUserId: 3 }), is: exhausted },
    { of: 'a device whose lease is over', devices: [aDevice({ expirationTime: isOver })], is: exhausted },
    { of: 'a device beside another own one', devices: other(), is: started },
    { of: 'a device that is rented for a customer', devices: [aDevice({ assist: true })], is: started },
    { of: 'a shared device', devices: [aDevice({ shareUserId: 'u7' })], is: started },
    { of: 'a shared device beside own uses', uses: 3, devices: [aDevice({ shareUserId: 'u7' })], is: started },
    {
      of: 'a device with uses, for whose sharer the server writes 0',
      uses: 3,
      devices: [aDevice({ shareUserId: 0 })],
      is: confirm,
    },
    {
      of: 'a device with uses, for whose operator the list writes 0',
      uses: 3,
      devices: [aDevice({ ownerId: 0 })],
      is: confirm,
    },
    { of: 'a device with uses that stands in no list', uses: 3, devices: [], status: 'DEVICE_FREE', is: confirm },
    { of: 'a device with custom settings and uses', uses: 1, devices: [], request: custom, is: confirm },
    { of: 'an offline device with uses', uses: 3, detail: offline, is: notThere('offline') },
    {
      of: 'a device that only the check calls offline',
      detail: { ...offline, onlineStatusDesc: null },
      status: 'DEVICE_OFFLINE',
      is: notThere('offline'),
    },
    { of: 'a device of whose connection nobody knows', detail: new Problem('timeout'), is: started },
    { of: 'a device that runs for somebody else', onOff: 1, status: 'DEVICE_USED', is: notThere('used') },
    { of: 'a device that somebody else has started since its report', status: 'DEVICE_USED', is: notThere('used') },
    { of: 'a device that reports a run for nobody', uses: 3, onOff: 1, status: 'DEVICE_FREE', is: reportsRun },
    {
      of: 'a device that is online and reports a run, while the check calls it offline',
      onOff: 1,
      status: 'DEVICE_OFFLINE',
      is: reportsRun,
    },
  ])(
    'A start of $of is sent, asked about or refused as it has to be',
    async ({ uses, devices, detail = online, status = 'DEVICE_FREE', onOff = 0, request = bio, is }) => {
      const core = onTheMenu({ uses, devices });
      core.http
        .reply(getDetail, detail)
        .reply(checkDevice, { ownerId: 'shop-1', status })
        .reply(readLatest, aReport({ onOff }));
      expect(await core.starting.begin(request)).toEqual(is);
      expect(core.http.requests(startDevice)).toHaveLength(is === started ? 1 : 0);
    },
  );
});

describe('StartTreatment: after a stop', () => {
  test.each([
    ['with a preset mode', bio],
    ['with custom settings', { sno: 'DEV0001', settings: customDefault(STANDARD_TABLES), custom: true }],
  ])('A start %s is too frequent for ten seconds after a stop', async (_, request) => {
    const core = onTheMenu();
    core.treatments.stoppedAt.set({ DEV0001: core.clock.now() });
    await core.clock.advance(9_999);
    expect(await core.starting.begin(request)).toEqual({ kind: 'too-frequent' });
    expect(core.http.sent).toEqual([]);
    await core.clock.advance(1);
    expect(await core.starting.begin(request)).toEqual(started);
  });

  test('A clock that was set back after a stop does not delay the start', async () => {
    const core = onTheMenu();
    core.treatments.stoppedAt.set({ DEV0001: core.clock.now() + 3_600_000 });
    expect(await core.starting.begin(bio)).toEqual(started);
  });
});

describe('StartTreatment: a start without a response', () => {
  test('A start without a response is reported within fifteen seconds with an unknown outcome', async () => {
    const core = onTheMenu();
    const silent = (request: { timeoutMs: number }) =>
      core.clock.sleep(request.timeoutMs).then(() => new Problem('timeout'));
    core.http.reply(startDevice, silent).reply(readLatest, silent);
    expect(await within(core, 15_000, core.starting.begin(bio))).toMatchObject({
      kind: 'not-started',
      outcomeUnknown: true,
      problem: { code: 'timeout' },
    });
  });
});

describe('StartTreatment: a device that already runs', () => {
  const whileItRuns = (report: Record<string, unknown>) => {
    const core = onTheMenu({ uses: 3 });
    core.http.reply(readLatest, aReport(report)).reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    return core;
  };

  test('A running device is not started again, and its real mode and minutes are reported', async () => {
    const core = whileItRuns({ function: 3, workTime: 180, useTime: 12 });
    expect(await core.starting.begin(bio)).toMatchObject({
      kind: 'already-running',
      asAsked: false,
      state: { function: 'sleep', workMinutes: 180, usedMinutes: 12 },
      destination: { to: 'process', sno: 'DEV0001' },
    });
    expect(core.http.requests(startDevice)).toEqual([]);
    expect(core.treatments.started.get()).toBeUndefined();
  });

  test('A device that already runs with the requested settings is reported as such', async () => {
    expect(await whileItRuns({}).starting.begin(bio)).toMatchObject({ kind: 'already-running', asAsked: true });
  });

  test('A device that was started here and has not reported yet gets no other start for fifteen seconds', async () => {
    const core = onTheMenu();
    core.http.reply(startDevice);
    await core.starting.begin(bio);
    await core.clock.advance(14_999);
    expect(await core.starting.begin({ sno: 'DEV0001', settings: presetOf('sleep', STANDARD_TABLES) })).toMatchObject({
      kind: 'already-running',
      asAsked: false,
      isReported: false,
    });
    expect(core.http.requests(startDevice)).toHaveLength(1);
    await core.clock.advance(1);
    expect(await core.starting.begin({ sno: 'DEV0001', settings: presetOf('sleep', STANDARD_TABLES) })).toEqual(
      started,
    );
  });
});

test.each(['DEVICE_FREE', 'DEVICE_USING'])(
  'Who has just rented a device and started it once is not sent to buy uses by a list that is older, while the check says %s',
  async (status) => {
    const core = onTheMenu({ devices: [] });
    core.http
      .reply(checkDevice, { ownerId: 'shop-1', status })
      .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-1', status: '支付完成' }));
    const order = { kind: 'lease', number: 'L-1', amountFen: 4900, sno: 'DEV0001' } as const;
    core.get(CheckoutRecords).record({ type: 'serverSaysPaid', order, paidAt: core.clock.now() });
    const custom = { sno: 'DEV0001', settings: customDefault(STANDARD_TABLES), custom: true };
    expect(await core.starting.begin(custom)).toMatchObject({ kind: 'started' });
    await core.clock.advance(20_000);
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', outcomeUnknown: false });
    expect(core.http.requests(startDevice)).toHaveLength(1);
  },
);

const ON_FOR_NOBODY = { ownerId: 'shop-1', status: 'DEVICE_FREE' };

test.each([
  ['a stop', (core: TestApp) => core.get(StopTreatment).stop('DEV0001')],
  ['the list of devices', (core: TestApp) => core.get(ResumeTreatment).lookAt(['DEV0001'])],
  ['the screen of the treatment', (core: TestApp) => sees(core)],
  ['one look', (core: TestApp) => core.get(FollowTreatment).look('DEV0001')],
  ['a wait for rest', (core: TestApp) => core.get(WaitForDevice).wait('DEV0001', 'idle', MINUTE)],
  ['a start that asks first', (core: TestApp) => core.get(StartTreatment).begin(bio)],
])(
  'After an unconfirmed stop, a device that %s has seen at rest and that runs again gets no start',
  async (_, look) => {
    const core = onTheMenu({ uses: 3 });
    core.http
      .reply(stopDevice)
      .reply(readLatest, aReport())
      .reply(checkDevice, ON_FOR_NOBODY)
      .reply(enterPage, aSupply);
    const stopping = core.get(StopTreatment).stop('DEV0001');
    expect(await within(core, 20_000, stopping)).toEqual({ kind: 'unconfirmed' });
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    await within<unknown>(core, 20_000, look(core));
    core.http.reply(readLatest, aReport());
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'reports-run' });
  },
);

describe('After a stop that nothing confirmed, a report of a run without minutes', () => {
  /** A device whose record still says that it runs, as before its unconfirmed stop, and that was started again. */
  async function startedAgain() {
    const core = onTheMenu();
    core.http
      .reply(stopDevice)
      .reply(startDevice)
      .reply(readLatest, aReport({ useTime: undefined }))
      .reply(checkDevice, ON_FOR_NOBODY)
      .reply(enterPage, aSupply);
    await within(core, 20_000, core.get(StopTreatment).stop('DEV0001'));
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'started' });
    return core;
  }

  const confirms = (core: TestApp) => core.get(StartCommand).awaitRunning('DEV0001', bio.settings);

  test.each([
    ['no word', new Problem('timeout')],
    ['the word that nobody uses it', ON_FOR_NOBODY],
  ])('confirms no start if the check has %s', async (_, check) => {
    const core = await startedAgain();
    core.http.reply(checkDevice, check);
    expect(await within(core, 20_000, confirms(core))).toMatchObject({ kind: 'not-started', outcomeUnknown: true });
    expect((await core.get(FollowTreatment).look('DEV0001')).phase).toBe('unresponsive');
  });

  test('confirms no start in its first minute, and later only if the check says that the device works for this user', async () => {
    const core = await startedAgain();
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    expect(await within(core, 20_000, confirms(core))).toMatchObject({ kind: 'not-started', outcomeUnknown: true });
    expect((await core.get(FollowTreatment).look('DEV0001')).phase).toBe('unresponsive');
    await core.clock.advance(MINUTE);
    expect((await core.get(FollowTreatment).look('DEV0001')).phase).toBe('running');
    expect(core.get(TreatmentLog).mayBePast('DEV0001', { on: true }, undefined)).toBe(false);
  });

  test('shows a start on the screen as soon as the device itself reports that it runs', async () => {
    const core = await startedAgain();
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' });
    let phase: TreatmentPhase | undefined;
    const following = core.get(FollowTreatment).follow('DEV0001', (view) => (phase = view.phase));
    await core.clock.advance(20_000);
    expect(phase).toBe('unresponsive');
    core.channel.push({ kind: 'attributes', attributes: { OnOff: 0 } });
    core.channel.push({ kind: 'attributes', attributes: { OnOff: 1 } });
    expect(phase).toBe('running');
    following.stop();
  });

  test('confirms the start if a report of rest has come before it', async () => {
    const core = await startedAgain();
    core.http.reply(readLatest, aReport({ onOff: 0 }), aReport({ useTime: undefined }));
    expect(await within(core, 3_000, confirms(core))).toMatchObject({ kind: 'started' });
  });

  test('shows no start on the screen of the treatment before a report of rest or the check', async () => {
    const core = await startedAgain();
    let phase: TreatmentPhase | undefined;
    const following = core.get(FollowTreatment).follow('DEV0001', (view) => (phase = view.phase));
    await core.clock.advance(1_000);
    expect(phase).toBe('starting');
    core.http.reply(readLatest, aReport({ onOff: 0 }), aReport({ useTime: undefined }));
    await core.clock.advance(20_000);
    expect(phase).toBe('running');
    following.stop();
  });
});

/** The screen of a treatment is open for three seconds. */
async function sees(core: TestApp): Promise<void> {
  const { stop } = core.get(FollowTreatment).follow('DEV0001', () => {});
  await core.clock.sleep(3_000);
  stop();
}

describe('StartTreatment: stored state', () => {
  test('A start stores the treatment and clears the paid order', async () => {
    const core = onTheMenu();
    core.get(CheckoutRecords).record({
      type: 'serverSaysPaid',
      paidAt: core.clock.now(),
      order: { number: 'L-1', kind: 'lease', amountFen: 1, sno: 'DEV0001' },
    });
    await core.starting.begin(bio);
    expect(core.treatments.started.get()).toMatchObject({
      sno: 'DEV0001',
      at: core.clock.now(),
      state: { on: true, function: 'bio', voltage: 6, workMinutes: 30 },
    });
    expect(core.get(CheckoutRecords).purchases().unusedPaidOrder('DEV0001', undefined)).toBeUndefined();
  });
});

test('Only the function bio has voltage, frequency and waveform', () => {
  const light = withFunction(customDefault(STANDARD_TABLES), 'light', STANDARD_TABLES);
  expect(light).toEqual({ function: 'light', workMinutes: 30, auxiliary: 'none', infraredLevel: 1 });
  expect(withFunction(light, 'bio', STANDARD_TABLES)).toEqual(customDefault(STANDARD_TABLES));
  expect(withFunction({ ...customDefault(STANDARD_TABLES), voltage: 8 }, 'bio', STANDARD_TABLES)).toMatchObject({
    voltage: 8,
  });
});

test('modeOf knows no mode without the values that name it', () => {
  expect([modeOf({}), modeOf({ function: 'none' }), modeOf({ auxiliary: 'infrared' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
