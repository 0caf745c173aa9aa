import { describe, expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { checkDevice, readLatest } from '../../../src/core/device/api.ts';
import { getLeaseOrder } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { startDevice } from '../../../src/core/treatment/api.ts';
import { refused } from '../../helpers/fake-server.ts';
import { aLeaseOrder, aReport } from '../../helpers/wire.ts';
import { bio, onTheMenu } from '../../helpers/on-the-menu.ts';

describe('StartTreatment: requests after a start', () => {
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
