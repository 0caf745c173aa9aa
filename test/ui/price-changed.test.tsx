// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MINUTE } from '../../src/core/basics/time.ts';
import { createCardOrder, createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { getUser } from '../../src/core/account/api.ts';
import { hangs } from '../helpers/fake-server.ts';
import { aCardOrder, aPage } from '../helpers/wire.ts';
import {
  AppHarness,
  at,
  choosesPlan,
  doesNotSee,
  goTo,
  LEASE_ORDER,
  paysSevenDays,
  presses,
  sees,
} from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

const DEARER = { ...LEASE_ORDER, payMoney: 490 };

async function ordersAtHigherPrice() {
  const app = new AppHarness()
    .withDevice()
    .reply(createLeaseOrder, { payMoney: 490, orderNo: 'L100' })
    .reply(getLeaseOrder, DEARER)
    .open('/lease');
  await paysSevenDays();
  expect(await sees('订单金额有变动')).toBeTruthy();
  expect(await sees('所选套餐￥49，订单应付￥490。确认按￥490支付吗？')).toBeTruthy();
  expect([app.calls(prePay), app.bridge.asked.length]).toEqual([0, 0]);
  return app;
}

test('A customer who accepts the new amount pays the same order', async () => {
  const app = await ordersAtHigherPrice();
  app.reply(getLeaseOrder, DEARER, { ...DEARER, statusCode: 5, status: '支付完成' });
  app.bridge.answers({ result: 'ok' });
  await presses('支付￥490');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  expect(app.calls(createLeaseOrder)).toBe(1);
  expect(app.bridge.asked.map(({ order }) => order)).toMatchObject([{ number: 'L100', amountFen: 49_000 }]);
});

test('A customer who declines the new amount pays nothing and learns where to find the order', async () => {
  const app = await ordersAtHigherPrice();
  await presses('暂不支付');
  expect(await sees('订单已生成，可在“订单记录”中支付或取消')).toBeTruthy();
  await waitFor(() => expect(doesNotSee('订单金额有变动')).toBe(true));
  expect(app.bridge.asked).toHaveLength(0);
  expect(await screen.findByRole('button', { name: '￥49 支付' })).toBeTruthy();
});

test('A customer who declines the new amount of an order whose first payment has had no result is not told to pay it later', async () => {
  const app = new AppHarness().withDevice().open('/lease?assist=false');
  app.bridge.answers({ result: 'none' });
  await paysSevenDays();
  await sees('支付结果确认中');
  await app.advance(11 * MINUTE);
  app.reply(getLeaseOrder, DEARER);
  await presses('￥49 支付');
  await presses('暂不支付');
  expect(await sees('订单状态待核实。如已付款，请勿重复支付，并联系客服。')).toBeTruthy();
  expect(doesNotSee('订单已生成，可在“订单记录”中支付或取消')).toBe(true);
});

test('A customer who declines the new amount of a card order is not sent to the rental orders', async () => {
  const app = new AppHarness()
    .withDevice()
    .reply(createCardOrder, { payMoney: 35, chargeOrderNo: 'C100' })
    .open('/lease?assist=false');
  fireEvent.click(await screen.findByRole('tab', { name: '按次数租赁' }));
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  await presses('暂不支付');
  expect(await sees('订单已生成，尚未付款。再次购买该套餐时会继续支付此订单')).toBeTruthy();
  app.reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C100', fee: 5, payMoney: 35 })));
  app.bridge.answers({ result: 'cancel' });
  await presses('￥30 支付');
  await presses('支付￥35');
  await sees('支付已取消');
  expect([app.calls(createCardOrder), app.bridge.asked.length]).toEqual([1, 1]);
});

test('While an order is placed, no other plan can be chosen, and the new amount is paid for the plan it was named for', async () => {
  let answerOrder = () => {};
  const answered = new Promise<void>((resolve) => (answerOrder = resolve));
  const app = new AppHarness()
    .withDevice()
    .reply(createLeaseOrder, async () => {
      await answered;
      return { payMoney: 59, orderNo: 'L100' };
    })
    .reply(getLeaseOrder, { ...LEASE_ORDER, payMoney: 59 })
    .open('/lease');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  const other = await screen.findByRole<HTMLInputElement>('radio', { name: /1天/ });
  expect(other.disabled).toBe(true);
  fireEvent.click(other);
  await act(async () => answerOrder());
  await presses('支付￥59');
  await sees('支付结果确认中');
  expect(app.http.requests(prePay).map(({ body }) => JSON.parse(body ?? ''))).toMatchObject([
    { data: { orderNo: 'L100' } },
  ]);
  expect(app.calls(createLeaseOrder)).toBe(1);
});

test('If an order costs another amount than its page shows, the new amount is asked for before it is paid', async () => {
  const app = new AppHarness().open('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await screen.findAllByText('￥49')).toBeTruthy();
  app.reply(getLeaseOrder, DEARER);
  await presses('去支付');
  expect(await sees('订单编号 L100 · 订单应付￥490，确认支付吗？')).toBeTruthy();
  expect(await screen.findAllByText('￥490')).toBeTruthy();
  expect(doesNotSee('￥49')).toBe(true);
  expect([app.calls(prePay), app.bridge.asked]).toEqual([0, []]);
  app.bridge.answers({ result: 'cancel' });
  await presses('支付￥490');
  expect(await sees('支付已取消')).toBeTruthy();
  expect(app.bridge.asked.map(({ order }) => order)).toMatchObject([{ number: 'L100', amountFen: 49_000 }]);
});

test('A new amount can be agreed to while the list of orders is read again', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(LEASE_ORDER)).reply(getLeaseOrder, DEARER);
  app.open('/my/orderList');
  app.bridge.answers({ result: 'ok' });
  await screen.findByRole('button', { name: '去支付 L100' });
  app.reply(listLeaseOrders, hangs);
  await presses('去支付 L100');
  await presses('支付￥490');
  await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
});

