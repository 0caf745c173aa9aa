// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { AppHarness, doesNotSee, goTo, LEASE_ORDER, presses, sees } from './app-harness.tsx';

const PAID = { statusCode: 5, status: '支付完成' };
const CANCELLED = { statusCode: -1, status: '已取消' };
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

test.each([
  ['cancel', {}, '支付已取消'],
  ['cancel', CANCELLED, '订单已取消'],
  ['cancel', PAID, '支付成功'],
] as const)(
  'A payment sheet that closes (%s, %o) over the detail of another order names the order that it was for',
  async (result, l100, words) => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => (close = resolve));
    const app = new AppHarness().reply(getLeaseOrder, orders({})).open(detailOf('L100'));
    app.bridge.answers(async () => {
      await closed;
      return { result };
    });
    await presses('去支付');
    await app.advance(100);
    goTo(detailOf('L200'));
    await sees('L200');
    app.reply(getLeaseOrder, orders(l100));
    await act(async () => close());
    expect(await sees(`支付订单 L100：${words}`)).toBeTruthy();
    expect(doesNotSee(words)).toBe(true);
  },
);
