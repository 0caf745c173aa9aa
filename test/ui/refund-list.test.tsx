// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listRefunds } from '../../src/core/wallet/api.ts';
import { hangs } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, doesNotSee, presses, sees } from './app-harness.tsx';
import { withTallPage } from './tall-page.ts';

withTallPage();

const refund = (refundNo: string) => ({
  refundNo,
  operatorName: '康养馆',
  statusDesc: '退款成功',
  amount: '29.90',
  utime: '2026-03-01 10:00:00',
});

// covers 2.refunds.1a
test('While the refunds load, the list says so', async () => {
  new AppHarness().reply(listRefunds, hangs).open('/my/refundList');
  expect(await sees('正在获取退款列表')).toBeTruthy();
  expect(document.title).toBe('退款记录');
});

// covers 2.refunds.2a
test('An empty refund list says so', async () => {
  new AppHarness().reply(listRefunds, aPage()).open('/my/refundList');
  expect(await sees('退款列表为空')).toBeTruthy();
});

test('A refund list is neither called empty nor at its end while the server counts refunds that it has not sent', async () => {
  const app = new AppHarness().reply(listRefunds, { records: [], total: 2 }).open('/my/refundList');
  expect(await sees('有2条记录无法显示')).toBeTruthy();
  expect(doesNotSee('退款列表为空')).toBe(true);
  app.reply(listRefunds, { records: [refund('R1')], total: 2 });
  await presses('重试');
  expect(await sees('有1条记录无法显示')).toBeTruthy();
  expect(doesNotSee('没有更多了')).toBe(true);
});

// covers 2.refunds.3a
test('A refund shows its operator, state, amount, time and number', async () => {
  new AppHarness().reply(listRefunds, aPage(refund('R1'))).open('/my/refundList');
  for (const words of [
    '康养馆',
    '退款成功',
    '退款金额',
    '￥29.90',
    '退款时间',
    '2026-03-01 10:00:00',
    '退款单号',
    'R1',
    '没有更多了',
  ]) {
    expect(await sees(words)).toBeTruthy();
  }
});

test('The list of refunds says how to request one and leads to the orders', async () => {
  new AppHarness().reply(listRefunds, aPage()).open('/my/refundList');
  expect(await sees(/选择“申请退款”/)).toBeTruthy();
  screen.getByRole('link', { name: '查看订单记录' }).click();
  await waitFor(() => expect(at()).toBe('/my/orderList'));
});
