// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { listDurationPlans } from '../../src/core/lease/api.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { listShares } from '../../src/core/share/api.ts';
import { type AnyEndpoint, misshapen } from '../helpers/fake-server.ts';
import { AppHarness, doesNotSee, presses, sees } from './app-harness.tsx';
import { withTallPage } from './tall-page.ts';

withTallPage();

const device = (sno: string) => ({
  sno,
  deviceName: '客厅理疗仪',
  onlineStatus: '在线',
  ownerId: 'op1',
  assist: false,
});
const order = (orderNo: string) => ({ orderNo, statusCode: 1, status: '待支付', payMoney: 49 });
const plan = { id: 'd7', price: 49, num: 7, unit: '天' };

/** A list screen: its address, its endpoint, the response for given rows, a valid row and its text, an unreadable row, and the text of the empty list. */
const lists: [
  name: string,
  at: string,
  endpoint: AnyEndpoint,
  listOf: (...rows: unknown[]) => unknown,
  row: object,
  rowText: string,
  unreadableRow: unknown,
  emptyText: string,
][] = [
  ['orders', '/my/orderList', listLeaseOrders, (...records) => ({ records }), order('L1'), 'L1', null, '暂无订单'],
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

test.each(lists)(
  'The list of %s leaves out an unreadable row and says so',
  async (_, at, endpoint, listOf, row, rowText, unreadableRow) => {
    new AppHarness()
      .withOwnLease()
      .reply(endpoint, misshapen(listOf(unreadableRow, row)))
      .open(at);
    expect(await sees(rowText)).toBeTruthy();
    expect(await sees('有1条记录无法显示')).toBeTruthy();
  },
);

test.each(lists)(
  'A list of %s with unreadable rows only is not shown as empty, and can be reloaded',
  async (_, at, endpoint, listOf, row, rowText, unreadableRow, emptyText) => {
    const app = new AppHarness()
      .withOwnLease()
      .reply(endpoint, misshapen(listOf(unreadableRow, null)))
      .open(at);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('有2条记录无法显示')).toBeTruthy();
    expect(doesNotSee(emptyText)).toBe(true);
    app.reply(endpoint, misshapen(listOf(row)));
    await presses('重试');
    expect(await sees(rowText)).toBeTruthy();
    expect(doesNotSee(/无法显示/)).toBe(true);
  },
);

test.each(lists)(
  'A list of %s with an unexpected shape is shown as a failure, not as empty',
  async (_, at, endpoint, listOf, row, rowText, __, emptyText) => {
    const app = new AppHarness()
      .withOwnLease()
      .reply(endpoint, misshapen({ rows: [] }))
      .open(at);
    expect(await sees('服务异常，请稍后重试')).toBeTruthy();
    expect(doesNotSee(emptyText)).toBe(true);
    app.reply(endpoint, misshapen(listOf(row)));
    await presses('重试');
    expect(await sees(rowText)).toBeTruthy();
  },
);

test('Shares with an unreadable number are counted', async () => {
  new AppHarness()
    .withOwnLease()
    .reply(listShares, misshapen([{ mobile: '13800000002' }, {}]))
    .open('/share');
  expect(await sees('2人')).toBeTruthy();
});

test('A device whose online state is unknown is shown as neither online nor offline, and can be opened', async () => {
  new AppHarness().reply(listDevices, [{ ...device('PL1001'), onlineStatus: null }]).open('/my?tab=device');
  await sees('PL1001');
  expect([doesNotSee('在线'), doesNotSee('离线')]).toEqual([true, true]);
  await presses(/PL1001/);
  expect(await sees('选择理疗模式')).toBeTruthy();
});
