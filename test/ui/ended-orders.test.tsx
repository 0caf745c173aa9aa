// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { prePay } from '../../src/core/checkout/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/basics/time.ts';
import { refused } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, goTo, LEASE_ORDER, paysSevenDays, presses, sees } from './app-harness.tsx';

const CANCELLED = { ...LEASE_ORDER, statusCode: -1, status: '已取消' };
const PAID = { ...LEASE_ORDER, statusCode: 5, status: '支付完成' };
const LAPSED = '订单已取消，如已付款请联系客服';
const IN_DOUBT = '支付结果确认中，订单未取消。如未付款，请稍后再试。';

const withOrder = (order = LEASE_ORDER) =>
  new AppHarness().reply(listLeaseOrders, aPage(order)).reply(getLeaseOrder, order);

test('Money that WeChat has taken for an order that was cancelled meanwhile leads to the support, until that was read', async () => {
  const app = withOrder();
  app.bridge.answers({ result: 'ok' });
  app.open('/my/orderList');
  await presses('去支付 L100');
  await sees('支付结果确认中');
  app.reply(getLeaseOrder, CANCELLED).reply(listLeaseOrders, aPage(CANCELLED));
  await app.advance(3_000);
  expect(await sees(LAPSED)).toBeTruthy();
  expect(doesNotSee('支付已取消')).toBe(true);
  expect(await sees('已取消')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /去支付|取消订单/ })).toBeNull();
  await app.advance(3_600_000);
  app.open('/my');
  expect((await screen.findAllByText(LAPSED)).length).toBeGreaterThan(0);
  for (const button of screen.getAllByRole('button', { name: '知道了 L100' })) fireEvent.click(button);
  await waitFor(() => expect(doesNotSee(LAPSED)).toBe(true));
});

test('An order that was cancelled although WeChat called it paid is not said to need no payment', async () => {
  const app = withOrder();
  app.bridge.answers({ result: 'ok' });
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('去支付');
  await sees('支付结果确认中');
  app.reply(getLeaseOrder, CANCELLED);
  await app.advance(3_000);
  await sees(LAPSED);
  expect(await sees('已取消')).toBeTruthy();
  expect(doesNotSee('无需支付')).toBe(true);
  await presses('知道了 L100');
  expect(await sees('无需支付')).toBeTruthy();
});

test('An order that the server called paid, and that the shop has cancelled since, leads to the support and is not said to need no payment', async () => {
  const app = withOrder(PAID);
  app.bridge.answers({ result: 'ok' });
  app.open('/lease?sno=PL1001&assist=false');
  await paysSevenDays();
  await sees('支付成功');
  await app.advance(HOUR);
  app.reply(getLeaseOrder, CANCELLED);
  goTo('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await sees(LAPSED)).toBeTruthy();
  expect(await sees('已取消')).toBeTruthy();
  expect(doesNotSee('无需支付')).toBe(true);
  await presses('知道了 L100');
  await app.resumes();
  await app.advance(SECOND);
  expect(doesNotSee(LAPSED)).toBe(true);
});

/** A customer who asks to cancel an order whose payment sheet has not answered. */
async function cancelsInDoubt(): Promise<AppHarness> {
  const app = withOrder();
  app.bridge.answers({ result: 'none' });
  app.open('/my/orderList');
  await presses('去支付 L100');
  await sees('支付结果确认中');
  await app.advance(12_000);
  await presses('取消订单 L100');
  await presses('确认');
  expect(await sees(IN_DOUBT)).toBeTruthy();
  return app;
}

test('An order whose payment has no result yet is not cancelled, and its late success is told', async () => {
  const app = await cancelsInDoubt();
  expect(app.calls(cancelLeaseOrder)).toBe(0);
  app.reply(getLeaseOrder, CANCELLED).reply(listLeaseOrders, aPage(CANCELLED));
  await act(async () => app.bridge.answersLate({ result: 'ok' }));
  await app.advance(3_000);
  expect(await sees(LAPSED)).toBeTruthy();
});

test('A payment that WeChat ends without money after its order was not cancelled is no longer said to be confirmed', async () => {
  const app = await cancelsInDoubt();
  await act(async () => app.bridge.answersLate({ result: 'cancel' }));
  await app.advance(12_000);
  expect(await screen.findByRole('button', { name: '去支付 L100' })).toBeTruthy();
  await waitFor(() => expect(doesNotSee(/支付结果确认中/)).toBe(true));
});

test('An order that another phone has paid is read again when its screen is shown again, and is not cancelled', async () => {
  const app = withOrder();
  app.open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('取消订单');
  app.reply(getLeaseOrder, PAID);
  await presses('确认');
  expect(await sees('支付完成')).toBeTruthy();
  expect(app.calls(cancelLeaseOrder)).toBe(0);
  app.reply(getLeaseOrder, CANCELLED);
  await app.resumes();
  expect(await sees('已取消')).toBeTruthy();
});

test('A customer who cancels an order of the list that the server no longer knows is told so', async () => {
  const app = withOrder().open('/my/orderList');
  await presses('取消订单 L100');
  app.reply(getLeaseOrder, refused('404', '没有该订单')).reply(listLeaseOrders, aPage());
  await presses('确认');
  expect(await sees('订单已不存在')).toBeTruthy();
  await waitFor(() => expect(doesNotSee('订单编号')).toBe(true));
  expect(app.calls(cancelLeaseOrder)).toBe(0);
});

test('The row of an order that the server no longer knows is shown without actions until the server has answered', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  new AppHarness()
    .reply(listLeaseOrders, aPage(LEASE_ORDER))
    .reply(getLeaseOrder, async () => {
      await answered;
      return null;
    })
    .open('/my/orderList');
  fireEvent.click(await screen.findByRole('link', { name: /L100/ }));
  await sees('订单编号');
  expect(screen.queryByRole('button', { name: /去支付|取消订单|保存凭证/ })).toBeNull();
  await act(async () => answer());
  expect(await sees('订单已不存在，如已付款请联系客服')).toBeTruthy();
  expect(doesNotSee('待支付')).toBe(true);
  expect(screen.queryByRole('button', { name: /去支付|取消订单|保存凭证/ })).toBeNull();
});

