import { expect, test } from 'vitest';
import { CheckoutRecords } from '../../src/core/checkout/records/checkout-records.ts';
import { RentDevice } from '../../src/core/checkout/rent-device.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import type { PayableOrder } from '../../src/core/order/order.ts';
import { Problem } from '../../src/core/problem.ts';
import { PaymentStore } from '../../src/ui/stores/payment-store.ts';
import { Toasts } from '../../src/ui/stores/toasts.ts';
import { anOrder, anotherOrder, withAnOrder } from '../helpers/fake-order-server.ts';
import { refused } from '../helpers/fake-server.ts';
import { sevenDays } from '../helpers/plans.ts';
import { forDevice, rentingIn } from '../helpers/renting.ts';
import { aLeaseOrder } from '../helpers/wire.ts';

const PAID = { statusCode: 5, status: '支付完成' };

/** The store of a page whose phone has two orders. */
function withStore() {
  const core = withAnOrder();
  const { paying, confirming, records, clock } = core;
  const toasts = new Toasts(clock);
  const store = new PaymentStore(records, confirming, toasts, clock, Problem.of);
  const pay = (order: PayableOrder) => store.track(() => paying.pay(order));
  const rents = () => store.track(() => core.get(RentDevice).rent(sevenDays, forDevice()));
  return { ...core, store, toasts, pay, rents };
}

test('An order that the server reports as paid while its query is under way does not return as unconfirmed when the query fails', async () => {
  const { store, pay, records, http, clock, orderServer } = withStore();
  records.record({ type: 'sheetAnswered', order: anOrder, answer: 'none' });
  orderServer.isUnreachable();
  store.resumeUnsettled();
  await clock.advance(1_000);
  http.reply(getLeaseOrder, aLeaseOrder({ orderNo: 'L-1', ...PAID }));
  expect(await pay(anOrder)).toEqual({ kind: 'paid' });
  orderServer.isUnreachable();
  await clock.advance(12_000);
  expect(store.unsettledPayments).toEqual([]);
});

test('A payment whose query is under way when another payment ends unconfirmed is queried again as soon as its own query has ended', async () => {
  const { pay, bridge, http, clock } = withStore();
  let asked = 0;
  http.reply(getLeaseOrder, ({ body }) => {
    const { data } = JSON.parse(body) as { data: string };
    if (data === 'L-1') asked += 1;
    return aLeaseOrder({ orderNo: data });
  });
  bridge.answers({ result: 'none' }, { result: 'none' });
  expect(await pay(anOrder)).toEqual({ kind: 'confirming' });
  await clock.advance(7_000);
  expect(await pay(anotherOrder)).toEqual({ kind: 'confirming' });
  const before = asked;
  await clock.advance(4_000);
  expect(asked - before).toBeGreaterThan(1);
});

test('An order whose refund a list has shown is not said to be paid when the server cannot be asked', async () => {
  const { store, pay, records, orderServer } = withStore();
  records.record({ type: 'serverSaysPaid', order: anOrder });
  store.heard([{ ...anOrder, state: 'paid', statusText: '已退款' }]);
  orderServer.isUnreachable();
  await expect(pay(anOrder)).rejects.toMatchObject({ code: 'timeout' });
});

test('A payment that fails removes the notice of a payment that another page has settled', async () => {
  const { store, pay, records, clock, orderServer, anotherTab } = withStore();
  const secondPage = anotherTab().get(CheckoutRecords);
  records.record({ type: 'sheetAnswered', order: anOrder, answer: 'none' });
  store.resumeUnsettled();
  await clock.advance(12_000);
  expect(store.unsettledPayments).toEqual([{ order: anOrder, isQuerying: false }]);
  secondPage.record({ type: 'serverSaysPaid', order: anOrder });
  orderServer.isUnreachable();
  await expect(pay(anotherOrder)).rejects.toThrow(Problem);
  expect(store.unsettledPayments).toEqual([]);
});

test('A notice about a payment that another page has settled as unpaid goes when the person asks again', async () => {
  const { store, records, clock, anotherTab } = withStore();
  const secondPage = anotherTab().get(CheckoutRecords);
  records.record({ type: 'sheetAnswered', order: anOrder, answer: 'cancel' });
  store.resumeUnsettled();
  secondPage.record({ type: 'serverSaysUnpaid', order: anOrder });
  await clock.advance(12_000);
  expect(store.unsettledPayments).toEqual([]);
});

