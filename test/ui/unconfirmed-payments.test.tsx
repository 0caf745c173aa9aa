// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prePay } from '../../src/core/checkout/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { refused } from '../helpers/fake-server.ts';
import { aDevice, aPage, type OrderRow } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, LEASE_ORDER, presses, sees, paysSevenDays, SHEET } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/basics/time.ts';

const PAID = { statusCode: 5, status: '支付完成' };
const ofNumber = (states: Record<string, object>) => (request: { body: string }) => {
  const number = (JSON.parse(request.body) as { data: string }).data;
  return { ...LEASE_ORDER, orderNo: number, ...states[number] };
};

test('Two unconfirmed payments are both shown and both checked until each is settled', async () => {
  const app = new AppHarness()
    .reply(getLeaseOrder, ofNumber({}))
    .reply(listLeaseOrders, aPage(LEASE_ORDER, { ...LEASE_ORDER, orderNo: 'L200' }));
  app.bridge.answers({ result: 'ok' }, { result: 'ok' });
  app.open('/my/orderList');
  await presses('去支付 L100');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await presses('去支付 L200');
  expect(await sees('订单编号 L100')).toBeTruthy();
  expect(await sees('订单编号 L200')).toBeTruthy();
  app.reply(getLeaseOrder, ofNumber({ L100: PAID }));
  await app.advance(2_500);
  expect(await sees('支付订单 L100：支付成功')).toBeTruthy();
  expect(await screen.findAllByText('支付结果确认中')).toBeTruthy();
  await app.advance(12_000);
  app.reply(getLeaseOrder, ofNumber({ L100: PAID, L200: PAID }));
  await presses('再次确认');
  await waitFor(() => expect(doesNotSee(/支付结果确认中/)).toBe(true));
});

const doubtedOrder = { number: 'L100', kind: 'lease' as const, amountFen: 4900 };
const CANCELLED = { statusCode: -1, status: '已取消' };

test.each([
  ['the list', 'paid', PAID, '/my/orderList', '支付订单 L100：支付成功'],
  ['the details', 'paid', PAID, '/orderDetail?orderNo=L100&isCardItem=false', '支付订单 L100：支付成功'],
  ['the list', 'cancelled', CANCELLED, '/my/orderList', '订单已取消，如已付款请联系客服'],
] as const)(
  'Once %s of an order says %s, no banner says that its payment is unconfirmed',
  async (_, __, state, address, words) => {
    const app = new AppHarness()
      .reply(getLeaseOrder, new Problem('network'))
      .reply(listLeaseOrders, new Problem('network'));
    app.purchases.record({ type: 'sheetAnswered', order: doubtedOrder, answer: 'none' });
    app.open('/my?tab=my');
    await app.advance(12_000);
    await sees('暂未收到支付结果，如已付款请勿再次支付');
    app.reply(getLeaseOrder, { ...LEASE_ORDER, ...state }).reply(listLeaseOrders, aPage({ ...LEASE_ORDER, ...state }));
    goTo(address);
    await sees(words);
    await waitFor(() => expect(doesNotSee(/支付结果确认中|请勿再次支付/)).toBe(true));
  },
);

test('Once the server calls an order paid, no banner says that it ended unpaid', async () => {
  const paid = { ...LEASE_ORDER, ...PAID };
  const app = new AppHarness().reply(getLeaseOrder, paid).reply(listLeaseOrders, aPage(paid));
  app.purchases.record({ type: 'sheetAnswered', order: doubtedOrder, answer: 'none' });
  app.purchases.record({ type: 'serverSaysCancelled', order: doubtedOrder });
  app.open('/my/orderList');
  await sees('支付订单 L100：支付成功');
  await waitFor(() => expect(doesNotSee(/订单已取消，如已付款/)).toBe(true));
});

/** The app of a customer whose payment the sheet called made days ago, and whose page was closed then. */
async function comesBackDaysAfterPaying(order: Partial<typeof LEASE_ORDER>): Promise<AppHarness> {
  const reported = { ...LEASE_ORDER, ...order };
  const app = new AppHarness().reply(getLeaseOrder, reported).reply(listLeaseOrders, aPage(reported));
  app.sheetAnswered('ok');
  await app.advance(49 * HOUR);
  app.open('/my?tab=my');
  await app.advance(12 * SECOND);
  return app;
}

test('A payment that the sheet called made and the server has not confirmed in a day is told until the customer has read it', async () => {
  await comesBackDaysAfterPaying({});
  expect(await sees('一天内未收到支付结果，如已付款请勿再次支付，并联系客服')).toBeTruthy();
  expect(await sees('订单编号 L100')).toBeTruthy();
  await presses('知道了 L100');
  expect(doesNotSee(/未收到支付结果/)).toBe(true);
});

