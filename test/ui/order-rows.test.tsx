// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { listDurationPlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { aPage, aCard, aCardOrder } from '../helpers/wire.ts';
import { box, types } from './typing.ts';
import { AppHarness, at, doesNotSee, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';
import { listCards } from '../../src/core/wallet/api.ts';

const LEASE = {
  ...LEASE_ORDER,
  mac: 'A4:CF:12:00',
  serviceModeName: '按时长租赁 7天',
  money: 69,
  payMoney: '49.50',
  ctime: '2026-03-01 08:00:00',
  payTime: '2026-03-01 08:01:00',
  utime: '2026-03-02 09:00:00',
};
const CARD = {
  chargeOrderNo: 'C9',
  statusDesc: '支付中',
  statusCode: 1,
  fee: 5,
  payMoney: '30.00',
  mac: 'AA',
  sysUserId: 'op7',
  operatorName: '康养馆',
  ctime: '2026-03-01 08:00:00',
};

const leaseDetail = (more: object) =>
  new AppHarness().reply(getLeaseOrder, { ...LEASE, ...more }).open('/orderDetail?orderNo=L100&isCardItem=false');
const cardDetail = (more: object = {}) =>
  new AppHarness()
    .reply(listCardOrders, aPage({ ...CARD, ...more }))
    .open('/orderDetail?orderNo=C9&isCardItem=true&sysUserId=op7');
const rows = async () => {
  await sees('订单编号');
  return Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
};
const prepayRequests = (app: AppHarness) =>
  app.http.requests(prePay).map(({ body }) => (JSON.parse(body) as { data: unknown }).data);

const COMMON = {
  门店: '康养馆',
  设备名称: '客厅理疗仪',
  设备Mac: 'A4:CF:12:00',
  租赁套餐: '按时长租赁 7天',
  订单金额: '￥69',
  订单编号: 'L100',
};

test.each([
  [
    'to be paid',
    { statusCode: 1, status: '待支付' },
    { 优惠金额: '￥19.50', 应付金额: '￥49.50', 下单时间: '2026-03-01 08:00:00' },
  ],
  [
    'paid',
    { statusCode: 5, status: '支付完成' },
    { 优惠金额: '￥19.50', 实付金额: '￥49.50', 下单时间: '2026-03-01 08:00:00', 支付时间: '2026-03-01 08:01:00' },
  ],
  [
    'partly refunded',
    { statusCode: 5, status: '部分退款' },
    { 实付金额: '￥49.50', 下单时间: '2026-03-01 08:00:00', 支付时间: '2026-03-01 08:01:00' },
  ],
  ['cancelled', { statusCode: -1, status: '已取消' }, { 取消时间: '2026-03-02 09:00:00' }],
  ['of an unknown status', { statusCode: 7, status: '银行处理中' }, { 下单时间: '2026-03-01 08:00:00' }],
])('The detail of a lease order that is %s shows all its fields', async (_, state, more) => {
  leaseDetail(state);
  await waitFor(async () => expect(await rows()).toEqual({ ...COMMON, ...more }));
  expect(screen.getAllByRole('button', { name: '联系客服' }).length).toBeGreaterThan(0);
});

test('The detail of a card order shows its operator and its uses, and no device', async () => {
  cardDetail();
  await waitFor(async () =>
    expect(await rows()).toEqual({
      门店: '康养馆',
      租赁套餐: '5次',
      订单金额: '￥30',
      应付金额: '￥30',
      订单编号: 'C9',
      下单时间: '2026-03-01 08:00:00',
    }),
  );
});

test.each([
  ['待支付', 1, '待支付', '去支付'],
  ['支付中', 1, '待支付', '去支付'],
  ['支付完成', 5, '支付完成', '联系客服'],
  ['使用中', 7, '支付完成', '联系客服'],
  ['订单完成', 7, '支付完成', '联系客服'],
  ['已取消', -1, '已取消', '重新选择套餐'],
  ['已过期', 9, '已过期', '重新选择套餐'],
  ['银行处理中', 7, '银行处理中', '重新选择套餐'],
  ['银行处理中', 7, '银行处理中', '联系客服'],
  ['', 7, '状态待核实', '联系客服'],
  ['已退款', 5, '已退款', '联系客服'],
])(
  'The detail of a lease order that the server calls %s (%i) has the heading %s and the button %s',
  async (status, statusCode, headline, button) => {
    leaseDetail({ status, statusCode });
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(headline),
    );
    expect((await screen.findAllByRole('button', { name: button })).length).toBeGreaterThan(0);
  },
);

