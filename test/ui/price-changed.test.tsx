// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
// What comes later on the page is here already, so that no test waits for it.
import '../../src/ui/parts/DialogSurface.tsx';
import { at, choosesPlan, doesNotSee, LEASE_ORDER, ok, presses, sees, Shop } from './shop.tsx';

const DEARER = { ...LEASE_ORDER, payMoney: 490 };

async function asksForMore() {
  const shop = new Shop().withDevice().server('/order/consume/order', ok({ payMoney: 490, orderNo: 'L100' })).server('/order/detail', ok(DEARER)).open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('订单金额有变动')).toBeTruthy();
  expect(await sees('所选套餐￥49，订单应付￥490。确认按￥490支付吗？')).toBeTruthy();
  return shop;
}

test('Where the order costs another amount than the button said, that is asked before anything is prepared or opened', async () => {
  const shop = await asksForMore();
  expect([shop.calls('/wxPay/prePay'), shop.bridge.asked.length]).toEqual([0, 0]);
});

test('Whoever agrees to the new amount pays the same order', async () => {
  const shop = await asksForMore();
  shop.server('/order/detail', ok(DEARER), ok({ ...DEARER, statusCode: 5, status: '支付完成' }));
  shop.bridge.answers({ result: 'ok' });
  await presses('支付￥490');
  await waitFor(() => expect(at()).toBe('/modeMenu?paid=1'));
  expect(shop.calls('/order/consume/order')).toBe(1);
  expect(shop.bridge.asked.map(({ order }) => order)).toMatchObject([{ number: 'L100', amountFen: 49_000 }]);
});

test('Whoever does not agree pays nothing, and is told where the order stays', async () => {
  const shop = await asksForMore();
  await presses('暂不支付');
  expect(await sees('订单已生成，尚未支付，可在“订单记录”中支付或取消')).toBeTruthy();
  await waitFor(() => expect(doesNotSee('订单金额有变动')).toBe(true));
  expect(shop.bridge.asked).toHaveLength(0);
  expect(await screen.findByRole('button', { name: '￥49 支付' })).toBeTruthy();
});

test('An amount that changes once more is asked for once more', async () => {
  const shop = await asksForMore();
  shop.server('/order/detail', ok({ ...DEARER, payMoney: 590 }));
  await presses('支付￥490');
  expect(await sees('所选套餐￥49，订单应付￥590。确认按￥590支付吗？')).toBeTruthy();
  expect(shop.bridge.asked).toHaveLength(0);
});