test('A payment that the server has confirmed while no page was open for days is told as made', async () => {
  const app = new AppHarness().reply(getLeaseOrder, { ...LEASE_ORDER, ...PAID });
  app.sheetAnswered('ok');
  await app.advance(49 * HOUR);
  app.open('/my?tab=my');
  expect(await sees('支付订单 L100：支付成功')).toBeTruthy();
  expect(doesNotSee(/未收到支付结果/)).toBe(true);
});

test('A payment without a result is not told as such before the server has been asked again', async () => {
  const app = new AppHarness();
  app.sheetAnswered('ok');
  await app.advance(49 * HOUR);
  app.open('/my?tab=my');
  expect(await sees('支付结果确认中')).toBeTruthy();
  expect(doesNotSee(/未收到支付结果/)).toBe(true);
});

test('A payment without a result whose order the server has cancelled since is told with that order’s end', async () => {
  await comesBackDaysAfterPaying(CANCELLED);
  expect(await sees('订单已取消，如已付款请联系客服')).toBeTruthy();
  expect(doesNotSee(/未收到支付结果/)).toBe(true);
});

const NO_RESULT_IN_A_DAY = '一天内未收到支付结果，如已付款请勿再次支付，并联系客服';

test.each([
  ['refuses', { result: 'fail', message: '余额不足' }, NO_RESULT_IN_A_DAY],
  ['refuses as paid already', { result: 'fail', message: '该订单已支付' }, '暂未收到支付结果，如已付款请勿再次支付'],
  ['does not make', { result: 'cancel' }, NO_RESULT_IN_A_DAY],
] as const)(
  'A second payment that WeChat %s leaves open what became of the one that the sheet called made',
  async (_, answer, said) => {
    const app = await comesBackDaysAfterPaying({});
    app.bridge.answers(answer);
    goTo('/my/orderList');
    await presses('去支付 L100');
    await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
    await app.advance(12 * SECOND);
    expect(await sees(said)).toBeTruthy();
    expect(doesNotSee(/订单尚未付款/)).toBe(true);
  },
);