test('What a screen has read is read again once another page has settled a payment that this one asks about', async () => {
  const { store, records, clock, orderServer, anotherTab } = withStore();
  const secondPage = anotherTab().get(CheckoutRecords);
  orderServer.isUnreachable();
  records.record({ type: 'sheetAnswered', order: anOrder, answer: 'ok' });
  store.resumeUnsettled();
  secondPage.record({ type: 'serverSaysPaid', order: anOrder });
  const { freshness } = store;
  await clock.advance(12_000);
  expect(store.unsettledPayments).toEqual([]);
  expect(store.freshness).toBeGreaterThan(freshness);
});

test('A notice about a payment of yesterday goes when the person asks again', async () => {
  const { store, records, clock } = withStore();
  records.record({ type: 'sheetAnswered', order: anOrder, answer: 'ok' });
  store.resumeUnsettled();
  await clock.advance(12_000);
  expect(store.unsettledPayments).toEqual([{ order: anOrder, isQuerying: false }]);
  await clock.advance(24 * 3_600_000);
  const asking = store.queryAll();
  await clock.advance(12_000);
  await asking;
  expect(store.unsettledPayments).toEqual([]);
});

test('An order that was paid here is called paid for a minute, although the list that the screen read calls it unpaid', async () => {
  const { store, records, clock } = withStore();
  const listed = { kind: 'lease', number: 'L-1', state: 'to-pay' } as const;
  records.record({ type: 'serverSaysPaid', order: anOrder, paidAt: clock.now() });
  expect(store.gateOf(listed)).toEqual({ kind: 'paid' });
  await clock.advance(60_000);
  expect(store.gateOf(listed)).toMatchObject({ kind: 'to-pay', mayBePaid: true });
});

// The query of an earlier payment is under way. The customer closes the next sheet, and pays in the one after it.
test('A payment that ends unconfirmed is shown at once, even if a query that began before it is under way', async () => {
  const { store, pay, records, bridge, clock } = withStore();
  records.record({ type: 'sheetAnswered', order: anOrder, answer: 'none' });
  store.resumeUnsettled();
  await clock.advance(1_000);
  bridge.answers({ result: 'cancel' }, { result: 'ok' });
  expect(await pay(anOrder)).toEqual({ kind: 'cancelled', by: 'customer' });
  expect(store.unsettledPayments).toEqual([]);
  expect(await pay(anOrder)).toEqual({ kind: 'confirming' });
  expect(store.unsettledPayments).toEqual([{ order: anOrder, isQuerying: true }]);
});

// The sheet says "ok", and the server does not confirm it for ten seconds. The shop pays the price back. The customer rents again.
test.each([
  ['succeeds', false],
  ['fails', true],
])('A payment that was paid back is told, although another rental finds it out and %s', async (_, fails) => {
  const { bridge, clock, orderServer, toasts, http, rents } = withStore();
  bridge.answers({ result: 'ok' }, { result: 'ok' });
  const outcome = await rents();
  expect(outcome).toMatchObject({ kind: 'confirming' });
  const number = 'order' in outcome ? outcome.order.number : '';
  await clock.advance(12_000);
  orderServer.says({ statusCode: 5, status: '已退款', payTime: clock.now() });
  if (fails) http.reply(createLeaseOrder, refused('1'));
  const again = await rents().catch(Problem.of);
  expect(again).toMatchObject(fails ? { code: 'refused' } : { kind: 'confirming' });
  await clock.advance(1);
  expect(toasts.shown.map(({ text }) => text)).toEqual([`支付订单 ${number}：已退款`]);
});