test.each([
  ['已过期', 1, '已取消'],
  ['支付中', 9, '待支付'],
  ['支付完成', 9, '已支付'],
  ['其他', 5, '其他'],
  ['部分退款', 5, '部分退款'],
  ['已退款', -1, '已退款'],
])(
  'The detail of a card order that the server calls %s (%i) has the heading %s',
  async (statusDesc, statusCode, headline) => {
    cardDetail({ statusDesc, statusCode });
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(headline),
    );
  },
);

test('Paying a card order sends its charge number', async () => {
  const app = cardDetail({ orderNo: 'X1' });
  app.bridge.answers({ result: 'cancel' });
  await presses('去支付');
  expect(await sees('支付已取消')).toBeTruthy();
  expect(prepayRequests(app)).toMatchObject([{ orderNo: 'C9', payType: 1 }]);
});

test('A cancelled lease order leads to freshly loaded plans, and going back leads to plans as well', async () => {
  const app = leaseDetail({ statusCode: -1, status: '已取消' });
  await presses('重新选择套餐');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'renewal=1' })));
  expect(await sees('￥49')).toBeTruthy();
  expect(app.calls(listDurationPlans)).toBe(1);
  await presses('返回');
  await waitFor(() => expect(at()).toBe(screenOf('/lease')));
  expect(doesNotSee('订单详情')).toBe(true);
});

test('A cancelled card order leads to the use plans', async () => {
  cardDetail({ statusDesc: '已过期' });
  await presses('重新选择套餐');
  await waitFor(() => expect(at()).toBe('/lease?renewal=2&sysUserId=op7'));
  expect((await screen.findByRole('tab', { name: '按次数租赁' })).getAttribute('aria-selected')).toBe('true');
});

test('The refund of a paid order is requested by a feedback with the order and the reason filled in', async () => {
  const app = leaseDetail({ statusCode: 5, status: '支付完成' }).reply(createFeedback);
  await presses('申请退款');
  await presses('设备故障，无法使用');
  await waitFor(() => expect(at()).toBe('/my/feedback?refund=L100&reason=fault&sno=PL1001'));
  const content = await box('反馈内容');
  expect(content.value).toBe('申请退款\n订单编号：L100\n退款原因：设备故障，无法使用\n');
  await types('反馈内容', `${content.value}不加热`);
  await presses('提交');
  expect(await sees('退款申请已提交')).toBeTruthy();
  expect(app.http.data(createFeedback)).toMatchObject([
    { content: '申请退款\n订单编号：L100\n退款原因：设备故障，无法使用\n不加热' },
  ]);
});

const WAYS = ['去支付', '取消订单', '使用设备', '申请退款', '联系客服'];