test('The receipt of an order whose payment has no result does not call it unpaid', async () => {
  await comesBackDaysAfterPaying({});
  goTo('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('保存凭证');
  expect(await sees(/订单状态待核实，不作为付款证明/)).toBeTruthy();
  expect(doesNotSee(/尚未支付/)).toBe(true);
});

test('An order that was cancelled before its payment arrived, and that the shop has set right since, is told as paid when the customer comes back', async () => {
  const app = new AppHarness().reply(getLeaseOrder, { ...LEASE_ORDER, ...PAID });
  app.sheetAnswered('ok');
  app.purchases.record({ type: 'serverSaysCancelled', order: doubtedOrder });
  app.open('/my?tab=my');
  expect(await sees('支付订单 L100：支付成功')).toBeTruthy();
  expect(doesNotSee(/订单已取消/)).toBe(true);
});

test('The notices of two payments whose orders were cancelled keep their places when the page is shown again', async () => {
  const app = new AppHarness().reply(getLeaseOrder, ofNumber({ L100: CANCELLED, L200: CANCELLED }));
  for (const number of ['L100', 'L200']) {
    const order = { ...doubtedOrder, number };
    app.purchases.record({ type: 'sheetAnswered', order, answer: 'none' });
    app.purchases.record({ type: 'serverSaysCancelled', order });
  }
  app.open('/my?tab=my');
  const numbers = async () => {
    await waitFor(() => expect(screen.getAllByText('订单已取消，如已付款请联系客服')).toHaveLength(2));
    return screen.getAllByText(/^订单编号/).map(({ textContent }) => textContent);
  };
  const before = await numbers();
  await app.resumes();
  expect(await numbers()).toEqual(before);
});

test('Two payments that an earlier page left unsettled and that are confirmed at once are both said to be paid', async () => {
  const app = new AppHarness().reply(getLeaseOrder, ofNumber({ L100: PAID, L200: PAID }));
  for (const [number, sno] of [
    ['L100', 'PL1001'],
    ['L200', 'PL1002'],
  ] as const) {
    const order = { number, kind: 'lease', amountFen: 4900, sno } as const;
    app.purchases.record({
      type: 'sheetAnswered',
      order,
      answer: 'none',
      leadsTo: { to: 'mode-menu', sno, paid: true },
    });
  }
  app.open('/my?tab=my');
  await waitFor(() => expect(screen.getAllByText('支付成功')).toHaveLength(2));
  expect([doesNotSee('编号 PL1001'), doesNotSee('编号 PL1002')]).toEqual([false, false]);
  const [close] = await screen.findAllByRole('button', { name: '关闭' });
  fireEvent.click(close as HTMLElement);
  await waitFor(() => expect(screen.getAllByText('支付成功')).toHaveLength(1));
});

test.each([
  ['of the device that was just paid for', '/modeMenu?sno=PL1001&paid=1', true],
  ['that the user came to in another way, and where a start is not barred', '/modeMenu?sno=PL1001', false],
  ['of another device', '/modeMenu?sno=PL2002&paid=1', false],
] as const)('The banner of a payment in doubt bars a start on the modes %s: %s', async (_, address, isBarred) => {
  const app = new AppHarness().withOwnLease().reply(getLeaseOrder, LEASE_ORDER);
  const order = { ...doubtedOrder, sno: 'PL1001' };
  app.purchases.record({ type: 'sheetAnswered', order, answer: 'none' });
  app.open(address);
  await sees('支付结果确认中');
  const bio = await screen.findByRole('button', { name: /生物电/ });
  expect(bio.getAttribute('aria-disabled')).toBe(String(isBarred));
  expect(doesNotSee('确认前暂不能启动，请稍候')).toBe(!isBarred);
});

test('A payment that was confirmed while the page was suspended in the middle of its check is confirmed when the page is shown again', async () => {
  const app = new AppHarness().withDevice().open('/lease');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  expect(await sees('支付结果确认中')).toBeTruthy();
  app.reply(getLeaseOrder, async () => {
    await app.clock.sleep(100);
    return { ...LEASE_ORDER, ...PAID };
  });
  await app.resumes();
  await act(() => app.clock.suspend(MINUTE));
  await app.advance(SECOND);
  expect(await sees('支付成功')).toBeTruthy();
  expect(doesNotSee('暂未收到支付结果，如已付款请勿再次支付')).toBe(true);
});

test('A payment result that WeChat reports after the page stopped waiting triggers another check', async () => {
  const app = new AppHarness().withDevice().open('/lease');
  app.bridge.answers({ result: 'none' });
  await paysSevenDays();
  expect(await sees('支付结果确认中')).toBeTruthy();
  await app.advance(12_000);
  expect(await sees('暂未收到支付结果，如已付款请勿再次支付')).toBeTruthy();
  app.reply(getLeaseOrder, { ...LEASE_ORDER, ...PAID });
  await act(async () => app.bridge.answersLate({ result: 'ok' }));
  expect(await sees('支付成功')).toBeTruthy();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
});

test('If the server no longer knows the order of a payment, the page says so and stops checking the payment', async () => {
  const app = new AppHarness().reply(getLeaseOrder, refused('404', '订单不存在'));
  app.open('/my?tab=my');
  app.sheetAnswered('none');
  await app.advance(60_000);
  await app.resumes();
  await app.advance(4_500);
  expect(await sees('订单已不存在，如已付款请联系客服')).toBeTruthy();
  await waitFor(() => expect(doesNotSee(/支付结果/)).toBe(true));
  const requests = app.http.requests(getLeaseOrder).length;
  await app.resumes();
  expect(app.http.requests(getLeaseOrder)).toHaveLength(requests);
});

const detailOf = (number: string) => `/orderDetail?orderNo=${number}&isCardItem=false`;

/** The server's orders by number; L200 is unpaid. */
const orders = (l100: object) => (request: { body: string }) => {
  const { data } = JSON.parse(request.body) as { data: string };
  return { ...LEASE_ORDER, orderNo: data, ...(data === 'L100' ? l100 : {}) };
};

/** An earlier payment of L100 without an outcome, while the detail of L200 is open. */
async function looksAtAnother(answer: 'cancel' | 'fail' | 'ok') {
  const app = new AppHarness().reply(getLeaseOrder, orders({}));
  app.purchases.record({ type: 'sheetAnswered', order: { number: 'L100', kind: 'lease', amountFen: 4900 }, answer });
  const unreachable = (request: { body: string }) =>
    request.body.includes('L100') ? new Problem('network') : orders({})(request);
  app.reply(getLeaseOrder, unreachable).open(detailOf('L200'));
  await sees('L200');
  return app;
}

test.each([
  ['cancel', {}, '支付已取消'],
  ['fail', {}, '支付失败'],
  ['ok', PAID, '支付成功'],
  ['cancel', CANCELLED, '订单已取消'],
] as const)(
  'The outcome of a payment (%s, %o) is told with its order while the detail of another order is open',
  async (answer, l100, words) => {
    const app = await looksAtAnother(answer);
    expect([await sees('支付结果确认中'), await sees('订单编号 L100')]).toHaveLength(2);
    await app.advance(12_000);
    app.reply(getLeaseOrder, orders(l100));
    await presses('再次确认');
    expect(await sees(`支付订单 L100：${words}`)).toBeTruthy();
    expect(doesNotSee(words)).toBe(true);
  },
);

test('An order whose sheet gave no result is paid hours later with parameters that WeChat still accepts', async () => {
  const app = new AppHarness().reply(prePay, SHEET, { ...SHEET, package: 'prepay_id=2' });
  app.bridge.answers({ result: 'none' }, { result: 'none' });
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('去支付');
  await app.advance(2 * HOUR);
  await presses('去支付');
  await waitFor(() => expect(app.bridge.asked).toHaveLength(2));
  expect(app.bridge.asked.map(({ sheet }) => sheet?.['package'])).toEqual(['prepay_id=1', 'prepay_id=2']);
});

test('An order whose first payment had no answer is not said to be unpaid because WeChat refuses a second payment of it a quarter of an hour later', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(LEASE_ORDER));
  app.bridge.answers({ result: 'none' }, { result: 'fail', message: '该订单已支付' });
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('去支付');
  await app.advance(15 * MINUTE);
  await presses('去支付');
  await app.advance(12 * SECOND);
  expect(await sees('暂未收到支付结果，如已付款请勿再次支付')).toBeTruthy();
  expect(doesNotSee(/订单尚未付款/)).toBe(true);
});

