import { describe, expect, test } from 'vitest';
import { getLeaseOrder, listCardOrders } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/payment/api.ts';
import { PayOrder } from '../../../src/core/payment/pay-order.ts';
import { within } from '../../helpers/create-test-app.ts';
import { httpResponse } from '../../helpers/fake-server.ts';
import { anOrder as order, anotherOrder as other, withAnOrder } from '../../helpers/fake-order-server.ts';
import { aPage } from '../../helpers/wire.ts';

const card = { kind: 'card', number: 'C-1', amountFen: 9900, operatorId: 'shop-1' } as const;

/** The server takes its time to say that the order is paid. */
function answersAfter({ http, clock, orderServer }: ReturnType<typeof withAnOrder>, ms: number): void {
  http.reply(getLeaseOrder, async () => {
    await clock.sleep(ms);
    return { ...orderServer.orders[0], status: '支付完成', statusCode: 5 };
  });
}

describe('an answer of the server', () => {
  test.each(['cancel', 'fail'] as const)('that takes four seconds after %s is still believed', async (result) => {
    const core = withAnOrder();
    core.bridge.answers(() => {
      answersAfter(core, 4_000);
      return { result };
    });
    expect(await within(core, 4_000, core.paying.pay(order))).toEqual({ kind: 'paid' });
  });

  test('that comes when nobody waits any more leaves the payment in doubt, until it is asked for again', async () => {
    const core = withAnOrder();
    let answerAtLast = () => {};
    core.bridge.answers(() => {
      core.http.reply(getLeaseOrder, () => new Promise((resolve) => (answerAtLast = () => resolve(core.orderServer.orders[0] ?? null))));
      return { result: 'cancel' };
    });
    expect(await within(core, 5_000, core.paying.pay(order))).toEqual({ kind: 'confirming' });
    core.orderServer.moneyMoves();
    answerAtLast();
    await core.clock.advance(1);
    expect(core.opened.last()).toMatchObject({ order: { number: 'L-1' } });
    core.orderServer.isReachable();
    expect(await core.paying.confirm(order)).toEqual({ kind: 'paid' });
    expect(core.opened.last()).toBeUndefined();
  });

  test.each(['cancel', 'fail'] as const)('that the session is over, after %s, leaves the payment to be confirmed', async (result) => {
    const core = withAnOrder();
    core.bridge.answers(() => (core.http.reply(getLeaseOrder, httpResponse({ status: 401 })), { result }));
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.opened.last()).toMatchObject({ order: { number: 'L-1' } });
  });

  test('that knows nothing of a card order leaves its payment to be confirmed', async () => {
    const core = withAnOrder();
    core.http.reply(listCardOrders, aPage());
    core.bridge.answers({ result: 'cancel' });
    expect(await core.paying.pay(card)).toEqual({ kind: 'confirming' });
    expect(core.opened.last()).toMatchObject({ order: { number: 'C-1' }, answer: 'cancel' });
  });
});

describe('confirming', () => {
  test('goes on as long as it is told to', async () => {
    const core = withAnOrder();
    const confirming = core.paying.confirm(order, { tries: 30, everyMs: 10_000 });
    await core.clock.advance(285_000);
    core.orderServer.moneyMoves();
    expect(await within(core, 5_000, confirming)).toEqual({ kind: 'paid' });
  });

  test('by one question gives the server ten seconds to answer it', async () => {
    const core = withAnOrder();
    answersAfter(core, 9_000);
    expect(await within(core, 9_000, core.paying.confirm(order, { tries: 1, everyMs: 1 }))).toEqual({ kind: 'paid' });
  });
});

describe('a payment that was opened before', () => {
  test('of an order that was cancelled meanwhile is opened no more', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' });
    await core.paying.pay(order);
    core.orderServer.cancelsAll();
    expect(await core.paying.pay(order)).toEqual({ kind: 'cancelled' });
    expect(core.bridge.asked).toHaveLength(1);
  });

  test('on another page a moment ago is the same payment: nothing is opened on this one', async () => {
    const core = withAnOrder();
    const tab = core.anotherTab();
    core.bridge.answers(() => core.clock.sleep(5_000).then(() => ({ result: 'none' })));
    const both = Promise.all([core.paying.pay(order), tab.get(PayOrder).pay(order)]);
    expect(await within(core, 5_000, both)).toEqual([{ kind: 'confirming' }, { kind: 'confirming' }]);
    expect([core.http.requests(prePay).length, core.bridge.asked.length]).toEqual([1, 1]);
  });

  test('by a page that ordered a moment ago is the same payment, and is opened again after a minute', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' }, { result: 'none' });
    await core.paying.pay(order);
    expect(await core.paying.pay(order, { waited: true })).toEqual({ kind: 'confirming' });
    expect(core.bridge.asked).toHaveLength(1);
    await core.clock.advance(60_000);
    await core.paying.pay(order, { waited: true });
    expect(core.bridge.asked).toHaveLength(2);
  });

  test('and is settled is not in doubt any more, while that of another order still is', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' }, { result: 'ok' });
    await core.paying.pay(order);
    await core.paying.pay(other);
    expect([order, other].map((each) => core.opened.isSaidToBePaid(each))).toEqual([true, true]);
    core.orderServer.orders[0] = { ...core.orderServer.orders[0], status: '支付完成', statusCode: 5 };
    expect(await core.paying.confirm(order)).toEqual({ kind: 'paid' });
    expect([order, other].map((each) => core.opened.isSaidToBePaid(each))).toEqual([false, true]);
  });
});

describe('An answer that comes after nobody waited for it any more', () => {
  test.each(['ok', 'cancel', 'fail'] as const)('that says %s is remembered, and heard by whoever asks the server', async (result) => {
    const core = withAnOrder();
    const heard: unknown[] = [];
    const off = core.opened.onLateAnswer((payment) => heard.push(payment));
    core.bridge.answers({ result: 'none' });
    await core.paying.pay(order, { leadsTo: { to: 'mode-menu', paid: true } });
    core.bridge.answersLate({ result });
    expect(heard).toMatchObject([{ order, answer: result, leadsTo: { to: 'mode-menu', paid: true } }]);
    expect(core.opened.last()).toMatchObject({ order, answer: result });
    off();
  });

  test('says nothing new of an order that the server has called paid by then', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' });
    await core.paying.pay(order);
    core.orderServer.moneyMoves();
    await core.paying.confirm(order);
    core.bridge.answersLate({ result: 'ok' });
    expect(core.opened.last()).toBeUndefined();
  });

  test('with ok is believed although the sheet that was opened again is called off: nobody says that it was not paid', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' }, () => (core.bridge.answersLate({ result: 'ok' }), { result: 'cancel' }));
    await core.paying.pay(order);
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.opened.isSaidToBePaid(order)).toBe(true);
  });
});

test('An answer about another order says nothing of this one', async () => {
  const core = withAnOrder();
  core.bridge.answers({ result: 'none' });
  await core.paying.pay(order);
  core.http.reply(getLeaseOrder, { ...core.orderServer.orders[1], status: '支付完成', statusCode: 5 });
  expect(await within(core, 10_000, core.paying.confirm(order))).toEqual({ kind: 'confirming' });
});

test('of an order that nobody paid for nothing is said to be paid', () => {
  expect(withAnOrder().opened.isSaidToBePaid(order)).toBe(false);
});
