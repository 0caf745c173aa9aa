// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, LEASE_ORDER, presses, sees } from './app-harness.tsx';

const REFUNDED = { ...LEASE_ORDER, statusCode: 5, status: '已退款' };

test('A payment that the shop has paid back before the server confirmed it is not called a success', async () => {
  const app = new AppHarness().reply(getLeaseOrder, REFUNDED);
  app.purchases.record({
    type: 'sheetAnswered',
    order: { number: 'L100', kind: 'lease', amountFen: 4900, sno: 'PL1001' },
    answer: 'ok',
    leadsTo: { to: 'mode-menu', sno: 'PL1001', paid: true },
  });
  app.open('/my?tab=my');
  expect(await sees('支付订单 L100：已退款')).toBeTruthy();
  expect(doesNotSee('支付成功')).toBe(true);
  expect(at()).toContain('/my');
  expect(app.purchases.purchases().unusedPaidOrder('PL1001', undefined)).toBeUndefined();
});

test('An order that was paid and paid back since its list was read is not called paid by a tap on pay', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(LEASE_ORDER)).reply(getLeaseOrder, REFUNDED);
  app.open('/my/orderList');
  await screen.findByRole('button', { name: '去支付 L100' });
  app.reply(listLeaseOrders, aPage(REFUNDED));
  await presses('去支付 L100');
  await waitFor(() => expect(screen.queryAllByText('已退款').length).toBeGreaterThan(0));
  expect(doesNotSee('支付成功')).toBe(true);
});