// This page has not asked for the payments that were left open.
test('A payment of another page of the phone that a rental here finds paid back is told', async () => {
  const { anotherTab, bridge, clock, orderServer, toasts, rents } = withStore();
  bridge.answers({ result: 'none' }, { result: 'cancel' });
  const other = rentingIn(anotherTab());
  expect(await other.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
  orderServer.says({ statusCode: 5, status: '已退款' });
  await rents();
  await clock.advance(1);
  expect(toasts.shown.map(({ text }) => text)).toEqual(['支付订单 L-100：已退款']);
});

test('A payment that another rental finds paid back stays on the screen until a query can tell it', async () => {
  const { store, bridge, clock, orderServer, toasts, rents } = withStore();
  bridge.answers({ result: 'ok' }, { result: 'cancel' });
  const outcome = await rents();
  const number = 'order' in outcome ? outcome.order.number : '';
  await clock.advance(1);
  orderServer.says({ statusCode: 5, status: '已退款' });
  expect(await rents()).toMatchObject({ kind: 'cancelled' });
  orderServer.isUnreachable();
  await clock.advance(12_000);
  expect(store.unsettledPayments).toMatchObject([{ order: { number }, isQuerying: false }]);
  orderServer.isReachable();
  await store.queryAll();
  expect([store.unsettledPayments, toasts.shown.map(({ text }) => text)]).toEqual([[], [`支付订单 ${number}：已退款`]]);
});

// Beside it, a page of the phone hears of the refund while the sheet is open; the server then answers nobody for a while.
test('A rental whose payment was paid back stays on the screen until that can be told, although a second tap has joined it', async () => {
  const { store, bridge, clock, orderServer, toasts, rents, anotherTab } = withStore();
  const order = { ...anOrder, number: 'L-100' };
  bridge.answers(() => {
    orderServer.says({ statusCode: 5, status: '已退款' });
    anotherTab().get(CheckoutRecords).record({ type: 'serverSaysPaid', order, refunded: true });
    orderServer.isUnreachable();
    return { result: 'none' };
  });
  await Promise.all([rents(), rents()]);
  await clock.advance(25_000);
  expect(store.unsettledPayments).toMatchObject([{ order: { number: 'L-100' }, isQuerying: false }]);
  orderServer.isReachable();
  await store.queryAll();
  expect([store.unsettledPayments, toasts.shown.map(({ text }) => text)]).toEqual([[], ['支付订单 L-100：已退款']]);
});

test('An order that another page has just found paid is called paid by a page beside it that reads an older answer', () => {
  const { store, anotherTab, clock } = withStore();
  const listed = { kind: 'lease', number: 'L-1', state: 'to-pay' } as const;
  const paid = { type: 'serverSaysPaid', order: anOrder, paidAt: clock.now() } as const;
  anotherTab().get(CheckoutRecords).record(paid);
  store.heard([listed]);
  expect(store.gateOf(listed)).toEqual({ kind: 'paid' });
});

// The shop cancels an order whose sheet said "ok", learns of the money later, and gives it back. A rental had asked for the order before.
test.each([
  ['a page', false],
  ['another page of the phone', true],
])('A payment that lapsed on %s is told by the page that finds out that it was paid back', async (_, isOther) => {
  const { store, confirming, records, clock, orderServer, toasts, anotherTab } = withStore();
  const lapses = isOther ? anotherTab().get(CheckoutRecords) : records;
  lapses.record({ type: 'sheetAnswered', order: anOrder, answer: 'ok' });
  lapses.record({ type: 'serverSaysCancelled', order: anOrder });
  expect(records.lapsed()).toMatchObject([{ order: anOrder, reason: 'cancelled' }]);
  orderServer.says({ statusCode: 5, status: '已退款' });
  await confirming.queryOrder(anOrder);
  await clock.advance(1_000);
  expect([store.lapsedPayments, store.unsettledPayments]).toEqual([[], []]);
  expect(toasts.shown.map(({ text }) => text)).toEqual(['支付订单 L-1：已退款']);
});

test('A lapsed payment that a list calls paid and its order does not is asked about once each time that a screen reads the list', async () => {
  const { store, records, clock, http, orderServer } = withStore();
  records.record({ type: 'sheetAnswered', order: anOrder, answer: 'ok' });
  records.record({ type: 'serverSaysCancelled', order: anOrder });
  orderServer.says({ statusCode: 4, status: '已取消' });
  const { freshness } = store;
  store.heard([{ ...anOrder, state: 'paid' }]);
  await clock.advance(2 * 60_000);
  expect([store.freshness, http.requests(getLeaseOrder).length]).toEqual([freshness, 1]);
  expect(store.lapsedPayments).toHaveLength(1);
});