test('A cancelled payment of an order that the shop has cancelled is called an order that is cancelled', async () => {
  const app = withOrder().reply(getLeaseOrder, LEASE_ORDER, CANCELLED);
  app.bridge.answers({ result: 'cancel' });
  app.open('/my/orderList');
  await presses('去支付 L100');
  expect(await sees('订单已取消')).toBeTruthy();
  expect(app.calls(prePay)).toBe(1);
  expect(doesNotSee(LAPSED)).toBe(true);
});

test('A cancellation that fails after a payment that failed says why it failed itself', async () => {
  const app = withOrder().reply(prePay, refused('500', '微信下单失败'));
  app.bridge.answers({ result: 'ok' });
  app.reply(cancelLeaseOrder, refused('500', '订单不能取消')).open('/my/orderList');
  await presses('去支付 L100');
  expect(await sees('微信下单失败')).toBeTruthy();
  await presses('取消订单 L100');
  await presses('确认');
  expect(await sees('订单不能取消')).toBeTruthy();
  expect(doesNotSee('微信下单失败')).toBe(true);
});

test.each([
  ['a cancellation that the server has refused', '取消订单', /订单没有取消/, CANCELLED, '已取消'],
  ['a cancellation without an answer', '取消订单', /未能确认订单是否已取消/, CANCELLED, '已取消'],
  ['a payment that did not open', '去支付', /没有打开支付/, PAID, '支付完成'],
] as const)(
  'What %s has left open is over once the server says what has become of the order',
  async (_, way, left, after, state) => {
    const app = withOrder().reply(prePay, refused('500', '微信下单失败'));
    app.reply(
      cancelLeaseOrder,
      left.source.startsWith('未能') ? new Problem('timeout') : refused('500', '订单不能取消'),
    );
    app.bridge.answers({ result: 'ok' });
    app.open('/orderDetail?orderNo=L100&isCardItem=false');
    await presses(way);
    if (way === '取消订单') await presses('确认');
    expect(await sees(left)).toBeTruthy();
    app.reply(getLeaseOrder, after);
    await app.resumes();
    expect(await sees(state)).toBeTruthy();
    expect(doesNotSee(left)).toBe(true);
  },
);

test('A cancellation that was not sent, because the server could not be asked about the order, is not in doubt', async () => {
  const app = withOrder().open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('取消订单');
  app.reply(getLeaseOrder, new Problem('timeout'), LEASE_ORDER);
  await presses('确认');
  expect(await sees(/订单没有取消/)).toBeTruthy();
  expect([doesNotSee(/未能确认/), app.calls(cancelLeaseOrder)]).toEqual([true, 0]);
});

test('An order that was paid a moment ago is not said to be gone by an answer that is older', async () => {
  const app = new AppHarness().open('/lease?sno=PL1001&assist=false');
  app.reply(getLeaseOrder, PAID).bridge.answers({ result: 'ok' });
  await paysSevenDays();
  expect(await sees('支付成功')).toBeTruthy();
  app.reply(getLeaseOrder, null);
  goTo('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await sees('订单没有加载出来')).toBeTruthy();
  expect([doesNotSee(/没有找到该订单/), doesNotSee(/订单已不存在/)]).toEqual([true, true]);
  app.reply(getLeaseOrder, PAID);
  await app.advance(MINUTE);
  expect(await sees('支付完成')).toBeTruthy();
});

test('An order that was placed a moment ago is not said to be gone by an answer that is older', async () => {
  const app = new AppHarness().open('/lease?sno=PL1001&assist=false');
  app.bridge.answers({ result: 'cancel' });
  await paysSevenDays();
  await waitFor(() => expect(at()).toContain('/orderDetail'));
  app.reply(getLeaseOrder, null);
  goTo('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await sees('没有更新，显示的是之前的内容')).toBeTruthy();
  expect([doesNotSee(/没有找到该订单/), doesNotSee(/订单已不存在/)]).toEqual([true, true]);
});

test('An order that was paid from the list is not said to be gone while the payment is confirmed', async () => {
  const app = withOrder();
  app.bridge.answers({ result: 'ok' });
  app.open('/my/orderList');
  await presses('去支付 L100');
  expect(await sees('支付结果确认中')).toBeTruthy();
  app.reply(getLeaseOrder, null);
  goTo('/orderDetail?orderNo=L100&isCardItem=false');
  expect(await sees('订单没有加载出来')).toBeTruthy();
  expect([doesNotSee(/没有找到该订单/), doesNotSee(/订单已不存在/)]).toEqual([true, true]);
});