test('An order whose first payment had no answer is not said to be unpaid, nor cancelled, because WeChat refuses a second payment of it', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(LEASE_ORDER));
  app.bridge.answers({ result: 'none' }, { result: 'fail', message: '该订单已支付' });
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('去支付');
  await app.advance(12_000);
  await presses('去支付');
  await sees(/该订单已支付|支付结果确认中/);
  expect(doesNotSee(/订单尚未付款/)).toBe(true);
  await app.advance(12_000);
  await presses('取消订单');
  await presses('确认');
  expect(await sees(/订单未取消/)).toBeTruthy();
  expect([app.calls(cancelLeaseOrder), screen.queryByText('取消成功')]).toEqual([0, null]);
});

const UNKNOWN = { ...LEASE_ORDER, statusCode: 2, status: '支付处理中' };
const OVER = aDevice({ sno: 'PL1001', ownerId: 'op1', expirationTime: Date.parse('2020-01-01T00:00:00+08:00') });

/** A customer who has paid for seven days on the screen of this address, as WeChat says, which the server does not know yet. */
async function paidUnconfirmed(address: string, order: OrderRow): Promise<AppHarness> {
  const app = new AppHarness()
    .reply(listDevices, [OVER])
    .reply(createLeaseOrder, { payMoney: 49, orderNo: 'L100' }, { payMoney: 49, orderNo: 'L200' })
    .reply(getLeaseOrder, order)
    .reply(listLeaseOrders, aPage(order));
  app.bridge.answers({ result: 'ok' }, { result: 'ok' });
  app.open(address);
  await paysSevenDays();
  await sees('支付结果确认中');
  await app.advance(12_000);
  return app;
}

test('Who has renewed a rental that was over, and then scans its device, pays the same days once while the payment is confirmed', async () => {
  const app = await paidUnconfirmed('/lease?sno=PL1001&renewal=1&assist=false', LEASE_ORDER);
  goTo('/my?tab=device');
  app.scanner.reads('PL1001');
  fireEvent.click(await screen.findByRole('button', { name: '租设备' }));
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'assist=false' })));
  await paysSevenDays();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  expect([app.calls(createLeaseOrder), app.bridge.asked.length]).toEqual([1, 1]);
});

test('Who chooses the plan anew of an order whose state nobody knows does not pay it twice', async () => {
  const app = await paidUnconfirmed('/lease?sno=PL1001&assist=false', UNKNOWN);
  goTo('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('重新选择套餐');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'renewal=1&assist=false' })));
  await paysSevenDays();
  await waitFor(() => expect(at()).not.toContain('/lease'));
  expect([app.calls(createLeaseOrder), app.bridge.asked.length]).toEqual([1, 1]);
});

// WeChat said that the payment was made; the server has heard nothing, and ends the order when its time is over.
test.each([
  ['cancelled', { ...LEASE_ORDER, statusCode: -1, status: '已取消' }, '订单已取消，如已付款请联系客服'],
  ['removed', refused('404', '订单不存在'), '订单已不存在，如已付款请联系客服'],
])(
  'Who taps again after the server has %s an order that WeChat called paid reads that first, and orders nothing',
  async (_, answer, words) => {
    const app = await paidUnconfirmed('/lease?sno=PL1001&assist=false', LEASE_ORDER);
    await app.advance(HOUR);
    app.reply(getLeaseOrder, answer).reply(listLeaseOrders, aPage());
    goTo('/lease?sno=PL1001&assist=false');
    await paysSevenDays();
    expect(await sees(words)).toBeTruthy();
    await app.advance(2_000);
    expect([app.calls(createLeaseOrder), app.bridge.asked.length]).toEqual([1, 1]);
    goTo('/lease?sno=PL1001&assist=false');
    await paysSevenDays();
    await waitFor(() => expect([app.calls(createLeaseOrder), app.bridge.asked.length]).toEqual([2, 2]));
  },
);
