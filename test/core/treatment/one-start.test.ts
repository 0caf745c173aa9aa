import { describe, expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { checkDevice, enterPage, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { MINUTE } from '../../../src/core/basics/time.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';
import { FollowTreatment } from '../../../src/core/treatment/follow/follow-treatment.ts';
import type { TreatmentView } from '../../../src/core/treatment/follow/treatment-view.ts';
import { problemOf, within, type TestApp } from '../../helpers/create-test-app.ts';
import { refused } from '../../helpers/fake-server.ts';
import { bio, onTheMenu, started } from '../../helpers/on-the-menu.ts';
import { aLeaseOrder, aReport, aSupply, online } from '../../helpers/wire.ts';

const FREE = { ownerId: 'shop-1', status: 'DEVICE_FREE' };
const WORKING = { ownerId: 'shop-1', status: 'DEVICE_WORKING' };

describe('StartTreatment: one request per start', () => {
  test.each([
    ['does not answer either', new Problem('timeout'), 0],
    ['has no report', null, 0],
    ['says that it rests', aReport({ onOff: 0 }), 1],
  ])(
    'Without the server’s word for whom a device works, a start is sent only to one that is known to rest. Its report %s.',
    async (_, report, sent) => {
      const core = onTheMenu();
      core.http.reply(checkDevice, new Problem('timeout'), WORKING).reply(readLatest, report, aReport());
      await core.starting.begin(bio).catch(Problem.expected);
      expect(core.http.requests(startDevice)).toHaveLength(sent);
    },
  );

  test('No start is sent to a device of which the server has only a word that no table has while its report does not answer', async () => {
    const core = onTheMenu();
    core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_TREATING' });
    core.http.reply(readLatest, new Problem('timeout'));
    expect(await problemOf(core.starting.begin(bio))).toMatchObject({ code: 'timeout' });
    expect(core.http.requests(startDevice)).toEqual([]);
  });

  test('A start that the browser sent twice counts as started if the second request was refused', async () => {
    const core = onTheMenu();
    core.http.reply(startDevice, refused('500', '设备正在使用中')).reply(checkDevice, FREE, WORKING);
    expect(await core.starting.begin(bio)).toEqual(started);
  });

  test('A refused start of a working device without a report is not reported as running with the requested settings', async () => {
    const core = onTheMenu();
    core.http
      .reply(startDevice, refused('500', '设备正在使用中'))
      .reply(checkDevice, FREE, WORKING)
      .reply(readLatest, null);
    expect(await core.starting.begin(bio)).toMatchObject({
      kind: 'already-running',
      asAsked: false,
      isReported: false,
    });
    expect(core.treatments.started.get()?.state).toEqual({});
  });

  // The server has not heard of the other phone's start before this tap, and the device counts no minutes.
  test.each([
    ['runs', aReport({ useTime: undefined })],
    ['has reported nothing', null],
  ])(
    'A start that is refused because another phone of the user started the device says nothing of minutes that nobody counted. The device %s.',
    async (_, report) => {
      const core = onTheMenu();
      core.http
        .reply(startDevice, refused('500', '设备正在使用中'))
        .reply(checkDevice, FREE, WORKING)
        .reply(readLatest, null, report, aReport({ useTime: undefined }))
        .reply(enterPage, aSupply);
      expect(await core.starting.begin(bio)).toMatchObject({ kind: report ? 'started' : 'already-running' });
      const views: TreatmentView[] = [];
      core.get(FollowTreatment).follow('DEV0001', (view) => views.push(view));
      await core.clock.advance(2 * MINUTE);
      expect(views.at(-1)).toMatchObject({ phase: 'running', beganAt: undefined });
    },
  );

  test('A start whose response was lost counts as started if the device runs', async () => {
    const core = onTheMenu();
    core.http
      .reply(startDevice, new Problem('timeout'))
      .reply(readLatest, aReport({ onOff: 0 }), aReport())
      .reply(checkDevice, FREE, WORKING);
    expect(await core.starting.begin(bio)).toEqual(started);
    expect(core.http.requests(startDevice)).toHaveLength(1);
  });

  test('A start without an answer, after one that the device has not obeyed, is not called started because nothing is reported', async () => {
    const core = onTheMenu();
    await core.starting.begin(bio);
    await core.clock.advance(20_000);
    core.http.reply(startDevice, new Problem('timeout'));
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', outcomeUnknown: true });
    core.http.reply(readLatest, aReport({ onOff: 0 }), new Problem('timeout'));
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', outcomeUnknown: true });
    expect(core.http.requests(startDevice)).toHaveLength(2);
  });

  test.each([
    ['', bio],
    [' of a mode with another waveform', { ...bio, settings: { ...bio.settings, waveform: 2 } }],
  ])('A start%s whose request was lost is retried with the same idempotency key', async (_, start) => {
    const core = onTheMenu({ configuration: { idempotencyHeader: 'Idempotency-Key' } });
    core.http.reply(startDevice, new Problem('network'), null);
    await core.starting.begin(start);
    expect(await core.starting.begin(start)).toEqual(started);
    const keys = core.http.requests(startDevice).map(({ headers }) => headers['Idempotency-Key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

describe('StartTreatment: requests after a start', () => {
  test.each([
    ['系统异常', '系统异常，请联系管理员'],
    ['系统繁忙', '系统繁忙，请稍后再试'],
    ['服务器繁忙', '服务器繁忙，请稍后重试'],
    ['a busy server in English', 'Server is busy, please try again later'],
    ['请求超时', '请求超时'],
    ['设备响应超时', '设备响应超时，请稍后查看'],
    ['操作超时', '操作超时'],
    ['设备启动超时', '设备启动超时'],
    ['下发超时', '指令下发超时，请重试'],
    ['设备未响应', '设备未响应，请稍后查看'],
    ['没有收到设备的应答', '没有收到设备的应答'],
    ['a silent device in English', 'The device did not respond'],
    ['a timeout in English', 'Read timed out executing POST http://device/start'],
    ['the words of a gateway', '504 Gateway Time-out'],
    ['内部错误', '内部错误'],
    ['未知异常', '未知异常，请联系管理员'],
    ['the name of an exception', 'java.lang.NullPointerException: null'],
    ['no words', undefined],
  ])(
    'A start after which the server broke down with %s is not called refused: the device may still start',
    async (_, words) => {
      const core = onTheMenu();
      core.http.reply(startDevice, refused('500', words));
      expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', outcomeUnknown: true });
      core.http.reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_WORKING' }).reply(readLatest, aReport());
      expect(await core.starting.begin(bio)).toMatchObject({ kind: 'already-running', asAsked: true });
      expect(core.http.requests(startDevice)).toHaveLength(1);
    },
  );

  test('After a lost start response a server that answers without a word about the device is not called silent', async () => {
    const core = onTheMenu();
    core.http
      .reply(startDevice, new Problem('timeout'))
      .reply(readLatest, {})
      .reply(checkDevice, { ownerId: 'shop-1' });
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', problem: { code: 'timeout' } });
    expect(await core.starting.begin(bio)).toMatchObject({
      kind: 'not-started',
      outcomeUnknown: true,
      problem: { code: 'no-report' },
    });
    expect(core.http.requests(startDevice)).toHaveLength(1);
  });

  test('A start of one device leaves the paid order of another device for that device', async () => {
    const core = onTheMenu();
    core.get(CheckoutRecords).record({
      type: 'serverSaysPaid',
      paidAt: core.clock.now(),
      order: { number: 'L-1', kind: 'lease', amountFen: 4900, sno: 'DEV0001' },
    });
    expect(await core.starting.begin({ ...bio, sno: 'DEV0002' })).toMatchObject({ kind: 'started' });
    core.http
      .reply(startDevice, refused('500', '设备忙'))
      .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-1', statusCode: 5, status: '支付完成' }));
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', paid: true });
  });

  test('The start after a refused one has its own idempotency key', async () => {
    const core = onTheMenu({ configuration: { idempotencyHeader: 'Idempotency-Key' } });
    core.http.reply(startDevice, refused('500', '设备忙'), null);
    await core.starting.begin(bio);
    expect(core.treatments.pendingStarts.get()).toBeUndefined();
    await core.starting.begin(bio);
    expect(new Set(core.http.requests(startDevice).map(({ headers }) => headers['Idempotency-Key'])).size).toBe(2);
  });
});

const slowDetail = (core: Pick<TestApp, 'clock'>) => () => core.clock.sleep(2_000).then(() => online);

test("A lost start that the server accepts between the answers to a second tap is not stored with another person's settings", async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout'));
  await core.starting.begin(bio);
  let isAccepted = false;
  const check = () => core.clock.sleep(1_000).then(() => ((isAccepted = true), WORKING));
  const record = () => (isAccepted ? aReport({ onOff: 0 }) : aReport({ function: 3, workTime: 180 }));
  core.http.reply(checkDevice, check).reply(readLatest, record);
  await within(core, 2_000, core.starting.begin(bio));
  expect(core.treatments.started.get()).toMatchObject({ state: { function: 'bio' } });
});

test("A lost start does not take over another person's treatment", async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout'));
  await core.starting.begin(bio);
  core.http.reply(readLatest, aReport({ function: 3, workTime: 180 })).reply(checkDevice, FREE);
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'another-run' });
  expect([core.treatments.started.get(), core.http.data(startDevice).length]).toEqual([undefined, 1]);
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

test('A device without minutes left does not count as running after a start whose response was lost', async () => {
  const core = onTheMenu();
  core.http.reply(startDevice, new Problem('timeout')).reply(readLatest, aReport({ onOff: 1, workTime: 0 }));
  expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started' });
});
