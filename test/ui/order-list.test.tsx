// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cancelLeaseOrder, getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { OrdersPlacedHere } from '../../src/core/checkout/orders-placed-here.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { type AnyEndpoint, hangs, refused } from '../helpers/fake-server.ts';
import { aPage, type OrderRow } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, LEASE_ORDER, paysSevenDays, presses, sees } from './app-harness.tsx';
import { withTallPage, scrollsToTheEnd } from './tall-page.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { readFileSync } from 'node:fs';
import { customerNotes } from '../../src/ui/state/customer-notes.ts';

withTallPage();

const order = (orderNo: string, more: object = {}) => ({
  ...LEASE_ORDER,
  orderNo,
  statusCode: 5,
  status: '支付完成',
  serviceModeName: '按时长租赁 7天',
  ctime: '2026-03-01 08:00:00',
  ...more,
});
const pageFrom = (first: number, count = 15) => Array.from({ length: count }, (_, index) => order(`L${first + index}`));
const TO_PAY = { statusCode: 1, status: '待支付' };
const CARD_ORDER = {
  chargeOrderNo: 'C9',
  statusCode: 5,
  statusDesc: '支付完成',
  fee: 5,
  payMoney: '30.00',
  operatorName: '康养馆',
  ctime: '2026-03-01 08:00:00',
};

const withOrders = (...orders: OrderRow[]) => new AppHarness().reply(listLeaseOrders, aPage(...orders));
const withCardOrders = (...orders: OrderRow[]) => new AppHarness().reply(listCardOrders, aPage(...orders));
const itemOf = async (number: string) => within((await sees(number)).closest('article') as HTMLElement);
const pages = (app: AppHarness, endpoint: AnyEndpoint = listLeaseOrders) =>
  app.http.data(endpoint).map((data) => (data as { current: number }).current);

test('An empty order list says so', async () => {
  withOrders().open('/my/orderList');
  expect(await sees('暂无订单')).toBeTruthy();
  expect(doesNotSee('没有更多了')).toBe(true);
});

test('Who has just paid a first order is not told that there is none by a list that does not show it yet', async () => {
  const app = withOrders().sheetAnswered('ok').reply(getLeaseOrder, order('L100')).open('/my');
  expect(await sees('支付订单 L100：支付成功')).toBeTruthy();
  fireEvent.click(await screen.findByRole('link', { name: '订单记录' }));
  expect(await sees('拉取订单列表失败')).toBeTruthy();
  expect(doesNotSee('暂无订单')).toBe(true);
  app.reply(listLeaseOrders, aPage(order('L100')));
  await app.advance(MINUTE);
  expect(await sees('L100')).toBeTruthy();
});

test('Who has just placed a first order and not paid it is not told that there is none by a list that does not show it yet', async () => {
  const app = new AppHarness().withDevice().open('/lease');
  app.bridge.answers({ result: 'cancel' });
  await paysSevenDays();
  await waitFor(() => expect(at()).toContain('/orderDetail'));
  goTo('/my/orderList');
  expect(await sees('拉取订单列表失败')).toBeTruthy();
  expect(doesNotSee('暂无订单')).toBe(true);
});

test('An order list without a row is not called empty while the server counts orders, and can be read again', async () => {
  const app = new AppHarness().reply(listLeaseOrders, { records: [], total: 3 }).open('/my/orderList');
  expect(await sees('有3条记录无法显示')).toBeTruthy();
  expect(doesNotSee('暂无订单')).toBe(true);
  app.reply(listLeaseOrders, aPage(order('L1')));
  await presses('重试');
  expect(await sees('没有更多了')).toBeTruthy();
});

test('A lease order shows its plan, state, amount, operator, time and number', async () => {
  withOrders(order('L1', { payMoney: '49.50' })).open('/my/orderList');
  const item = await itemOf('L1');
  for (const words of [
    '按时长租赁 7天',
    '支付完成',
    '实付金额',
    '￥49.50',
    '门店',
    '康养馆',
    '下单时间',
    '03-01 08:00',
    '订单编号',
  ]) {
    expect(item.getByText(words)).toBeTruthy();
  }
  expect(await sees('没有更多了')).toBeTruthy();
});

