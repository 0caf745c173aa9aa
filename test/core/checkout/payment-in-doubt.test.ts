import { describe, expect, test } from 'vitest';
import { PayOrder } from '../../../src/core/checkout/pay-order.ts';
import { getLeaseOrder, listCardOrders } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { within } from '../../helpers/create-test-app.ts';
import { httpResponse } from '../../helpers/fake-server.ts';
import { aLeaseOrder, aPage, aSheet } from '../../helpers/wire.ts';
import { anOrder as order, anotherOrder as other, withAnOrder } from '../../helpers/fake-order-server.ts';

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
      core.http.reply(
        getLeaseOrder,
        () => new Promise((resolve) => (answerAtLast = () => resolve(core.orderServer.orders[0] ?? null))),
      );
      return { result: 'cancel' };
    });
    expect(await within(core, 5_000, core.paying.pay(order))).toEqual({ kind: 'confirming' });
    core.orderServer.moneyMoves();
    answerAtLast();
    await core.clock.advance(1);
    expect(core.records.unsettled()[0]).toMatchObject({ order: { number: 'L-1' } });
    core.orderServer.isReachable();
    expect(await core.confirming.confirm(order)).toEqual({ kind: 'paid' });
    expect(core.records.unsettled()[0]).toBeUndefined();
  });

  test.each(['cancel', 'fail'] as const)(
    'that the session is over, after %s, leaves the payment to be confirmed',
    async (result) => {
      const core = withAnOrder();
      core.bridge.answers(() => (core.http.reply(getLeaseOrder, httpResponse({ status: 401 })), { result }));
      expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
      expect(core.records.unsettled()[0]).toMatchObject({ order: { number: 'L-1' } });
    },
  );

  test('that knows nothing of a card order leaves its payment to be confirmed', async () => {
    const core = withAnOrder();
    core.http.reply(listCardOrders, aPage());
    core.bridge.answers({ result: 'cancel' });
    expect(await core.paying.pay(card)).toEqual({ kind: 'confirming' });
    expect(core.records.unsettled()[0]).toMatchObject({ order: { number: 'C-1' }, answer: 'cancel' });
  });
});

describe('confirming', () => {
  test('goes on as long as it is told to', async () => {
    const core = withAnOrder();
    const confirming = core.confirming.confirm(order, { tries: 30, everyMs: 10_000 });
    await core.clock.advance(285_000);
    core.orderServer.moneyMoves();
    expect(await within(core, 5_000, confirming)).toEqual({ kind: 'paid' });
  });

  test('by one question gives the server ten seconds to answer it', async () => {
    const core = withAnOrder();
    answersAfter(core, 9_000);
    expect(await within(core, 9_000, core.confirming.confirm(order, { tries: 1, everyMs: 1 }))).toEqual({
      kind: 'paid',
    });
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
    expect([order, other].map((each) => core.records.isSaidToBePaid(each))).toEqual([true, true]);
    core.orderServer.orders[0] = { ...core.orderServer.orders[0], status: '支付完成', statusCode: 5 };
    expect(await core.confirming.confirm(order)).toEqual({ kind: 'paid' });
    expect([order, other].map((each) => core.records.isSaidToBePaid(each))).toEqual([false, true]);
  });
});

describe('An answer that comes after nobody waited for it any more', () => {
  test.each(['ok', 'cancel', 'fail'] as const)(
    'that says %s is remembered, and heard by whoever asks the server',
    async (result) => {
      const core = withAnOrder();
      const heard: unknown[] = [];
      const off = core.records.subscribe((event) => event?.type === 'lateAnswer' && heard.push(event));
      core.bridge.answers({ result: 'none' });
      await core.paying.pay(order, { leadsTo: { to: 'mode-menu', paid: true } });
      core.bridge.answersLate({ result });
      expect(heard).toMatchObject([{ order, answer: result, leadsTo: { to: 'mode-menu', paid: true } }]);
      expect(core.records.unsettled()[0]).toMatchObject({ order, answer: result });
      off();
    },
  );

  test('says nothing new of an order that the server has called paid by then', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' });
    await core.paying.pay(order);
    core.orderServer.moneyMoves();
    await core.confirming.confirm(order);
    core.bridge.answersLate({ result: 'ok' });
    expect(core.records.unsettled()[0]).toBeUndefined();
  });

  test('with ok is believed although the sheet that was opened again is called off: nobody says that it was not paid', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' }, () => (core.bridge.answersLate({ result: 'ok' }), { result: 'cancel' }));
    await core.paying.pay(order);
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.records.isSaidToBePaid(order)).toBe(true);
  });
});

