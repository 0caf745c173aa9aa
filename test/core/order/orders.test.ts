import { describe, expect, test } from 'vitest';
import { ApiClient } from '../../../src/core/api/api-client.ts';
import { getDetail, readLatest } from '../../../src/core/device/api.ts';
import { listDurationPlans, listUsePlans } from '../../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { type Order, plansFor } from '../../../src/core/order/order.ts';
import { Queries } from '../../../src/core/queries.ts';
import { listCards, listRefunds } from '../../../src/core/wallet/api.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { aCardOrder, aLeaseOrder, aPage, aReport, durationPlans, online, usePlans } from '../../helpers/wire.ts';

const lease: Order = { kind: 'lease', number: 'L-1', state: 'to-pay' };
const card: Order = { kind: 'card', number: 'C-1', state: 'to-pay', operatorId: 'shop-1' };

describe('Queries: orders', () => {
  test('A lease order is decoded with all its fields', async () => {
    const core = createTestApp();
    core.http.reply(
      getLeaseOrder,
      aLeaseOrder({
        mac: 'AA:BB',
        money: 30,
        shouldPayMoney: '19.9',
        payMoney: 0,
        sysUserId: 5,
        ctime: '2026-03-02 09:00:00',
      }),
    );
    expect(await core.get(ApiClient).call(getLeaseOrder, { number: 'L-100' })).toMatchObject({
      kind: 'lease',
      number: 'L-100',
      state: 'to-pay',
      statusText: '待支付',
      deviceName: '理疗仪一号',
      sno: 'DEV0001',
      mac: 'AA:BB',
      planName: '7天',
      operatorName: '康健店',
      operatorId: '5',
      amountFen: 3000,
      dueFen: 1990,
      orderedAt: Date.parse('2026-03-02T09:00:00+08:00'),
      cancelledAt: undefined,
    });
    expect(core.http.data(getLeaseOrder)).toEqual(['L-100']);
  });

  test('The time of a cancelled order is its cancellation time', async () => {
    const core = createTestApp();
    core.http.reply(
      listLeaseOrders,
      aPage(aLeaseOrder({ statusCode: -1, status: '已取消', utime: '2026-03-02 10:00:00' })),
    );
    const { records } = await core.get(ApiClient).call(listLeaseOrders, { page: 3 });
    expect(records[0]).toMatchObject({ state: 'cancelled', cancelledAt: Date.parse('2026-03-02T10:00:00+08:00') });
    expect(core.http.data(listLeaseOrders)).toEqual([{ current: 3, size: 15, query: { orderByField: 'ctime' } }]);
  });

  test.each([
    [0, 0],
    [0, null],
    [null, 0],
    [null, null],
  ])('A card order with the fee %s and the money %s states no number of uses', async (fee, money) => {
    const core = createTestApp();
    core.http.reply(listCardOrders, aPage({ ...aCardOrder({ fee }), money }));
    expect((await core.get(Queries).cardOrders('shop-1', 0)).records.map(({ uses }) => uses)).toEqual([undefined]);
  });

  test('The fee of a card order is its number of uses', async () => {
    const core = createTestApp();
    core.http.reply(listCardOrders, aPage(aCardOrder({ fee: '10' })));
    expect(await core.get(Queries).cardOrders('shop-1', 0)).toMatchObject({
      total: 1,
      records: [{ kind: 'card', number: 'C-100', uses: 10, amountFen: 9900, dueFen: 9900 }],
    });
  });

  test.each([
    ['the paid amount if it is paid', { statusCode: 5, payMoney: 19.9, shouldPayMoney: 30 }, 1990],
    [
      'unknown if it is paid and nobody says how much',
      { statusCode: 5, payMoney: null, shouldPayMoney: 30 },
      undefined,
    ],
    ['the payable amount if it is unpaid', { statusCode: 1, payMoney: 0, shouldPayMoney: 30 }, 3000],
  ])('The due amount of a lease order is %s', async (_, fields, dueFen) => {
    const core = createTestApp();
    core.http.reply(getLeaseOrder, aLeaseOrder({ ...fields, status: null, money: 69 }));
    expect(await core.get(ApiClient).call(getLeaseOrder, { number: 'L-100' })).toMatchObject({
      amountFen: 6900,
      dueFen,
    });
  });

  test('The sum of a card order is its payMoney alone, and its money is a number of uses', async () => {
    const core = createTestApp();
    const order = { statusCode: 5, statusDesc: null, fee: null, money: 10, shouldPayMoney: 30 };
    core.http.reply(
      listCardOrders,
      aPage(aCardOrder({ ...order, payMoney: 99 }), aCardOrder({ ...order, payMoney: null, chargeOrderNo: 'C-2' })),
    );
    expect((await core.get(Queries).cardOrders('shop-1', 0)).records).toMatchObject([
      { uses: 10, amountFen: 9900, dueFen: 9900 },
      { uses: 10, amountFen: undefined, dueFen: undefined },
    ]);
  });

  test('Both kinds of orders accept either name of the status field, and only cancelled orders have a cancellation time', async () => {
    const core = createTestApp();
    const [open, cancelled] = ['待支付', '已取消'].map((words) => ({
      statusCode: words === '待支付' ? 1 : -1,
      status: words,
      utime: '2026-03-02 10:00:00',
    }));
    const asDescription = ({ status, ...rest }: { status?: string }) => ({
      ...rest,
      status: undefined,
      statusDesc: status,
    });
    core.http
      .reply(listLeaseOrders, aPage(...[open, cancelled].map((each) => aLeaseOrder(asDescription(each ?? {})))))
      .reply(
        listCardOrders,
        aPage(
          ...[open, cancelled].map((each) =>
            aCardOrder({ ...each, statusDesc: undefined, money: 30, shouldPayMoney: 20, payMoney: 25 }),
          ),
        ),
      );
    const at = Date.parse('2026-03-02T10:00:00+08:00');
    const expected = [
      { statusText: '待支付', cancelledAt: undefined },
      { statusText: '已取消', cancelledAt: at },
    ];
    expect((await core.get(Queries).leaseOrders(0)).records).toMatchObject(expected);
    expect((await core.get(Queries).cardOrders('shop-1', 0)).records).toMatchObject(
      expected.map((each) => ({ ...each, amountFen: 2500 })),
    );
  });
});

