import { describe, expect, test } from 'vitest';
import { CancelOrder } from '../../../src/core/checkout/cancel-order.ts';
import { ConfirmPayment } from '../../../src/core/checkout/confirm/confirm-payment.ts';
import { PayOrder } from '../../../src/core/checkout/pay/pay-order.ts';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import {
  cancelCardOrder,
  cancelLeaseOrder,
  getLeaseOrder,
  listCardOrders,
  listLeaseOrders,
} from '../../../src/core/order/api.ts';
import { payable, type Order } from '../../../src/core/order/order.ts';
import { Problem } from '../../../src/core/problem.ts';
import { HOUR, MINUTE } from '../../../src/core/basics/time.ts';
import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import { createTestApp, problemOf } from '../../helpers/create-test-app.ts';
import { aCardOrder, aLeaseOrder, aPage } from '../../helpers/wire.ts';

const lease: Order = { kind: 'lease', number: 'L-1', state: 'to-pay' };
const card: Order = { kind: 'card', number: 'C-1', state: 'to-pay', operatorId: 'shop-1' };
const toPay = aLeaseOrder({ orderNo: 'L-1' });
const cancelled = aLeaseOrder({ orderNo: 'L-1', statusCode: -1, status: '已取消' });

function withUnpaidOrders() {
  const core = createTestApp();
  core.http
    .reply(getLeaseOrder, toPay)
    .reply(listCardOrders, aPage(aCardOrder({ chargeOrderNo: 'C-1' })))
    .reply(cancelLeaseOrder)
    .reply(cancelCardOrder);
  const cancel = (order = lease) => core.get(CancelOrder).cancel(order);
  return { ...core, cancel, records: core.get(CheckoutRecords) };
}

describe('CancelOrder', () => {
  test.each([
    [lease, cancelLeaseOrder, 'L-1'],
    [card, cancelCardOrder, 'C-1'],
  ] as const)('Cancelling sends the order number to the endpoint of its kind: case %#', async (order, path, number) => {
    const { cancel, http } = withUnpaidOrders();
    expect(await Promise.all([cancel(order), cancel(order)])).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(http.data(path)).toEqual([number]);
  });

  test('An order that was cancelled a moment ago is neither cancelled nor paid again while the server calls it unpaid', async () => {
    const { cancel, http, get, clock, bridge } = withUnpaidOrders();
    expect(await cancel()).toEqual({ kind: 'done' });
    expect(await cancel()).toEqual({ kind: 'cancelled' });
    expect(await get(PayOrder).pay(payable(lease))).toEqual({ kind: 'cancelled', by: 'server' });
    expect([http.requests(cancelLeaseOrder).length, bridge.asked]).toEqual([1, []]);
    await clock.advance(MINUTE);
    expect(await cancel()).toEqual({ kind: 'done' });
  });

  test.each([
    ['paid', aLeaseOrder({ orderNo: 'L-1', statusCode: 5, status: '支付完成' })],
    ['cancelled', cancelled],
    ['unknown', aLeaseOrder({ orderNo: 'L-1', statusCode: 9, status: '银行处理中' })],
  ] as const)('An order that the server calls %s at that moment is not cancelled', async (kind, answer) => {
    const { cancel, http } = withUnpaidOrders();
    http.reply(getLeaseOrder, answer);
    expect(await cancel()).toEqual({ kind });
    expect(http.requests(cancelLeaseOrder)).toEqual([]);
  });

  test('An order that was paid a moment ago is not gone because answers that may be older lack it', async () => {
    const { cancel, http, records } = withUnpaidOrders();
    records.record({ type: 'serverSaysPaid', order: payable(lease) });
    http.reply(getLeaseOrder, null).reply(listLeaseOrders, aPage(aLeaseOrder({ orderNo: 'L-2' })));
    expect(await cancel()).toEqual({ kind: 'unknown' });
    expect(http.requests(cancelLeaseOrder)).toEqual([]);
  });

  test.each([
    ['lacks, too', 'gone', aPage(aLeaseOrder({ orderNo: 'L-2' }))],
    ['still has', 'unknown', aPage(toPay)],
    ['cannot be read', 'unknown', new Problem('timeout')],
  ] as const)(
    'An order that one answer of the server lacks is not cancelled, and is gone if its list %s',
    async (_, kind, list) => {
      const { cancel, http } = withUnpaidOrders();
      http.reply(getLeaseOrder, null).reply(listLeaseOrders, list);
      expect(await cancel()).toEqual({ kind });
      expect(http.requests(cancelLeaseOrder)).toEqual([]);
    },
  );

  test.each([lease, card])(
    'A $kind order that the server called paid a moment ago is not cancelled after an older answer, however long ago its payment was handed over',
    async (order) => {
      const { cancel, http, records, clock, get } = withUnpaidOrders();
      records.record({ type: 'sheetAnswered', order: payable(order), answer: 'none', handedOver: true });
      await clock.advance(4 * MINUTE);
      http
        .reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-1', statusCode: 5, status: '支付完成' }), toPay)
        .reply(
          listCardOrders,
          aPage(aCardOrder({ chargeOrderNo: 'C-1', statusCode: 5, statusDesc: '支付完成' })),
          aPage(aCardOrder({ chargeOrderNo: 'C-1' })),
        );
      expect(await get(ConfirmPayment).pollUntilSettled(payable(order))).toEqual({ kind: 'paid' });
      expect(await cancel(order)).toEqual({ kind: 'paid' });
      await clock.advance(MINUTE);
      expect(await cancel(order)).toEqual({ kind: 'done' });
    },
  );

  test('An order whose payment is open in any page of the phone is not cancelled', async () => {
    const { cancel, http, anotherTab } = withUnpaidOrders();
    anotherTab()
      .get(CheckoutRecords)
      .record({ type: 'sheetOpened', order: payable(lease) });
    expect(await cancel()).toEqual({ kind: 'in-doubt' });
    expect(http.sent).toEqual([]);
  });

  test.each<[PaymentAnswer['result'], number, string]>([
    ['ok', 0, 'in-doubt'],
    ['ok', 60 * MINUTE, 'in-doubt'],
    ['none', 0, 'in-doubt'],
    ['none', 10 * MINUTE, 'done'],
    ['cancel', 0, 'done'],
    ['fail', 0, 'done'],
  ])('After a payment that ended with %s %i ms ago, cancelling ends with %s', async (answer, age, kind) => {
    const { cancel, http, records, clock } = withUnpaidOrders();
    records.record({ type: 'sheetAnswered', order: payable(lease), answer });
    await clock.advance(age);
    expect(await cancel()).toEqual({ kind });
    expect(http.requests(cancelLeaseOrder)).toHaveLength(kind === 'done' ? 1 : 0);
  });

  test('An order that was handed over to another phone is cancelled while the server calls it to pay', async () => {
    const { cancel, records } = withUnpaidOrders();
    records.record({ type: 'sheetAnswered', order: payable(lease), answer: 'none', handedOver: true });
    expect(await cancel()).toEqual({ kind: 'done' });
  });

  test('An order whose payment a page that is gone left open is cancelled after ten minutes', async () => {
    const { cancel, records, clock } = withUnpaidOrders();
    records.record({ type: 'sheetOpened', order: payable(lease) });
    await clock.advance(10 * MINUTE);
    expect(await cancel()).toEqual({ kind: 'done' });
  });

  test('A cancellation whose response was lost succeeds if the server reports the order as cancelled', async () => {
    const { cancel, http, clock } = withUnpaidOrders();
    http.reply(cancelLeaseOrder, new Problem('timeout')).reply(getLeaseOrder, toPay, cancelled);
    expect(await cancel()).toEqual({ kind: 'done' });
    await clock.advance(MINUTE);
    http.reply(getLeaseOrder, toPay);
    expect(await problemOf(cancel())).toMatchObject({ code: 'timeout' });
    http.reply(getLeaseOrder, toPay, new Problem('timeout'));
    expect(await problemOf(cancel())).toMatchObject({ code: 'timeout' });
  });
});

