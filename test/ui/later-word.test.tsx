// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { DAY, dateText, MINUTE } from '../../src/core/basics/time.ts';
import { refused } from '../helpers/fake-server.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import {
  AppHarness,
  choosesPlan,
  doesNotSee,
  goTo,
  LEASE_ORDER,
  PAID_ORDER,
  presses,
  sees,
  at,
  paysSevenDays,
} from './app-harness.tsx';
import { Problem } from '../../src/core/problem.ts';
import { startDevice } from '../../src/core/treatment/api.ts';

const STILL_TO_PAY = /订单尚未付款/;

test.each<[string, (app: AppHarness) => Promise<void>]>([
  ['after all', (app) => act(async () => app.bridge.answersLate({ result: 'ok' }))],
  ['on another phone', (app) => app.resumes()],
])('An order that was paid %s is no longer called unpaid on its page', async (_, pageHears) => {
  const app = new AppHarness().open('/orderDetail?orderNo=L100&isCardItem=false');
  app.bridge.answers({ result: 'fail', message: '余额不足' });
  await presses('去支付');
  await sees(STILL_TO_PAY);
  app.reply(getLeaseOrder, PAID_ORDER);
  await pageHears(app);
  await sees('支付完成');
  await waitFor(() => expect(doesNotSee(STILL_TO_PAY)).toBe(true));
});

test.each([
  ['by its own sheet', (app: AppHarness) => act(async () => app.bridge.answersLate({ result: 'ok' }))],
  ['on another phone', (app: AppHarness) => app.resumes()],
] as const)(
  'A plan whose payment had failed, and that was paid %s after all, leads on and is not offered again',
  async (_where, hears) => {
    const app = await failedPlan();
    app.reply(getLeaseOrder, PAID_ORDER);
    await hears(app);
    await waitFor(() => expect(at()).toBe('/modeMenu?sno=PL1001&paid=1'));
    expect(await sees('支付成功')).toBeTruthy();
    expect(doesNotSee(STILL_TO_PAY)).toBe(true);
  },
);

test.each([
  ['refunded', { ...PAID_ORDER, status: '已退款' }, '支付订单 L100：已退款'],
  [
    'of a status that nobody knows',
    { ...LEASE_ORDER, statusCode: 9, status: '银行处理中' },
    /^支付订单 L100：订单状态待核实/,
  ],
  ['cancelled by the shop', { ...LEASE_ORDER, statusCode: -1, status: '已取消' }, '支付订单 L100：订单已取消'],
])('A plan whose order was %s is no longer called unpaid beside its price', async (_what, order, told) => {
  const app = await failedPlan();
  app.reply(getLeaseOrder, order);
  await app.resumes();
  expect(await sees(told)).toBeTruthy();
  await waitFor(() => expect(doesNotSee(STILL_TO_PAY)).toBe(true));
});

test.each([
  ['is still to be paid', LEASE_ORDER],
  ['cannot be read', refused('403')],
])('The reason of a failed payment stays beside its price while the order %s', async (_what, answer) => {
  const app = await failedPlan();
  app.reply(getLeaseOrder, answer);
  const calls = app.calls(getLeaseOrder);
  await app.resumes();
  await waitFor(() => expect(app.calls(getLeaseOrder)).toBe(calls + 1));
  await app.advance(500);
  expect(await sees(STILL_TO_PAY)).toBeTruthy();
});

test('A plan whose order the server neither returns nor lists any more is no longer called unpaid beside its price', async () => {
  const app = await failedPlan();
  app.reply(getLeaseOrder, null).reply(listLeaseOrders, aPage());
  await app.advance(MINUTE);
  await app.resumes();
  expect(await sees('支付订单 L100：订单已不存在')).toBeTruthy();
  await waitFor(() => expect(doesNotSee(STILL_TO_PAY)).toBe(true));
});

test('An order that the server called paid a moment ago is called paid on its page and in its list, although a later answer still calls it unpaid', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(LEASE_ORDER));
  app.purchases.record({
    type: 'serverSaysPaid',
    order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' },
  });
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await sees('支付完成')).toBeTruthy();
  expect(doesNotSee(/待支付|应付金额/)).toBe(true);
  goTo('/my/orderList');
  expect(await sees('支付完成')).toBeTruthy();
  expect(doesNotSee(/待支付|应付金额/)).toBe(true);
});

/** The plans after a payment that has failed. */
async function failedPlan(): Promise<AppHarness> {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'fail', message: '余额不足' });
  await paysSevenDays();
  await sees(STILL_TO_PAY);
  return app;
}

test('The line about a paid plan names its device, also above the screen of another one', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  await sees('支付结果确认中');
  goTo('/modeMenu?sno=PL2002');
  await screen.findByText(/编号 PL2002/);
  app.reply(getLeaseOrder, PAID_ORDER);
  app.reply(listDevices, [aDevice({ sno: 'PL1001', expirationTime: Date.UTC(2099, 0, 8, 4) })]);
  await app.advance(2_500);
  const end = await sees('2099-01-08');
  expect(end.parentElement?.parentElement?.textContent).toContain('PL1001');
});

test('The end of a plan is counted from a lease that was paid for on another phone while the page was hidden', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  const inDays = (days: number) => app.clock.now() + days * DAY;
  await choosesPlan(/7天/);
  await sees(`预计租期至 ${dateText(inDays(7))}`);
  app.reply(listDevices, [aDevice({ sno: 'PL1001', expirationTime: inDays(7) })]);
  await app.resumes();
  await sees(`预计租期至 ${dateText(inDays(14))}`);
});

