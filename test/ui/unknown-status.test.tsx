// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, choosesPlan, doesNotSee, LEASE_ORDER, presses, sees } from './app-harness.tsx';

const UNKNOWN = { ...LEASE_ORDER, statusCode: 7, status: '银行处理中' };
const DETAIL = '/orderDetail?orderNo=L100&isCardItem=false';

test('An order with an unknown status is shown in the server’s word, with a warning not to pay twice, and its receipt proves no payment', async () => {
  new AppHarness().reply(getLeaseOrder, UNKNOWN).open(DETAIL);
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('银行处理中'),
  );
  expect(await sees('订单状态待核实。如已付款，请勿重复支付，并联系客服。')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /去支付|取消订单/ })).toBeNull();
  await presses('保存凭证');
  expect(await sees(/订单状态待核实，不作为付款证明/)).toBeTruthy();
});

test('The order list shows an unknown status in the words of the server, without buttons to pay or cancel', async () => {
  new AppHarness().reply(listLeaseOrders, aPage(UNKNOWN)).open('/my/orderList');
  expect((await sees('银行处理中')).className).toContain('cancelled');
  expect(screen.queryByRole('button', { name: /去支付|取消订单/ })).toBeNull();
});

// covers 4.orders.5c
test('A payment whose order has an unknown status stays unconfirmed, and the next tap creates no second order and no second payment', async () => {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, UNKNOWN).open('/lease');
  app.bridge.answers({ result: 'cancel' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('支付结果确认中')).toBeTruthy();
  expect(doesNotSee('支付已取消')).toBe(true);
  await app.advance(12_000);
  await presses('￥49 支付');
  await app.advance(12_000);
  expect([app.calls(createLeaseOrder), app.calls(prePay), app.bridge.asked.length]).toEqual([1, 1, 1]);
  app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  await presses('再次确认');
  expect(await sees('支付成功')).toBeTruthy();
});