describe('A payment whose order has ended', () => {
  const order = payable(lease);
  test.each([
    ['ok', 'serverSaysCancelled', 'cancelled'],
    ['none', 'serverSaysCancelled', 'cancelled'],
    ['ok', 'orderForgotten', 'gone'],
    ['cancel', 'serverSaysCancelled', undefined],
    ['fail', 'orderForgotten', undefined],
  ] as const)('After %s and %s, what the user has to read of it is %s, also after a reload', (answer, type, reason) => {
    const core = withUnpaidOrders();
    core.records.record({ type: 'sheetAnswered', order, answer });
    core.records.record({ type, order });
    const reopened = core.reopened().get(CheckoutRecords);
    expect(reopened.lapsed().map((each) => [each.order.number, each.reason])).toEqual(reason ? [['L-1', reason]] : []);
    reopened.dismissLapsed(order);
    expect(reopened.lapsed()).toEqual([]);
  });

  test.each([
    ['was paid an hour ago', {}, HOUR, 1],
    ['was paid a moment ago, so that the answer may be older', {}, 0, 0],
    ['was free', { amountFen: 0 }, HOUR, 0],
    ['was paid back', { refunded: true }, HOUR, 0],
  ] as const)(
    'Of an order that the server returns as cancelled and that %s, this is to be read',
    async (_, { refunded, ...fields }: { refunded?: true; amountFen?: number }, age, count) => {
      const { records, clock } = withUnpaidOrders();
      records.record({ type: 'serverSaysPaid', order: { ...order, ...fields }, refunded });
      await clock.advance(age);
      records.recordEndsOfPaid([{ ...lease, state: 'cancelled' }]);
      expect(records.lapsed().map(({ reason }) => reason)).toEqual(Array(count).fill('cancelled'));
    },
  );

  test('The last word of the sheet, and the server over it, end what the user has to read', () => {
    const { records } = withUnpaidOrders();
    for (const last of [
      { type: 'lateAnswer', order, answer: 'cancel' },
      { type: 'sheetAnswered', order, answer: 'fail' },
      { type: 'serverSaysPaid', order },
    ] as const) {
      records.record({ type: 'sheetOpened', order });
      records.record({ type: 'serverSaysCancelled', order });
      expect(records.lapsed()).toHaveLength(1);
      records.record(last);
      expect(records.lapsed()).toEqual([]);
    }
  });

  test('A sheet that says ok and then cancel has been cancelled', () => {
    const { records } = withUnpaidOrders();
    records.record({ type: 'sheetAnswered', order, answer: 'ok' });
    records.record({ type: 'lateAnswer', order, answer: 'cancel' });
    expect(records.purchases().doubtAbout(order)).toBe('said-paid');
    records.record({ type: 'lateAnswer', order, answer: 'cancel', isCorrection: true });
    expect(records.purchases().doubtAbout(order)).toBe('none');
  });
});