test('A second try of a purchase is for whom the plans say by then', async () => {
  const app = new AppHarness().withDevice().reply(createLeaseOrder, refused('500', '系统繁忙'));
  app.open('/lease');
  await paysSevenDays();
  await sees('系统繁忙');
  app.reply(listDevices, [aDevice({ sno: 'PL1001', assist: true })]);
  await app.resumes();
  await sees('代客户租赁');
  app.reply(createLeaseOrder, { payMoney: 49, orderNo: 'L100' });
  app.bridge.answers({ result: 'cancel' });
  await presses('￥49 支付');
  await waitFor(() => expect(app.calls(createLeaseOrder)).toBe(2));
  expect(
    app.http
      .requests(createLeaseOrder)
      .map(({ body }) => body)
      .at(-1),
  ).toContain('"assist":true');
});

const REFUNDED = { ...LEASE_ORDER, statusCode: 5, status: '已退款' };

/** What the server's code says beside the word of the refund; a server may keep any code, or send none. */
const CODES = [5, 7, 1, -1, null];

test.each(CODES)(
  'A payment that the shop has paid back before the server confirmed it is not called a success, with the code %s',
  async (statusCode) => {
    const app = new AppHarness().reply(getLeaseOrder, { ...REFUNDED, statusCode });
    app.sheetAnswered('ok', { sno: 'PL1001', leadsTo: { to: 'mode-menu', sno: 'PL1001', paid: true } });
    app.open('/my?tab=my');
    expect(await sees('支付订单 L100：已退款')).toBeTruthy();
    expect(doesNotSee('支付成功')).toBe(true);
    expect(doesNotSee(/支付结果确认中|暂未收到支付结果|订单已取消/)).toBe(true);
    expect(at()).toContain('/my');
    expect(app.purchases.purchases().unusedPaidOrder('PL1001', undefined)).toBeUndefined();
  },
);

// The customer comes back to the detail while the network is down, some minutes after another page has heard of the payment.
test.each([
  ['paid', undefined, '支付完成'],
  ['paid and paid back', true, '状态待核实'],
] as const)(
  'An order that was %s since this visit saw it is not called unpaid while it cannot be read',
  async (_, refunded, words) => {
    const app = new AppHarness().open('/orderDetail?orderNo=L100&isCardItem=false');
    expect(await sees('待支付')).toBeTruthy();
    goTo('/my?tab=my');
    app.purchases.record({ type: 'serverSaysPaid', order: { number: 'L100', kind: 'lease' }, refunded });
    await app.advance(120_000);
    await app.resumes();
    app.http.fails(getLeaseOrder, new Problem('timeout'));
    goTo('/orderDetail?orderNo=L100&isCardItem=false');
    expect(await sees(words)).toBeTruthy();
    expect(doesNotSee('待支付')).toBe(true);
  },
);

test('The reasons for a refund are gone once the page learns that the order was paid back', async () => {
  const app = new AppHarness().reply(getLeaseOrder, { ...REFUNDED, status: '支付完成' });
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('申请退款');
  await sees('重复支付');
  app.reply(getLeaseOrder, REFUNDED);
  await app.resumes();
  await sees('已退款');
  expect(doesNotSee('重复支付')).toBe(true);
});

test.each([
  ...CODES.map((statusCode) => ({ ...REFUNDED, statusCode })),
  // A word about a refund that no table has.
  { ...REFUNDED, status: '已全额退款' },
])(
  'A refused start of a device does not say that it is paid once the server calls its order $status with the code $statusCode',
  async (order) => {
    const app = new AppHarness()
      .withSharedDevice()
      .reply(startDevice, refused('500', '设备正在使用中'))
      .reply(getLeaseOrder, order);
    app.open('/modeMenu');
    app.purchases.record({
      type: 'serverSaysPaid',
      paidAt: app.clock.now(),
      order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' },
    });
    await presses('高光波');
    expect(await sees('设备正在使用中')).toBeTruthy();
    expect(doesNotSee(/已支付|支付已成功/)).toBe(true);
  },
);

test.each([7, null])(
  'A list that shows an order as paid back ends the doubt about its payment, with the code %s',
  async (statusCode) => {
    const app = new AppHarness();
    app.sheetAnswered('ok', { sno: 'PL1001' });
    app.reply(getLeaseOrder, { ...LEASE_ORDER, status: '银行处理中', statusCode: 7 }).open('/my?tab=my');
    await app.advance(20_000);
    expect(await sees('支付结果确认中')).toBeTruthy();
    const refunded = { ...REFUNDED, statusCode };
    app.reply(getLeaseOrder, refunded).reply(listLeaseOrders, aPage(refunded));
    goTo('/my/orderList');
    await waitFor(() => expect(doesNotSee('支付结果确认中')).toBe(true));
    expect(await sees('支付订单 L100：已退款')).toBeTruthy();
  },
);

test('The detail of an order that was paid back does not call its state unverified, with a code that no table has', async () => {
  new AppHarness()
    .reply(getLeaseOrder, { ...REFUNDED, statusCode: 7 })
    .open('/orderDetail?orderNo=L100&isCardItem=false');
  await sees('已退款');
  expect(doesNotSee(/状态待核实/)).toBe(true);
});