const UNPRICED = { ...LEASE_ORDER, payMoney: null };

test('The amount of an order without a price in the list is asked for, and its row shows it from then on', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(UNPRICED)).open('/my/orderList');
  await presses('去支付 L100');
  await sees('订单应付￥49，确认支付吗？');
  await presses('暂不支付');
  expect((await sees('应付金额')).parentElement?.textContent).toContain('￥49');
  expect(app.calls(prePay)).toBe(0);
  app.bridge.answers({ result: 'cancel' });
  await presses('去支付 L100');
  expect(await sees('支付已取消')).toBeTruthy();
  expect(app.bridge.asked.map(({ order }) => order)).toMatchObject([{ number: 'L100', amountFen: 4900 }]);
});

test('An order whose price nobody names is not paid, and its cancellation names no price', async () => {
  const app = new AppHarness()
    .reply(listLeaseOrders, aPage(UNPRICED))
    .reply(getLeaseOrder, UNPRICED)
    .open('/my/orderList');
  await presses('去支付 L100');
  expect(await sees('未读到订单金额，暂不能支付，请稍后重试或联系客服')).toBeTruthy();
  expect([app.calls(prePay), app.bridge.asked]).toEqual([0, []]);
  await presses('取消订单 L100');
  await sees('确认取消该订单？');
  expect(document.body.textContent).not.toContain('￥');
});

test.each([
  ['was called off', 'cancel'],
  ['is in doubt', 'none'],
] as const)(
  'An order of one’s own whose payment %s, and that the server returns again, is not paid for a customer',
  async (_, result) => {
    const app = new AppHarness()
      .reply(getUser, { assist: true, mobile: '13800001234' })
      .open('/lease?sno=PL1001&assist=false');
    app.bridge.answers({ result }, { result: 'cancel' });
    await paysSevenDays();
    if (result === 'cancel') await waitFor(() => expect(at()).toContain('/orderDetail'));
    else expect(await sees('支付结果确认中')).toBeTruthy();
    app.reply(listLeaseOrders, aPage(LEASE_ORDER));
    goTo('/lease?sno=PL1001&assist=true');
    await sees('代客户租赁');
    await paysSevenDays();
    expect(await sees(/没有生成新订单/)).toBeTruthy();
    expect(app.bridge.asked).toHaveLength(1);
    if (result === 'none') return expect(doesNotSee(/订单尚未付款/)).toBe(true);
    expect(screen.getByRole('link', { name: '查看订单' }).getAttribute('href')).toContain('orderNo=L100');
  },
);
