// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { TaughtResponse } from '../../src/adapters/fake/fake-http.ts';
import { Problem } from '../../src/core/problem.ts';
// What comes later on the page is here already, so that no test waits for it.
import '../../src/ui/screens/Process.tsx';
import { at, choosesPlan, doesNotSee, LEASE_ORDER, ok, presses, refused, sees, Shop } from './shop.tsx';
import { running } from './under-treatment.ts';

const PLACED = ok({ payMoney: 49, orderNo: 'L100' });
const TREATMENT = '/process?sno=PL1001';

const goTo = (address: string) =>
  act(async () => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  });

/** A tap on pay whose call `path` is answered only when the test says so, by when a treatment is on the screen. */
async function paysAndLeaves(path: string, shop = running()) {
  let answer: (with_: TaughtResponse | Problem) => void = () => {};
  shop.server(path, () => new Promise((resolve) => (answer = resolve)));
  shop.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await shop.passes(100);
  await goTo(TREATMENT);
  await screen.findByRole('button', { name: '停止理疗' });
  return {
    shop,
    answers: async (with_: TaughtResponse | Problem) => {
      await act(async () => answer(with_));
      await shop.passes(100);
    },
  };
}

test('An order that is made after the customer has left opens no payment over a running treatment, and is told in a message', async () => {
  const { shop, answers } = await paysAndLeaves('/order/consume/order');
  await answers(PLACED);
  expect(await sees('订单已生成，尚未支付，可在“订单记录”中支付或取消')).toBeTruthy();
  expect([at(), shop.calls('/wxPay/prePay'), shop.bridge.asked.length]).toEqual([TREATMENT, 0, 0]);
});

test('A payment that is prepared after the customer has left opens no sheet', async () => {
  const shop = running();
  shop.bridge.answers({ result: 'ok' });
  const { answers } = await paysAndLeaves('/wxPay/prePay', shop);
  await answers(ok({ appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'p', signType: 'RSA', paySign: 's' }));
  expect(await sees('订单已生成，尚未支付，可在“订单记录”中支付或取消')).toBeTruthy();
  expect(shop.bridge.asked.map(({ sheet }) => sheet)).toEqual([undefined]);
  expect([at(), doesNotSee('支付结果确认中')]).toEqual([TREATMENT, true]);
});

test('Whoever leaves before the order is sent for has ordered nothing', async () => {
  const { shop, answers } = await paysAndLeaves('/order/list');
  await answers(ok({ records: [], total: 0 }));
  expect([at(), shop.calls('/order/consume/order')]).toEqual([TREATMENT, 0]);
});

test.each([
  ['refused', refused('套餐已下架'), '套餐已下架'],
  ['never answered', new Problem('timeout'), '下单结果未知，请在“订单记录”中查看'],
])('An order that is %s after the customer has left is told in a message', async (_, end, words) => {
  const { answers } = await paysAndLeaves('/order/consume/order');
  await answers(end);
  expect(await sees(words)).toBeTruthy();
  expect(at()).toBe(TREATMENT);
});

test('A free order that is made after the customer has left does not lead away from where they are', async () => {
  const { answers } = await paysAndLeaves('/order/consume/order');
  await answers(ok({ payMoney: 0, orderNo: 'L0' }));
  expect(await sees('租赁成功，无需支付')).toBeTruthy();
  expect(at()).toBe(TREATMENT);
});

test('A payment that is confirmed after the customer has left does not lead away from where they are', async () => {
  const shop = running();
  shop.bridge.answers({ result: 'none' });
  shop.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('支付结果确认中')).toBeTruthy();
  await goTo('/lease?renewal=1');
  expect(await screen.findByRole('radio', { name: /7天/ })).toBeTruthy();
  shop.server('/order/detail', ok({ ...LEASE_ORDER, statusCode: 5, status: '支付完成' }));
  await shop.passes(3_000);
  expect(await sees('支付成功')).toBeTruthy();
  expect(at()).toBe('/lease?renewal=1');
});

test('From the detail of an order no payment is opened once another order is looked at', async () => {
  let answer: (with_: TaughtResponse) => void = () => {};
  const shop = new Shop().server('/wxPay/prePay', () => new Promise((resolve) => (answer = resolve))).open('/orderDetail?orderNo=L100&isCardItem=false');
  shop.bridge.answers({ result: 'ok' });
  await presses('去支付');
  await shop.passes(100);
  shop.server('/order/detail', ok({ ...LEASE_ORDER, orderNo: 'L200' }));
  await goTo('/orderDetail?orderNo=L200&isCardItem=false');
  expect(await sees('L200')).toBeTruthy();
  await act(async () => answer(ok({ appId: 'wx1', timeStamp: '1', nonceStr: 'n', package: 'p', signType: 'RSA', paySign: 's' })));
  expect(await sees('订单尚未支付，可在“订单记录”中支付或取消')).toBeTruthy();
  expect(shop.bridge.asked.map(({ sheet }) => sheet)).toEqual([undefined]);
});
