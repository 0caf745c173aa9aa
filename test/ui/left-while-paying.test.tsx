// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { createCardOrder, createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { Problem } from '../../src/core/problem.ts';
import '../../src/ui/screens/Process.tsx';
import { type AnyEndpoint, type Failure, refused, type WireAnswer } from '../helpers/fake-server.ts';
import { AppHarness, at, choosesPlan, doesNotSee, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { running } from './under-treatment.ts';
import { screenOf } from '../helpers/addresses.ts';
import { aCardOrder, aPage } from '../helpers/wire.ts';

const PLACED = { payMoney: 49, orderNo: 'L100' };
const TREATMENT = '/process?sno=PL1001';

const goTo = (address: string) =>
  act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

/** Taps pay, delays the response of an endpoint until the test sends it, and opens a treatment meanwhile. */
async function paysAndLeaves<Of extends AnyEndpoint>(
  endpoint: Of,
  app = running(),
  { address, plan, pay } = { address: '/lease', plan: /7天/, pay: '￥49 支付' },
) {
  let answer: (given: WireAnswer<Of> | Failure) => void = () => {};
  app.reply(endpoint, () => new Promise<WireAnswer<Of> | Failure>((resolve) => (answer = resolve)));
  app.open(address);
  await choosesPlan(plan);
  await presses(pay);
  await app.advance(100);
  await goTo(TREATMENT);
  await screen.findByRole('button', { name: '停止理疗' });
  return {
    app,
    respond: async (given: WireAnswer<Of> | Failure) => {
      await act(async () => answer(given));
      await app.advance(100);
    },
  };
}

test('An order created after the customer left opens no payment over a running treatment, and a message reports it', async () => {
  const { app, respond } = await paysAndLeaves(createLeaseOrder);
  await respond(PLACED);
  expect(await sees('为设备PL1001购买套餐：订单已生成，可在“订单记录”中支付或取消')).toBeTruthy();
  expect([at(), app.calls(prePay), app.bridge.asked.length]).toEqual([TREATMENT, 0, 0]);
});

test('A payment prepared after the customer left opens no payment sheet', async () => {
  const app = running();
  app.bridge.answers({ result: 'ok' });
  const { respond } = await paysAndLeaves(prePay, app);
  await respond({ appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'p', signType: 'RSA', paySign: 's' });
  expect(await sees('为设备PL1001购买套餐：订单已生成，可在“订单记录”中支付或取消')).toBeTruthy();
  expect(app.bridge.asked.map(({ sheet }) => sheet)).toEqual([undefined]);
  expect([at(), doesNotSee('支付结果确认中')]).toEqual([TREATMENT, true]);
});

test('Leaving before the order request is sent places no order', async () => {
  const { app, respond } = await paysAndLeaves(listLeaseOrders);
  await respond({ records: [], total: 0 });
  expect([at(), app.calls(createLeaseOrder)]).toEqual([TREATMENT, 0]);
});

test.each([
  ['refused', refused('500', '套餐已下架'), '为设备PL1001购买套餐：套餐已下架'],
  ['never answered', new Problem('timeout'), '为设备PL1001购买套餐：下单结果未知，请在“订单记录”中查看'],
])('An order that is %s after the customer left is reported in a message', async (_, failure, words) => {
  const { respond } = await paysAndLeaves(createLeaseOrder);
  await respond(failure);
  expect(await sees(words)).toBeTruthy();
  expect(at()).toBe(TREATMENT);
});

test('An order before which the orders could not be read is not called unknown after the customer left, because nothing was sent', async () => {
  const assistant = running().reply(getUser, { mobile: '13800000001', assist: true });
  const forCustomer = { address: '/lease?assist=true', plan: /7天/, pay: '￥49 支付' };
  const { app, respond } = await paysAndLeaves(listLeaseOrders, assistant, forCustomer);
  app.reply(listLeaseOrders, new Problem('timeout'));
  await respond(new Problem('timeout'));
  expect(await sees(/^为设备PL1001购买套餐：/)).toBeTruthy();
  expect([doesNotSee(/下单结果未知/), app.calls(createLeaseOrder)]).toEqual([true, 0]);
});

test('A card order that is never answered after the customer left is looked for among the records of the cards', async () => {
  const uses = { address: '/lease?type=recharge&sysUserId=op1', plan: /5次/, pay: '￥30 支付' };
  const { respond } = await paysAndLeaves(createCardOrder, running(), uses);
  await respond(new Problem('timeout'));
  expect(await sees(/下单结果未知，请在“次卡套餐”的记录中查看/)).toBeTruthy();
});

test('An order whose payment cannot be prepared after the customer left is not called unknown', async () => {
  const app = running();
  app.bridge.answers({ result: 'ok' });
  const { respond } = await paysAndLeaves(prePay, app);
  await respond(new Problem('timeout'));
  expect(await sees('为设备PL1001购买套餐：订单已生成，可在“订单记录”中支付或取消')).toBeTruthy();
});

test('A card order whose payment does not open is found among the records of the cards', async () => {
  const card = aCardOrder({ chargeOrderNo: 'C9', sysUserId: 'op1' });
  let answer: (sheet: WireAnswer<typeof prePay>) => void = () => {};
  const app = new AppHarness()
    .reply(listCardOrders, aPage(card))
    .reply(prePay, () => new Promise<WireAnswer<typeof prePay>>((resolve) => (answer = resolve)))
    .open('/orderDetail?orderNo=C9&isCardItem=true&sysUserId=op1');
  app.bridge.answers({ result: 'ok' });
  await presses('去支付');
  await app.advance(100);
  await goTo('/my/cardList');
  await act(async () =>
    answer({ appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'p', signType: 'RSA', paySign: 's' }),
  );
  expect(await sees('支付订单 C9：未打开支付，可在“次卡套餐”的记录中支付或取消')).toBeTruthy();
});

test('A free order created after the customer left does not navigate', async () => {
  const { respond } = await paysAndLeaves(createLeaseOrder);
  await respond({ payMoney: 0, orderNo: 'L0' });
  expect(await sees('为设备PL1001购买套餐：租赁成功，无需支付')).toBeTruthy();
  expect(at()).toBe(TREATMENT);
});

test('A payment confirmed after the customer left does not navigate', async () => {
  const app = running();
  app.bridge.answers({ result: 'none' });
  app.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await goTo('/lease?renewal=1');
  expect(await screen.findByRole('radio', { name: /7天/ })).toBeTruthy();
  app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  await app.advance(3_000);
  expect(await sees('支付成功')).toBeTruthy();
  expect(at()).toBe(screenOf('/lease', { rest: 'renewal=1' }));
});

test('The order detail opens no payment sheet once another order is shown', async () => {
  let answer: (sheet: WireAnswer<typeof prePay>) => void = () => {};
  const app = new AppHarness()
    .reply(prePay, () => new Promise<WireAnswer<typeof prePay>>((resolve) => (answer = resolve)))
    .open('/orderDetail?orderNo=L100&isCardItem=false');
  app.bridge.answers({ result: 'ok' });
  await presses('去支付');
  await app.advance(100);
  app.reply(getLeaseOrder, { ...LEASE_ORDER, orderNo: 'L200' });
  await goTo('/orderDetail?orderNo=L200&isCardItem=false');
  expect(await sees('L200')).toBeTruthy();
  await act(async () =>
    answer({ appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'p', signType: 'RSA', paySign: 's' }),
  );
  expect(await sees('支付订单 L100：未打开支付，可在“订单记录”中支付或取消')).toBeTruthy();
  expect(app.bridge.asked.map(({ sheet }) => sheet)).toEqual([undefined]);
});