test.each<[string | null, number, string[]]>([
  ['待支付', 1, ['去支付', '取消订单', '联系客服']],
  ['支付完成', 5, ['使用设备', '申请退款', '联系客服']],
  [null, 5, ['使用设备', '申请退款', '联系客服']],
  ['已取消', -1, ['联系客服']],
  ['冻结', 77, ['联系客服']],
  ['退款中', 1, ['联系客服']],
  ['退款中', 5, ['联系客服']],
  ['申请退款', 5, ['联系客服']],
  ['退款处理中', 5, ['联系客服']],
  ['已退款', 5, ['联系客服']],
  ['已全额退款', 5, ['联系客服']],
  ['部分退款', 5, ['使用设备', '联系客服']],
  ['审核中', 5, ['使用设备', '联系客服']],
  ...[1, 5, -1, 7].map((code): [string, number, string[]] => ['退款失败', code, ['联系客服']]),
])('The detail of an order that the server calls %s (%i) offers exactly %j', async (status, statusCode, ways) => {
  const app = new AppHarness()
    .withOwnLease()
    .reply(getLeaseOrder, { ...LEASE, status, statusCode })
    .open('/orderDetail?orderNo=L100&isCardItem=false');
  await sees('订单编号');
  if (status !== null) expect(await screen.findAllByText(status)).toBeTruthy();
  if (status === '退款失败') expect(await sees(/订单状态待核实/)).toBeTruthy();
  await app.advance(1_000);
  const offered = () => WAYS.filter((way) => screen.queryAllByRole('button', { name: way }).length > 0);
  await waitFor(() => expect(offered()).toEqual(ways));
});

test('The refund of an order is requested by its number, whatever characters its shop numbers with', async () => {
  const orderNo = '租2026.03/01-7';
  new AppHarness()
    .reply(getLeaseOrder, { ...LEASE, orderNo, statusCode: 5, status: '支付完成' })
    .open(`/orderDetail?orderNo=${encodeURIComponent(orderNo)}`);
  await presses('申请退款');
  await presses('重复支付');
  expect((await box('反馈内容')).value).toBe(`申请退款\n订单编号：${orderNo}\n退款原因：重复支付\n`);
});

test.each([
  ['a refund without a reason', '?refund=L100', '申请退款\n订单编号：L100\n退款原因：其他原因\n'],
  ['an unknown reason', '?refund=L100&reason=x', '申请退款\n订单编号：L100\n退款原因：其他原因\n'],
  ['a number with other characters', `?refund=${encodeURIComponent('L1\n<b>')}`, ''],
])('A link to the feedback with %s fills in only what the app knows', async (_, query, content) => {
  new AppHarness().open(`/my/feedback${query}`);
  expect((await box('反馈内容')).value).toBe(content);
});

test('An unpaid order without a sum of its own to be paid owes the amount that the server names', async () => {
  leaseDetail({ statusCode: 1, status: '待支付', shouldPayMoney: 0 });
  expect(await rows()).toMatchObject({ 应付金额: '￥49.50' });
});

test('An unpaid order whose server names no amount above zero is not said to owe nothing', async () => {
  leaseDetail({ statusCode: 1, status: '待支付', payMoney: 0 });
  const shown = await rows();
  expect(shown).toMatchObject({ 订单金额: '￥69' });
  expect(shown).not.toHaveProperty('应付金额');
});

test.each(['/my/orderList', '/orderDetail?orderNo=L100&isCardItem=false'])(
  'An unpaid order that shows its price can be paid where the server leaves the sum to be paid at 0: %s',
  async (address) => {
    const row = { ...LEASE_ORDER, money: 69, payMoney: 0, shouldPayMoney: 0 };
    const app = new AppHarness().reply(listLeaseOrders, aPage(row)).reply(getLeaseOrder, row).open(address);
    await sees('￥69');
    app.bridge.answers({ result: 'cancel' });
    await presses(/^去支付/);
    await waitFor(() => expect(app.calls(prePay)).toBe(1));
    expect(doesNotSee(/未读到订单金额/)).toBe(true);
  },
);

const UNKNOWN = { ...LEASE_ORDER, statusCode: 7, status: '银行处理中' };
const DETAIL = '/orderDetail?orderNo=L100&isCardItem=false';

test('An order with an unknown status is shown in the server’s word, with a warning not to pay twice, and its receipt proves no payment', async () => {
  new AppHarness().reply(getLeaseOrder, UNKNOWN).open(DETAIL);
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('银行处理中'),
  );
  expect(await sees('订单状态待核实。如已付款，请勿重复支付，并联系客服。')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /去支付|取消订单/ })).toBeNull();
  await presses('保存凭证');
  expect(await sees(/订单状态待核实，不作为付款证明/)).toBeTruthy();
});

