// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cancelLeaseOrder, getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { refused } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, LEASE_ORDER, presses, sees } from './app-harness.tsx';

const REFUNDED = { ...LEASE_ORDER, statusCode: 5, status: '已退款' };

/** What the server's code says beside the word of the refund; a server may keep any code, or send none. */
const CODES = [5, 7, 1, -1, null];

test.each(CODES)(
  'A payment that the shop has paid back before the server confirmed it is not called a success, with the code %s',
  async (statusCode) => {
    const app = new AppHarness().reply(getLeaseOrder, { ...REFUNDED, statusCode });
    app.purchases.record({
      type: 'sheetAnswered',
      order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' },
      answer: 'ok',
      leadsTo: { to: 'mode-menu', sno: 'PL1001', paid: true },
    });
    app.open('/my?tab=my');
    expect(await sees('支付订单 L100：已退款')).toBeTruthy();
    expect(doesNotSee('支付成功')).toBe(true);
    expect(doesNotSee(/支付结果确认中|暂未收到支付结果|订单已取消/)).toBe(true);
    expect(at()).toContain('/my');
    expect(app.purchases.purchases().unusedPaidOrder('PL1001', undefined)).toBeUndefined();
  },
);

test('An order that was paid and paid back since its list was read is not called paid by a tap on pay', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(LEASE_ORDER)).reply(getLeaseOrder, REFUNDED);
  app.open('/my/orderList');
  await screen.findByRole('button', { name: '去支付 L100' });
  app.reply(listLeaseOrders, aPage(REFUNDED));
  await presses('去支付 L100');
  await waitFor(() => expect(screen.queryAllByText('已退款').length).toBeGreaterThan(0));
  expect(doesNotSee('支付成功')).toBe(true);
});

test('An order that was paid and paid back since it was read is not called paid by a cancellation', async () => {
  const app = new AppHarness().open('/orderDetail?orderNo=L100&isCardItem=false');
  await screen.findByRole('button', { name: '取消订单' });
  app.reply(getLeaseOrder, REFUNDED);
  await presses('取消订单');
  await presses('确认');
  await waitFor(() => expect(screen.queryAllByText('已退款').length).toBeGreaterThan(0));
  await app.advance(500);
  expect(doesNotSee(/订单已支付/)).toBe(true);
  expect(app.calls(cancelLeaseOrder)).toBe(0);
});

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
    app.purchases.record({
      type: 'sheetAnswered',
      order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' },
      answer: 'ok',
    });
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
