// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { dateText } from '../../src/core/basics/time.ts';
import { refused } from '../helpers/fake-server.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import { AppHarness, choosesPlan, doesNotSee, goTo, LEASE_ORDER, presses, sees } from './app-harness.tsx';

const PAID_ORDER = { ...LEASE_ORDER, statusCode: 5, status: '支付完成' };
const STILL_TO_PAY = /订单尚未付款/;

test('An order that was paid after all is no longer called unpaid on its page', async () => {
  const app = new AppHarness().open('/orderDetail?orderNo=L100&isCardItem=false');
  app.bridge.answers({ result: 'fail', message: '余额不足' });
  await presses('去支付');
  await sees(STILL_TO_PAY);
  app.reply(getLeaseOrder, PAID_ORDER);
  await act(async () => app.bridge.answersLate({ result: 'ok' }));
  await sees('支付完成');
  await waitFor(() => expect(doesNotSee(STILL_TO_PAY)).toBe(true));
});

test('An order that was paid on another phone is no longer called unpaid on its page', async () => {
  const app = new AppHarness().open('/orderDetail?orderNo=L100&isCardItem=false');
  app.bridge.answers({ result: 'fail', message: '余额不足' });
  await presses('去支付');
  await sees(STILL_TO_PAY);
  app.reply(getLeaseOrder, PAID_ORDER);
  await app.resumes();
  await sees('支付完成');
  await waitFor(() => expect(doesNotSee(STILL_TO_PAY)).toBe(true));
});

test('A plan that was paid for after all is no longer called unpaid beside its price', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'fail', message: '余额不足' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await sees(STILL_TO_PAY);
  app.reply(getLeaseOrder, PAID_ORDER);
  await act(async () => app.bridge.answersLate({ result: 'ok' }));
  await sees('支付成功');
  await waitFor(() => expect(doesNotSee(STILL_TO_PAY)).toBe(true));
});

test.each([
  ['paid on another phone', PAID_ORDER, '支付订单 L100：支付成功'],
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
  await app.resumes();
  expect(await sees('支付订单 L100：订单已不存在')).toBeTruthy();
  await waitFor(() => expect(doesNotSee(STILL_TO_PAY)).toBe(true));
});

test('A plan whose order one answer of the server lacks and its list still has is not called gone', async () => {
  const app = await failedPlan();
  app.reply(getLeaseOrder, null).reply(listLeaseOrders, aPage(LEASE_ORDER));
  const calls = app.calls(listLeaseOrders);
  await app.resumes();
  await waitFor(() => expect(app.calls(listLeaseOrders)).toBe(calls + 1));
  await app.advance(500);
  expect(await sees(STILL_TO_PAY)).toBeTruthy();
  expect(doesNotSee(/订单已不存在/)).toBe(true);
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
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await sees(STILL_TO_PAY);
  return app;
}

test('The line about a paid plan names its device, also above the screen of another one', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'ok' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await sees('支付结果确认中');
  goTo('/modeMenu?sno=PL2002');
  await screen.findByText(/编号 PL2002/);
  app.reply(getLeaseOrder, PAID_ORDER);
  app.reply(listDevices, [aDevice({ sno: 'PL1001', expirationTime: Date.UTC(2099, 0, 8, 4) })]);
  await app.advance(2_500);
  const end = await sees('2099-01-08');
  expect(end.parentElement?.parentElement?.textContent).toContain('PL1001');
});

const DAY_MS = 86_400_000;

async function seesAnotherLeaseAfter(app: AppHarness, happens: () => Promise<void>): Promise<void> {
  app.withDevice().open('/lease?assist=false');
  await choosesPlan(/7天/);
  await sees(`租期至 ${dateText(app.clock.now() + 7 * DAY_MS)}`);
  app.reply(listDevices, [aDevice({ sno: 'PL1001', expirationTime: app.clock.now() + 7 * DAY_MS })]);
  await happens();
  await sees(`租期至 ${dateText(app.clock.now() + 14 * DAY_MS)}`);
}

test('The end of a plan is counted from a lease whose payment was confirmed while the plans were open', async () => {
  const app = new AppHarness();
  const order = { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' } as const;
  app.purchases.record({ type: 'sheetAnswered', order, answer: 'ok' });
  await seesAnotherLeaseAfter(app, async () => {
    app.reply(getLeaseOrder, PAID_ORDER);
    await app.advance(2_500);
  });
});

test('The end of a plan is counted from a lease that was paid for on another phone while the page was hidden', async () => {
  const app = new AppHarness();
  await seesAnotherLeaseAfter(app, () => app.resumes());
});

test('A second try of a purchase is for whom the plans say by then', async () => {
  const app = new AppHarness().withDevice().reply(createLeaseOrder, refused('500', '系统繁忙'));
  app.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
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