test('Choosing again leads to plans of the same kind, for the device or the operator of the order and for the same person', () => {
  expect(plansFor({ ...lease, sno: 'DEV0009' }, 'customer')).toEqual({
    to: 'lease',
    sno: 'DEV0009',
    terms: { renewal: 'device', forWhom: 'customer', rechargeOperatorId: undefined },
    renews: 'L-1',
  });
  expect(plansFor({ ...card, operatorId: 'shop-7' }, 'unsaid')).toEqual({
    to: 'lease',
    sno: undefined,
    terms: { renewal: 'card', forWhom: 'self', rechargeOperatorId: 'shop-7' },
  });
});

test('Each query sends its own parameters', async () => {
  const core = createTestApp();
  core.http
    .reply(getDetail, online)
    .reply(readLatest, aReport())
    .reply(listDurationPlans, durationPlans())
    .reply(listUsePlans, usePlans())
    .reply(listLeaseOrders, aPage())
    .reply(listRefunds, aPage())
    .reply(listCards, aPage())
    .reply(listCardOrders, aPage());
  const queries = core.get(Queries);
  await Promise.all([
    queries.device('DEV1'),
    queries.latest('DEV1'),
    queries.durationPlans('DEV1'),
    queries.usePlans({ operatorId: 'shop-1' }),
  ]);
  await Promise.all([queries.leaseOrders(2), queries.refunds(3), queries.cards(4), queries.cardOrders('shop-1', 5)]);
  const paths = [getDetail, readLatest, listDurationPlans, listUsePlans];
  expect(paths.map((path) => core.http.data(path)[0])).toEqual([
    'DEV1',
    'DEV1',
    { sno: 'DEV1' },
    { sysUserId: 'shop-1' },
  ]);
  const pages = [listLeaseOrders, listRefunds, listCards, listCardOrders].map((path) => core.http.data(path)[0]);
  expect(pages).toMatchObject([
    { current: 2 },
    { current: 3 },
    { current: 4 },
    { current: 5, query: { sysUserId: 'shop-1' } },
  ]);
});