test('The order list shows an unknown status in the words of the server, without buttons to pay or cancel', async () => {
  new AppHarness().reply(listLeaseOrders, aPage(UNKNOWN)).open('/my/orderList');
  expect((await sees('银行处理中')).className).toContain('cancelled');
  expect(screen.queryByRole('button', { name: /去支付|取消订单/ })).toBeNull();
});

test('A paid order that was free shows what was paid', async () => {
  new AppHarness()
    .reply(listLeaseOrders, aPage({ ...LEASE_ORDER, statusCode: 5, status: '支付完成', money: 0, payMoney: 0 }))
    .open('/my/orderList');
  expect((await sees('实付金额')).parentElement?.textContent).toContain('￥0');
});

test('A plan whose original price the server leaves at 0 shows no original price', async () => {
  new AppHarness()
    .withDevice()
    .reply(listDurationPlans, { modeId: 'm1', list: [{ id: 'd7', price: 49, originPrice: 0, num: 7, unit: 'day' }] })
    .open('/lease?assist=false');
  expect(await screen.findByRole('radio', { name: '7天 ￥49' })).toBeTruthy();
  expect(doesNotSee(/原价|￥0/)).toBe(true);
});

test('A card whose orders the server does not count shows no number of records', async () => {
  new AppHarness()
    .reply(listCards, aPage(aCard({ sysUserId: 'op1' })))
    .reply(listCardOrders, { records: [aCardOrder()], total: 0 })
    .open('/my/cardList');
  expect(await screen.findByRole('link', { name: '订单记录' })).toBeTruthy();
  expect(doesNotSee(/共0条记录/)).toBe(true);
});

test('Card orders are told apart by their number where the server leaves another one at 0', async () => {
  const rows = ['C-1', 'C-2'].map((orderNo) => aCardOrder({ chargeOrderNo: 0, orderNo }));
  new AppHarness().reply(listCardOrders, aPage(...rows)).open('/my/orderList?type=cardlist&sysUserId=op1');
  expect(await sees('C-1')).toBeTruthy();
  expect(await sees('C-2')).toBeTruthy();
});

const LONG_PAID = { statusCode: 5, status: '订单完成', payTime: '2020-03-01 08:01:00' };

test('The detail of a paid order leads to the device', async () => {
  const app = new AppHarness().reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  app.reply(listCards, aPage({ sysUserId: 'op1', money: 1 })).open('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await sees('支付完成')).toBeTruthy();
  await presses('使用设备');
  expect(await screen.findByRole('heading', { name: '选择理疗模式' })).toBeTruthy();
});

test.each<[string, string, (app: AppHarness) => void]>([
  ['再次租用', 'neither the device nor a use is left', () => {}],
  ['使用设备', 'the device is still rented', (app) => app.withOwnLease()],
  ['使用设备', 'a use is left', (app) => app.reply(listCards, aPage({ sysUserId: 'op1', money: 1 }))],
  ['使用设备', 'the rented devices cannot be read', (app) => app.reply(listDevices, new Problem('network'))],
])('A paid order of long ago offers %s where %s', async (button, _, has) => {
  const app = new AppHarness().reply(getLeaseOrder, { ...LEASE_ORDER, ...LONG_PAID });
  has(app);
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await screen.findByRole('button', { name: button })).toBeTruthy();
});

test('The link to an order that the account does not have says that it was not found, and offers the support alone', async () => {
  new AppHarness().open('/orderDetail?orderNo=C1&isCardItem=true&sysUserId=op1');
  expect(await sees('没有找到该订单，如已付款请联系客服')).toBeTruthy();
  expect(await sees('订单编号 C1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /支付|取消|选择/ })).toBeNull();
  expect(screen.getByRole('button', { name: '联系客服' })).toBeTruthy();
});
