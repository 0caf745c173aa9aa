// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { dateTimeText, MINUTE } from '../../src/core/basics/time.ts';
import { Problem } from '../../src/core/problem.ts';
import { receiptOf } from '../../src/core/order/receipt.ts';
import type { Order } from '../../src/core/order/order.ts';
import '../../src/ui/screens/order-detail/ReceiptDialog.tsx';
import { drawReceipt } from '../../src/ui/screens/order-detail/receipt-picture.ts';
import { receiptText, receiptWords } from '../../src/ui/screens/order-detail/receipt-words.ts';
import { refused } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, doesNotSee, LEASE_ORDER, presses, sees } from './app-harness.tsx';

const DETAIL = '/orderDetail?orderNo=L100&isCardItem=false';
const PAID = { ...LEASE_ORDER, statusCode: 5, status: '支付完成' };

const instant = (text: string) => Date.parse(`${text}+08:00`);
const ORDER: Order = {
  kind: 'lease',
  number: 'L100',
  state: 'paid',
  operatorName: '康养馆',
  deviceName: '一号机',
  mac: 'AA',
  planName: '7天',
  amountFen: 6900,
  dueFen: 4950,
  orderedAt: instant('2026-03-01T09:00:00'),
  paidAt: instant('2026-03-01T09:01:00'),
};
const TIMES = { readAt: instant('2026-03-02T08:00:00'), issuedAt: instant('2026-03-02T08:05:00') };
const textOf = (order: Order) =>
  receiptText(receiptWords(receiptOf(order, { mayBePaid: false, ...TIMES }), '安舒理疗'));

test('A receipt dates the state of its order by when the app asked for it, however late the answer came', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const app = new AppHarness().reply(getLeaseOrder, () => answered.then(() => PAID));
  const askedAt = app.clock.now();
  app.open(DETAIL);
  await waitFor(() => expect(app.calls(getLeaseOrder)).toBe(1));
  await app.advance(14_000);
  await act(async () => answer());
  await presses('保存凭证');
  expect((await sees(/订单状态：支付完成/)).textContent).toContain(`状态更新：${dateTimeText(askedAt)}`);
});

test('No receipt dates the payment of an order before it was made, although the order could not be read again since', async () => {
  const app = new AppHarness().open(DETAIL);
  await screen.findByRole('button', { name: '去支付' });
  await app.advance(5 * MINUTE);
  app.reply(getLeaseOrder, LEASE_ORDER, PAID, refused('500', '系统繁忙')).bridge.answers({ result: 'ok' });
  await presses('去支付');
  expect(await sees('支付完成')).toBeTruthy();
  expect(await sees('没有更新，显示的是之前的内容')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '保存凭证' })).toBeNull();
  app.reply(getLeaseOrder, PAID);
  await presses('重试');
  await presses('保存凭证');
  expect((await sees(/订单状态：支付完成/)).textContent).toContain('状态更新：2026-03-02 09:05:00');
});

function withClipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
}

test('The receipt of a paid order lists the fields of the order, the time of its state and the time of issue', () => {
  expect(textOf(ORDER).split('\n')).toEqual([
    '安舒理疗 支付凭证',
    '订单状态：支付完成',
    '门店：康养馆',
    '设备名称：一号机',
    '设备Mac：AA',
    '租赁套餐：7天',
    '订单金额：￥69',
    '优惠金额：￥19.50',
    '实付金额：￥49.50',
    '订单编号：L100',
    '下单时间：2026-03-01 09:00:00',
    '支付时间：2026-03-01 09:01:00',
    '状态更新：2026-03-02 08:00:00',
    '出具时间：2026-03-02 08:05:00',
  ]);
});

test('The receipt of a card order lists its uses', () => {
  const text = textOf({ kind: 'card', number: 'C9', state: 'paid', uses: 5, dueFen: 3000 });
  for (const line of ['安舒理疗 支付凭证', '订单状态：已支付', '租赁套餐：5次', '实付金额：￥30'])
    expect(text.split('\n')).toContain(line);
});