test('A lease order is named by its device, and is not said to be for a customer if this phone does not know it', async () => {
  withOrders(order('L1', { deviceName: '客厅理疗仪' }), order('L2', { deviceName: undefined })).open('/my/orderList');
  expect((await itemOf('L1')).getByRole('heading', { name: '客厅理疗仪' })).toBeTruthy();
  expect((await itemOf('L1')).getByText('按时长租赁 7天')).toBeTruthy();
  expect((await itemOf('L2')).getByRole('heading', { name: '按时长租赁 7天' })).toBeTruthy();
  expect((await itemOf('L1')).queryByText('代租')).toBeNull();
});

const manyOrders = () =>
  Array.from({ length: 10 }, (_, index) =>
    order(`L${index + 1}`, {
      ...(index === 3 ? TO_PAY : {}),
      ctime: index < 5 ? '2026-03-01 08:00:00' : '2026-02-01 08:00:00',
    }),
  );

test('A rental that this phone placed for a customer says so in the list and in its detail, with what was noted of them', async () => {
  const app = withOrders(order('L1')).reply(getLeaseOrder, order('L1')).open('/my/about');
  expect(await screen.findByRole('heading', { name: '关于我们' })).toBeTruthy();
  new OrdersPlacedHere(app.scope, app.clock).add('L1', 'customer');
  customerNotes(app.scope).keep('L1', '王女士 0399', app.clock.now());
  goTo('/orderDetail?orderNo=L1&isCardItem=false');
  expect(await screen.findByRole('heading', { name: '订单详情' })).toBeTruthy();
  expect(await sees('代租')).toBeTruthy();
  expect(await sees('王女士 0399')).toBeTruthy();
  goTo('/my/orderList');
  const item = await itemOf('L1');
  expect([item.getByText('代租'), item.getByText('王女士 0399')]).toBeTruthy();
});

test('A long order list names each month once', async () => {
  withOrders(...manyOrders()).open('/my/orderList');
  expect(await sees('2026年3月')).toBeTruthy();
  expect(await sees('2026年2月')).toBeTruthy();
});

test('A long order list can be narrowed to the orders to pay, and a short one needs no such choice', async () => {
  withOrders(...manyOrders()).open('/my/orderList');
  await sees('L1');
  await presses('待支付');
  expect(await sees('L4')).toBeTruthy();
  expect(doesNotSee('L1')).toBe(true);
  await presses('已取消');
  expect(await sees('没有这种状态的订单')).toBeTruthy();
  await presses('全部');
  expect(await sees('L1')).toBeTruthy();
});

test('A narrowed order list says that it loads, and is not called empty, as long as the server has further pages', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(...pageFrom(1)), aPage(...pageFrom(16)), hangs);
  app.open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  await presses('已取消');
  for (const asked of [2, 3]) {
    await waitFor(() => expect(app.calls(listLeaseOrders)).toBe(asked));
    expect(await sees('正在获取订单列表...')).toBeTruthy();
    expect(doesNotSee('没有这种状态的订单')).toBe(true);
    await app.advance(500);
  }
});

test('A cancelled order shows the order amount, and no due or paid amount', async () => {
  withOrders(order('L1', { statusCode: -1, status: '已取消', payMoney: '49.50' })).open('/my/orderList');
  const item = await itemOf('L1');
  expect(item.getByText('订单金额').nextElementSibling?.textContent).toMatch(/^￥/);
  expect([item.queryByText('应付金额'), item.queryByText('实付金额')]).toEqual([null, null]);
});

test('A card order shows its uses in its heading, and no operator', async () => {
  const app = withCardOrders(CARD_ORDER).open('/my/orderList?type=cardlist&sysUserId=op7');
  const item = await itemOf('C9');
  expect(item.getByRole('heading', { name: '次卡 5次' })).toBeTruthy();
  expect(item.queryByText('门店')).toBeNull();
  const [sent] = app.http.requests(listCardOrders);
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({ data: { query: { sysUserId: 'op7' } } });
});

