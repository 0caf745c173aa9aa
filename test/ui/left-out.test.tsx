// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDevices, listHistory } from '../../src/core/device/api.ts';
import { listDurationPlans } from '../../src/core/lease/api.ts';
import { listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { listCards, listRefunds } from '../../src/core/wallet/api.ts';
import { type AnyEndpoint, misshapen } from '../helpers/fake-server.ts';
import { AppHarness, doesNotSee, presses, sees } from './app-harness.tsx';
import { onATallPage, scrollsToTheEnd } from './tall-page.ts';

onATallPage();

const device = (sno: string) => ({
  sno,
  deviceName: '客厅理疗仪',
  onlineStatus: '在线',
  ownerId: 'op1',
  assist: false,
});
const order = (orderNo: string) => ({ orderNo, statusCode: 1, status: '待支付', payMoney: 49 });
const refund = (refundNo: string) => ({ refundNo, operatorName: '康养馆', amount: '29.90' });
const plan = { id: 'd7', price: 49, num: 7, unit: '天' };

/** A list of the page: where it is, how the server sends it, a row that shows, one that cannot be read, and what is said where there is none. */
const lists: [
  name: string,
  at: string,
  endpoint: AnyEndpoint,
  listOf: (...rows: unknown[]) => unknown,
  row: object,
  shows: string,
  broken: unknown,
  none: string,
][] = [
  ['orders', '/my/orderList', listLeaseOrders, (...records) => ({ records }), order('L1'), 'L1', null, '暂无订单'],
  [
    'orders of a card',
    '/my/orderList?type=cardlist&sysUserId=op1',
    listCardOrders,
    (...records) => ({ records }),
    { chargeOrderNo: 'C1', fee: 10 },
    'C1',
    { fee: 10 },
    '暂无订单',
  ],
  [
    'cards',
    '/my/cardList',
    listCards,
    (...records) => ({ records }),
    { sysUserId: 'op1', operatorName: '康养馆', money: 3 },
    '康养馆',
    { sysUserId: 'op2', money: 'many' },
    '次卡包为空',
  ],
  [
    'refunds',
    '/my/refundList',
    listRefunds,
    (...records) => ({ records }),
    refund('R1'),
    'R1',
    refund(''),
    '退款列表为空',
  ],
  [
    'devices',
    '/my?tab=device',
    listDevices,
    (...rows) => rows,
    device('PL1001'),
    'PL1001',
    { ...device('PL1002'), sno: null },
    '暂无设备',
  ],
  [
    'people a device is shared with',
    '/share',
    listShares,
    (...rows) => rows,
    { mobile: '13800000002' },
    '138 0000 0002',
    { mobile: [] },
    '暂无分享用户',
  ],
  [
    'plans',
    '/lease',
    listDurationPlans,
    (...list) => ({ list, modeId: 'm1' }),
    plan,
    '￥49',
    { ...plan, id: 'd1', price: null },
    '暂无可选套餐',
  ],
];

// covers 4.lists.6a
test.each(lists)(
  'A row of the %s that cannot be read is left out, and the list says so',
  async (_, at, endpoint, listOf, row, shows, broken) => {
    new AppHarness()
      .withDevice()
      .reply(endpoint, misshapen(listOf(broken, row)))
      .open(at);
    expect(await sees(shows)).toBeTruthy();
    expect(await sees('有1条记录无法显示')).toBeTruthy();
  },
);

// covers 4.lists.6b
test.each(lists)(
  'Where no row of the %s can be read the list is not called empty, and can be fetched again',
  async (_, at, endpoint, listOf, row, shows, broken, none) => {
    const app = new AppHarness()
      .withDevice()
      .reply(endpoint, misshapen(listOf(broken, null)))
      .open(at);
    const told = await screen.findByRole('alert');
    expect(within(told).getByText('有2条记录无法显示')).toBeTruthy();
    expect(doesNotSee(none)).toBe(true);
    app.reply(endpoint, misshapen(listOf(row)));
    await presses('重试');
    expect(await sees(shows)).toBeTruthy();
    expect(doesNotSee(/无法显示/)).toBe(true);
  },
);

// covers 8.calls.8a
test.each(lists)(
  'A list of %s in another shape is a failure, and not an empty list',
  async (_, at, endpoint, listOf, row, shows, __, none) => {
    const app = new AppHarness()
      .withDevice()
      .reply(endpoint, misshapen({ rows: [] }))
      .open(at);
    expect(await sees('服务异常，请稍后重试')).toBeTruthy();
    expect(doesNotSee(none)).toBe(true);
    app.reply(endpoint, misshapen(listOf(row)));
    await presses('重试');
    expect(await sees(shows)).toBeTruthy();
  },
);

test('A row of the lease history that cannot be read is left out, and the list says so', async () => {
  new AppHarness()
    .reply(listHistory, misshapen([{ id: 1, deviceName: '旧理疗仪' }, { deviceName: '没有编号' }]))
    .open('/my?tab=device');
  fireEvent.click(await screen.findByRole('tab', { name: '租赁历史' }));
  expect(await sees('旧理疗仪')).toBeTruthy();
  expect(await sees('有1条记录无法显示')).toBeTruthy();
});

// covers 4.lists.6c
test('A page of a list is not the last because some of its rows cannot be read', async () => {
  const first = [...Array.from({ length: 13 }, (_, at) => refund(`R${at}`)), null, 'nonsense'];
  new AppHarness()
    .reply(listRefunds, misshapen({ records: first, total: 16 }), { records: [refund('R99')], total: 16 })
    .open('/my/refundList');
  await sees('R12');
  scrollsToTheEnd();
  expect(await sees('R99')).toBeTruthy();
  expect(await sees('有2条记录无法显示')).toBeTruthy();
});

test('People whose number cannot be read count among those a device is shared with', async () => {
  new AppHarness()
    .withDevice()
    .reply(listShares, misshapen([{ mobile: '13800000002' }, {}]))
    .open('/share');
  expect(await sees('2人')).toBeTruthy();
});

test('A device of which the server does not say whether it is online is called neither, and can be opened', async () => {
  new AppHarness().reply(listDevices, [{ ...device('PL1001'), onlineStatus: null }]).open('/my?tab=device');
  await sees('PL1001');
  expect([doesNotSee('在线'), doesNotSee('离线')]).toEqual([true, true]);
  await presses(/PL1001/);
  expect(await sees('选择理疗模式')).toBeTruthy();
});