test.each([
  ['to-pay', '截至状态更新时尚未支付，不作为付款证明', '待支付'],
  ['cancelled', '订单已取消，不作为付款证明', '已取消'],
] as const)('The receipt of an order that is %s says first that it proves no payment', (state, caution, words) => {
  const [title, second, third, ...rest] = textOf({ ...ORDER, state }).split('\n');
  expect([title, second, third]).toEqual(['安舒理疗 订单凭证', caution, `订单状态：${words}`]);
  expect(rest.join()).not.toContain('实付');
});

test.each(['paid', 'to-pay', 'cancelled', 'unknown'] as const)(
  'The receipt of a refunded order names the refund and proves no payment, under the code of one that is %s',
  (state) => {
    const [title, second, third] = textOf({ ...ORDER, state, statusText: '已退款' }).split('\n');
    expect([title, second, third]).toEqual(['安舒理疗 订单凭证', '订单已退款，不作为付款证明', '订单状态：已退款']);
  },
);

test('An order that is paid without a reported sum names no paid amount, in the list, the detail and the receipt', async () => {
  const row = { ...PAID, payMoney: null, shouldPayMoney: 49, money: 69 };
  new AppHarness().reply(listLeaseOrders, aPage(row)).reply(getLeaseOrder, row).open('/my/orderList');
  fireEvent.click(await screen.findByRole('link', { name: /￥69/ }));
  await presses('保存凭证');
  expect((await sees(/订单状态：支付完成/)).textContent).toContain('订单金额：￥69');
  expect(document.body.textContent).not.toMatch(/实付|￥49/);
});

test('The receipt of an order whose payment is not settled does not say that it is unpaid, although the server does', async () => {
  const app = new AppHarness().reply(getLeaseOrder, LEASE_ORDER);
  app.sheetAnswered('ok');
  app.open(DETAIL);
  await presses('保存凭证');
  expect((await sees(/订单状态：待支付/)).textContent).toContain('订单状态待核实，不作为付款证明');
  expect(doesNotSee(/尚未支付/)).toBe(true);
});

test('No receipt is offered before the server has returned the order', async () => {
  const app = new AppHarness().reply(getLeaseOrder, new Problem('timeout'));
  app.scope.write('session', 'shownOrder', JSON.stringify(ORDER));
  app.open(DETAIL);
  await app.advance(3_000);
  expect(await sees('请求超时，请重试')).toBeTruthy();
  expect(doesNotSee('保存凭证')).toBe(true);
});

test('The text of a receipt can be copied', async () => {
  const copied: string[] = [];
  withClipboard(async (text) => void copied.push(text));
  new AppHarness().reply(getLeaseOrder, PAID).open(DETAIL);
  await presses('保存凭证');
  await presses('复制文字');
  expect(await sees('已复制')).toBeTruthy();
  expect(copied.join()).toContain('订单编号：L100');
});

test('If copying fails, the text of the receipt can be selected', async () => {
  withClipboard(() => Promise.reject(new Error('not allowed')));
  new AppHarness().reply(getLeaseOrder, PAID).open(DETAIL);
  await presses('保存凭证');
  const dialog = within(await screen.findByRole('dialog', { name: '支付凭证' }));
  await presses('复制文字');
  expect(await sees('复制失败，请长按选择文字')).toBeTruthy();
  expect(dialog.getByText(/订单编号：L100/)).toBeTruthy();
});

test('The picture of a receipt breaks a long name between its words', () => {
  const drawn: string[] = [];
  const context = new Proxy(
    {
      measureText: (text: string) => ({ width: 10 * text.length }),
      fillText: (text: string) => void drawn.push(text),
    },
    { get: (target, name) => Reflect.get(target, name) ?? (() => {}) },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:');
  onTestFinished(() => void vi.restoreAllMocks());
  const order = { ...ORDER, deviceName: 'Treatment room two, window side' };
  const words = receiptWords(receiptOf(order, { mayBePaid: false, ...TIMES }), 'Shop');
  drawReceipt(words, { accent: '#0f6b5c', logo: undefined });
  expect(drawn).toEqual(expect.arrayContaining(['Treatment room two,', 'window side']));
});