test.each([
  ['待支付', 1, '待支付', 'to-pay'],
  ['支付完成', 5, '支付完成', 'paid'],
  ['已取消', -1, '已取消', 'cancelled'],
  ['已退款', 5, '已退款', 'paid'],
  ['9', 9, '状态待核实', 'cancelled'],
])(
  'A lease order with the status %s shows it in the colour of its state',
  async (status, statusCode, words, colour) => {
    withOrders(order('L1', { status, statusCode })).open('/my/orderList');
    const state = (await itemOf('L1')).getByText(words);
    expect(state.className).toContain(colour);
    expect(state.querySelector('svg')).toBeTruthy();
  },
);

test('Tapping a card order opens its detail, which is looked up by its operator', async () => {
  const app = withCardOrders(CARD_ORDER).open('/my/orderList?type=cardlist&sysUserId=op7');
  fireEvent.click((await itemOf('C9')).getByRole('link'));
  await waitFor(() => expect(at()).toBe('/orderDetail?orderNo=C9&isCardItem=true&sysUserId=op7'));
  expect(await sees('已支付')).toBeTruthy();
  await waitFor(() => expect(app.calls(listCardOrders)).toBeGreaterThan(1));
  await app.advance(1_000);
  expect(app.sessionValue('shownOrder')).toMatchObject({ number: 'C9', operatorId: 'op7' });
});

test('The next page of orders loads at 30 px from the end, and not at 31 px', async () => {
  const app = new AppHarness()
    .reply(listLeaseOrders, aPage(...pageFrom(1)), aPage(...pageFrom(16, 3)))
    .open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd({ left: 31 });
  await app.advance(1_000);
  expect(pages(app)).toEqual([0]);
  scrollsToTheEnd({ left: 30 });
  expect(await sees('L18')).toBeTruthy();
  expect(await sees('没有更多了')).toBeTruthy();
  expect(pages(app)).toEqual([0, 1]);
});

test('Repeated scrolling loads one page of orders at a time', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(...pageFrom(1)), hangs).open('/my/orderList');
  await sees('L15');
  for (let times = 0; times < 5; times += 1) scrollsToTheEnd();
  expect(await sees('加载中...')).toBeTruthy();
  await app.advance(600);
  scrollsToTheEnd();
  expect(pages(app)).toEqual([0, 1]);
});

test('A page of orders that loads at once is followed by the next one only after half a second', async () => {
  const app = new AppHarness()
    .reply(listLeaseOrders, aPage(...pageFrom(1)), aPage(...pageFrom(16)), aPage(...pageFrom(31, 1)))
    .open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  await sees('L30');
  await app.advance(499);
  expect(pages(app)).toEqual([0, 1]);
  await app.advance(1);
  expect(await sees('L31')).toBeTruthy();
});

