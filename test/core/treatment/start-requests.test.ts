import { describe, expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { checkDevice, getDetail, readLatest } from '../../../src/core/device/api.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';
import { StartTreatment } from '../../../src/core/treatment/start/start-treatment.ts';
import { listCards } from '../../../src/core/wallet/api.ts';
import { within } from '../../helpers/create-test-app.ts';
import { httpResponse, refused } from '../../helpers/fake-server.ts';
import { aLeaseOrder, aReport } from '../../helpers/wire.ts';
import { bio, onTheMenu, started } from '../../helpers/on-the-menu.ts';

const HOUR = 60 * 60_000;

describe('StartTreatment: requests before a start', () => {
  test('A start first requests the device detail with a timeout of five seconds, and all cards', async () => {
    const core = onTheMenu();
    await core.starting.begin(bio);
    expect([core.http.data(getDetail), core.http.requests(getDetail)[0]?.timeoutMs]).toEqual([['DEV0001'], 5_000]);
    expect(core.http.requests(startDevice)[0]?.timeoutMs).toBe(10_000);
    expect(core.http.data(listCards)).toEqual([expect.objectContaining({ current: 0, size: 99 })]);
  });
});

describe('StartTreatment: requests after a start', () => {
  test('After a refused start the app checks whether the device works for this user', async () => {
    const core = onTheMenu();
    core.http.reply(startDevice, refused('500', '设备忙'));
    expect(await core.starting.begin(bio)).toMatchObject({
      kind: 'not-started',
      outcomeUnknown: false,
      problem: { code: 'refused' },
    });
    expect(core.http.data(checkDevice)).toEqual(Array.from({ length: 2 }, () => ({ sno: 'DEV0001', assist: false })));
  });

  test.each([
    ['系统异常', '系统异常，请联系管理员'],
    ['请求超时', '请求超时'],
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

  test('After a lost start response the app requests the state of the device', async () => {
    const core = onTheMenu();
    core.http.reply(startDevice, new Problem('timeout'));
    await core.starting.begin(bio);
    expect(core.http.data(readLatest)).toEqual(['DEV0001', 'DEV0001']);
  });

  test('After a start with an expired session the app sends no further request', async () => {
    const core = onTheMenu();
    core.http.reply(startDevice, httpResponse({ status: 401 }));
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'not-started', problem: { code: 'unauthorized' } });
    expect([core.http.requests(checkDevice).length, core.http.requests(readLatest).length]).toEqual([1, 1]);
  });

  test('After a lost start response no second command is sent while the state of the device cannot be read', async () => {
    const core = onTheMenu();
    core.http.reply(startDevice, new Problem('timeout'), null).reply(readLatest, new Problem('network'));
    const lost = { kind: 'not-started', outcomeUnknown: true };
    expect(await within(core, 20_000, core.starting.begin(bio))).toMatchObject(lost);
    expect(await within(core, 20_000, core.starting.begin(bio))).toMatchObject({
      ...lost,
      problem: { code: 'network' },
    });
    expect(core.http.requests(startDevice)).toHaveLength(1);
    core.http.reply(readLatest, aReport({ onOff: 0 }));
    expect(await core.starting.begin(bio)).toMatchObject({ kind: 'started' });
  });

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

  test('A start clears the stop and the pending start of its device', async () => {
    const core = onTheMenu();
    core.treatments.stoppedAt.set({ DEV0001: core.clock.now() - HOUR, DEV0009: core.clock.now() });
    await core.starting.begin(bio);
    expect([core.treatments.stoppedAt.get(), core.treatments.pendingStarts.get()]).toEqual([
      { DEV0009: core.clock.now() },
      undefined,
    ]);
  });

  test('A device can be started again half a minute after a start', async () => {
    const core = onTheMenu();
    await core.starting.begin(bio);
    await core.clock.advance(30_000);
    expect(await core.starting.begin(bio)).toEqual(started);
    expect(core.http.requests(startDevice)).toHaveLength(2);
  });
});

describe('StartTreatment: two pages of one user', () => {
  const twoPages = () => {
    const core = onTheMenu();
    const other = core.anotherTab();
    other.at({ sno: 'DEV0001' });
    return { core, other, second: other.get(StartTreatment) };
  };

  test('Two pages start two devices without waiting for each other', async () => {
    const { core, second } = twoPages();
    core.http.reply(startDevice, () => new Promise<never>(() => {}), null);
    void core.starting.begin(bio);
    expect(await within(core, 1_000, second.begin({ ...bio, sno: 'DEV0002' }))).toMatchObject({
      kind: 'started',
      destination: { to: 'process', sno: 'DEV0002' },
    });
  });

  test.each([
    ['nothing', undefined],
    ['another device a moment ago', { sno: 'DEV0009', at: 0 }],
    ['the same device an hour ago', { sno: 'DEV0001', at: -HOUR }],
  ])('A second page sends its start after a refused one if the earlier treatment was: %s', async (_, before) => {
    const { core, second } = twoPages();
    if (before) core.treatments.started.set({ sno: before.sno, at: core.clock.now() + before.at, state: {} });
    core.http.reply(startDevice, refused('500', '设备忙'), null);
    const [first, next] = await Promise.all([core.starting.begin(bio), second.begin(bio)]);
    expect(first).toMatchObject({ kind: 'not-started' });
    expect(next).toEqual(started);
    expect(core.http.requests(startDevice)).toHaveLength(2);
  });
});