describe('A payment that was overtaken', () => {
  test('by an ok that comes while the server is asked about the cancelled sheet is confirmed, not called off', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' }, () => {
      core.http.reply(
        getLeaseOrder,
        () => (core.bridge.answersLate({ result: 'ok' }), core.orderServer.orders[0] ?? null),
      );
      return { result: 'cancel' };
    });
    await core.paying.pay(order);
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.records.isSaidToBePaid(order)).toBe(true);
  });

  test('by an ok that comes while a new sheet is prepared opens no sheet', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'none' }, { result: 'cancel' });
    await core.paying.pay(order);
    core.http.reply(prePay, () => (core.records.record({ type: 'lateAnswer', order, answer: 'ok' }), aSheet));
    const page = core.reopened();
    expect(await page.get(PayOrder).pay(order)).toEqual({ kind: 'confirming' });
    expect(core.bridge.asked.filter(({ sheet }) => sheet !== undefined)).toHaveLength(1);
  });

  test('by the server, which calls the order paid while a new sheet is prepared, opens no sheet', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    core.http.reply(prePay, async () => (core.orderServer.moneyMoves(), await core.confirming.confirm(order), aSheet));
    expect(await core.paying.pay(order)).toEqual({ kind: 'paid' });
    expect(core.bridge.asked.filter(({ sheet }) => sheet !== undefined)).toEqual([]);
  });

  test('by the server, which calls the order paid while the sheet is open, is paid whatever the sheet says', async () => {
    const core = withAnOrder();
    core.bridge.answers(
      async () => (core.orderServer.moneyMoves(), await core.confirming.confirm(order), { result: 'cancel' }),
    );
    expect(await core.paying.pay(order)).toEqual({ kind: 'paid' });
    expect(core.records.unsettled()).toEqual([]);
  });
});

describe('An order that the server has called paid', () => {
  const paid = async () => {
    const core = withAnOrder();
    core.orderServer.moneyMoves('L-1');
    await core.confirming.confirm(order);
    return core;
  };

  test.each([
    ['still does', () => undefined],
    ['does not answer', (core: Awaited<ReturnType<typeof paid>>) => core.orderServer.isUnreachable()],
  ])('is not paid again where the server %s', async (_, happens) => {
    const core = await paid();
    happens(core);
    expect(await within(core, 5_000, core.paying.pay(order))).toEqual({ kind: 'paid' });
    expect([core.http.requests(prePay), core.bridge.asked]).toEqual([[], []]);
  });

  test('is paid where the server has begun anew and gives its number to another order', async () => {
    const core = await paid();
    core.orderServer.orders[0] = aLeaseOrder({ orderNo: 'L-1' });
    core.bridge.answers({ result: 'ok' });
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(core.http.requests(prePay)).toHaveLength(1);
    expect(core.records.unusedPaidOrder('DEV0001', 'shop-1')).toBeUndefined();
  });
});

test('An answer about another order says nothing of this one', async () => {
  const core = withAnOrder();
  core.bridge.answers({ result: 'none' });
  await core.paying.pay(order);
  core.http.reply(getLeaseOrder, { ...core.orderServer.orders[1], status: '支付完成', statusCode: 5 });
  expect(await within(core, 10_000, core.confirming.confirm(order))).toEqual({ kind: 'confirming' });
});

test('of an order that nobody paid for nothing is said to be paid', () => {
  expect(withAnOrder().records.isSaidToBePaid(order)).toBe(false);
});