test('If a later page of orders fails, the loaded orders stay, with a retry', async () => {
  const app = new AppHarness()
    .reply(listLeaseOrders, aPage(...pageFrom(1)), refused('500', '系统繁忙'))
    .open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  expect(await sees('拉取订单列表失败')).toBeTruthy();
  expect(await sees('系统繁忙')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(15);
  await app.advance(2_000);
  expect(pages(app)).toEqual([0, 1]);
  app.reply(listLeaseOrders, aPage(...pageFrom(16, 2)));
  await presses('重试');
  expect(await sees('L17')).toBeTruthy();
  expect(doesNotSee('拉取订单列表失败')).toBe(true);
});

test('Cancelling an order in the list asks first and names its device and the order, then reloads the list', async () => {
  const app = withOrders(order('L1', { ...TO_PAY, deviceSno: 'PL1001' }))
    .reply(getLeaseOrder, order('L1', TO_PAY))
    .open('/my/orderList');
  await presses('取消订单 L1');
  const question = within(await screen.findByRole('alertdialog', { name: '确认取消该订单？' }));
  expect(question.getByText('L1 ￥49').textContent).toBe('客厅理疗仪 编号 PL1001L1 ￥49');
  await presses('返回');
  expect(app.calls(cancelLeaseOrder)).toBe(0);
  await presses('取消订单 L1');
  app.reply(listLeaseOrders, aPage(order('L1', { statusCode: -1, status: '已取消' })));
  await presses('确认');
  expect(await sees('取消成功')).toBeTruthy();
  const item = await itemOf('L1');
  await waitFor(() => expect(item.getByText('已取消')).toBeTruthy());
  expect(item.queryByRole('button')).toBeNull();
  expect(app.calls(cancelLeaseOrder)).toBe(1);
});

test('An order that was cancelled a moment ago is not offered for payment by a list that is older', async () => {
  const app = withOrders(order('L1', TO_PAY)).reply(getLeaseOrder, order('L1', TO_PAY)).open('/my/orderList');
  await presses('取消订单 L1');
  await presses('确认');
  expect(await sees('取消成功')).toBeTruthy();
  const item = await itemOf('L1');
  await waitFor(() => expect(item.getByText('已取消')).toBeTruthy());
  expect(item.queryByRole('button')).toBeNull();
  fireEvent.click(item.getByRole('link'));
  expect(await sees('无需支付')).toBeTruthy();
  expect(doesNotSee('去支付')).toBe(true);
  await app.advance(MINUTE);
  goTo('/my/orderList');
  expect(await screen.findByRole('button', { name: '去支付 L1' })).toBeTruthy();
});

test('After an order is cancelled by keyboard, the focus stays at the order', async () => {
  const app = withOrders(order('L1', TO_PAY)).reply(getLeaseOrder, order('L1', TO_PAY)).open('/my/orderList');
  (await screen.findByRole('button', { name: '取消订单 L1' })).focus();
  await presses('取消订单 L1');
  app.reply(listLeaseOrders, aPage(order('L1', { statusCode: -1, status: '已取消' })));
  await presses('确认');
  expect(await sees('已取消')).toBeTruthy();
  const face = (await itemOf('L1')).getByRole('link');
  await waitFor(() => expect(document.activeElement).toBe(face));
});

test('After a change, the order list reloads all pages that were shown', async () => {
  const last = order('L17', TO_PAY);
  const app = new AppHarness()
    .reply(listLeaseOrders, aPage(...pageFrom(1)), aPage(order('L16'), last))
    .reply(getLeaseOrder, last)
    .open('/my/orderList');
  await sees('L15');
  scrollsToTheEnd();
  await presses('取消订单 L17');
  app.reply(listLeaseOrders, aPage(...pageFrom(2)), aPage(order('L17', { statusCode: -1, status: '已取消' })));
  await presses('确认');
  expect(await sees('已取消')).toBeTruthy();
  expect(doesNotSee('L1')).toBe(true);
  expect(screen.getAllByRole('article')).toHaveLength(16);
  expect(pages(app)).toEqual([0, 1, 0, 1]);
});

test('A paid order is not offered for payment a minute later by the list that was read when the server still called it unpaid', async () => {
  const [, ...others] = pageFrom(1);
  const lagging = aPage(order('L1', TO_PAY), ...others);
  const app = withOrders()
    .reply(listLeaseOrders, lagging)
    .reply(getLeaseOrder, order('L1', TO_PAY), order('L1'))
    .open('/my/orderList');
  app.bridge.answers({ result: 'ok' });
  await presses('去支付 L1');
  expect(await sees('支付订单 L1：支付成功')).toBeTruthy();
  const isOffered = () => screen.queryByRole('button', { name: '去支付 L1' }) !== null;
  await app.advance(1_000);
  expect(isOffered()).toBe(false);
  app.reply(listLeaseOrders, refused('500', '系统维护中'));
  await app.advance(70_000);
  expect(await sees('系统维护中')).toBeTruthy();
  app.reply(listLeaseOrders, aPage(...pageFrom(16, 3)));
  scrollsToTheEnd();
  await sees('L18');
  expect(isOffered()).toBe(false);
});

test('An order that was paid on another phone since its list was read is said to be paid, not paid by the tap', async () => {
  const app = withOrders(order('L1', TO_PAY)).reply(getLeaseOrder, order('L1')).open('/my/orderList');
  await screen.findByRole('button', { name: '去支付 L1' });
  app.reply(listLeaseOrders, aPage(order('L1')));
  await presses('去支付 L1');
  expect(await sees(/订单已支付$/)).toBeTruthy();
  expect(doesNotSee(/支付成功/)).toBe(true);
  expect([app.bridge.asked.length, app.calls(prePay)]).toEqual([0, 0]);
});

test('An order that WeChat reports as paid cannot be paid again until the server has settled it', async () => {
  const app = withOrders(order('L1', TO_PAY), order('L2', TO_PAY))
    .reply(getLeaseOrder, order('L1', TO_PAY))
    .open('/my/orderList');
  app.bridge.answers({ result: 'ok' });
  await presses('去支付 L1');
  const l1 = await itemOf('L1');
  expect(await l1.findByText('支付结果确认中')).toBeTruthy();
  expect(l1.queryByRole('button', { name: /去支付|取消订单/ })).toBeNull();
  expect((await itemOf('L2')).getByRole('button', { name: '去支付 L2' })).toBeTruthy();
  await app.advance(10_000);
  expect(await l1.findByText('暂未收到支付结果，如已付款请勿再次支付')).toBeTruthy();
  app.reply(getLeaseOrder, order('L1')).reply(listLeaseOrders, aPage(order('L1'), order('L2', TO_PAY)));
  await presses('再次确认 L1');
  expect(await sees('支付订单 L1：支付成功')).toBeTruthy();
  expect(app.bridge.asked).toHaveLength(1);
});

test('Opening the order list again after going back reloads it', async () => {
  const app = withOrders(order('L1')).reply(getLeaseOrder, order('L1')).open('/my');
  fireEvent.click(await screen.findByRole('link', { name: '订单记录' }));
  await sees('L1');
  await presses('返回');
  app.reply(listLeaseOrders, aPage(order('L2')));
  fireEvent.click(await screen.findByRole('link', { name: '订单记录' }));
  expect(await sees('L2')).toBeTruthy();
  expect(doesNotSee('L1')).toBe(true);
});

const read = (file: string) => readFileSync(`src/ui/${file}`, 'utf8');
const tokens = read('tokens.css');
const [light = '', dark = ''] = tokens.split('prefers-color-scheme: dark');

/** The text colour of a class in a stylesheet, in one colour scheme. */
function colourOf(file: string, name: string, scheme: string): string {
  const rule = new RegExp(`^\\.${name} {\\n[^}]*?\\bcolor: var\\(--([\\w-]+)\\)`, 'm').exec(read(file));
  return new RegExp(`--${rule?.[1]}: (#\\w{6});`).exec(scheme)?.[1] ?? `no colour for ${name}`;
}

/** The hue as a word; a colour with little saturation is grey. */
function hueName(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (most - least < 40) return 'grey';
  const sixth =
    most === red
      ? ((green - blue) / (most - least) + 6) % 6
      : most === green
        ? (blue - red) / (most - least) + 2
        : (red - green) / (most - least) + 4;
  return sixth * 60 < 50 ? 'orange' : sixth * 60 < 190 ? 'green' : 'blue';
}

test.each([
  ['light', light],
  ['dark', dark],
])('In the %s scheme, an unpaid order is green, a paid one is orange and a cancelled one is grey', (_, scheme) => {
  const file = 'screens/order-list/OrderItem.module.css';
  expect(['to-pay', 'paid', 'cancelled'].map((state) => hueName(colourOf(file, state, scheme)))).toEqual([
    'green',
    'orange',
    'grey',
  ]);
});
