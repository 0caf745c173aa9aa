import { describe, expect, test } from 'vitest';
import { CheckoutRecords } from '../../../src/core/checkout/checkout-records.ts';
import { ConfirmPayment } from '../../../src/core/checkout/confirm-payment.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { within } from '../../helpers/create-test-app.ts';
import { httpResponse, misshapen, refused } from '../../helpers/fake-server.ts';
import { anOrder as order, withAnOrder } from '../../helpers/fake-order-server.ts';
import { aLeaseOrder, aPage } from '../../helpers/wire.ts';

describe('confirming', () => {
  test('asks five times within ten seconds', async () => {
    const core = withAnOrder();
    const begun = core.clock.now();
    const asked: number[] = [];
    core.http.reply(getLeaseOrder, () => (asked.push(core.clock.now() - begun), core.orderServer.orders[0] ?? null));
    const confirming = core.confirming.confirm(order);
    await core.clock.advance(60_000);
    expect(await confirming).toEqual({ kind: 'confirming' });
    expect(asked).toEqual([0, 2_000, 4_000, 6_000, 8_000]);
    expect(core.clock.pending).toBe(0);
  });

  test('ends as soon as the server says paid, and remembers that a start is owed', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    await core.paying.pay(order);
    const confirming = core.confirming.confirm(order);
    await core.clock.advance(3_000);
    core.orderServer.moneyMoves();
    expect(await within(core, 1_000, confirming)).toEqual({ kind: 'paid' });
    expect(core.records.unusedPaidOrder('DEV0001', undefined)?.number).toBe('L-1');
    expect(core.records.unsettled()[0]).toBeUndefined();
  });

  test('ends after ten seconds even where the server never answers', async () => {
    const core = withAnOrder();
    core.http.reply(getLeaseOrder, () => new Promise<never>(() => {}));
    const told: unknown[] = [];
    void core.confirming.confirm(order).then((outcome) => told.push(outcome));
    await core.clock.advance(9_000);
    expect(told).toEqual([]);
    await core.clock.advance(1_000);
    expect(told).toEqual([{ kind: 'confirming' }]);
    expect(core.clock.pending).toBe(0);
  });

  test('ends at once where the session is over, and leaves the payment in doubt', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    await core.paying.pay(order);
    core.http.reply(getLeaseOrder, httpResponse({ status: 401 }));
    await expect(core.confirming.confirm(order)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(core.records.unsettled()[0]).toBeDefined();
    expect(core.clock.pending).toBe(0);
  });

  test('settles nothing by an answer that comes when it has ended: whoever asked believes the payment to be in doubt', async () => {
    const core = withAnOrder();
    core.bridge.answers({ result: 'ok' });
    await core.paying.pay(order, { leadsTo: { to: 'mode-menu', paid: true } });
    let answerAtLast = () => {};
    core.http.reply(
      getLeaseOrder,
      () => new Promise((resolve) => (answerAtLast = () => resolve(core.orderServer.orders[0] ?? null))),
    );
    const confirming = core.confirming.confirm(order);
    await core.clock.advance(10_000);
    expect(await confirming).toEqual({ kind: 'confirming' });
    core.orderServer.moneyMoves();
    answerAtLast();
    await core.clock.advance(1_000);
    expect(core.records.unsettled()[0]).toMatchObject({
      order: { number: 'L-1' },
      leadsTo: { to: 'mode-menu', paid: true },
    });
  });

  test('goes on after the page was killed, knowing where it was to lead', async () => {
    const core = withAnOrder();
    core.bridge.answers('open');
    void core.paying.pay(order, { leadsTo: { to: 'mode-menu', paid: true } });
    await core.clock.advance(1);
    const reopened = core.reopened();
    expect(reopened.get(CheckoutRecords).unsettled()[0]).toMatchObject({
      order: { number: 'L-1' },
      state: 'paying',
      leadsTo: { to: 'mode-menu', paid: true },
    });
    core.orderServer.moneyMoves();
    expect(await reopened.get(ConfirmPayment).confirm(order)).toEqual({ kind: 'paid' });
  });

  test('stops when nobody waits any more', async () => {
    const core = withAnOrder();
    const leaving = new AbortController();
    const confirming = core.confirming.confirm(order, { signal: leaving.signal });
    await core.clock.advance(3_000);
    leaving.abort();
    expect(await within(core, 60_000, confirming)).toEqual({ kind: 'confirming' });
    expect(core.http.requests(getLeaseOrder)).toHaveLength(2);
  });
});

describe('confirming the payment of an order that the server knows no more', () => {
  const forgotten = async (result: 'none' | 'ok' | 'cancel' | 'fail' = 'none') => {
    const core = withAnOrder();
    core.bridge.answers(() => (core.http.reply(getLeaseOrder, refused('404', '订单不存在')), { result }));
    await core.paying.pay(order);
    core.orderServer.orders.length = 0;
    return core;
  };

  // covers 4.paying.12b
  test.each(['none', 'cancel', 'fail'] as const)(
    'ends a minute later with the third time that the server denies it after %s, and leaves nothing to be asked about',
    async (result) => {
      const core = await forgotten(result);
      expect(core.records.unsettled()[0]).toMatchObject({ order: { number: 'L-1' } });
      await core.clock.advance(60_000);
      expect(await within(core, 4_000, core.confirming.confirm(order))).toEqual({ kind: 'not-found' });
      expect(core.records.unsettled()).toEqual([]);
      expect(core.clock.pending).toBe(0);
    },
  );

  // covers 4.paying.12c
  test('goes on within a minute of its sheet, however often the server denies and does not list it: the money may move before the order shows', async () => {
    const core = await forgotten();
    expect(await within(core, 30_000, core.confirming.confirm(order))).toEqual({ kind: 'confirming' });
    expect(core.records.unsettled()).toHaveLength(1);
  });

  test('goes on where the server denies it twice and names it then, as one does whose copies lag behind', async () => {
    const core = await forgotten();
    core.http.reply(
      getLeaseOrder,
      refused('404', '订单不存在'),
      null,
      aLeaseOrder({ orderNo: 'L-1' }),
      refused('404', '订单不存在'),
    );
    expect(await within(core, 60_000, core.confirming.confirm(order))).toEqual({ kind: 'confirming' });
    expect(core.records.unsettled()).toHaveLength(1);
  });

  test('goes on for ten minutes where the customer’s side said that it was paid, and ends after that', async () => {
    const core = await forgotten('ok');
    expect(await within(core, 60_000, core.confirming.confirm(order))).toEqual({ kind: 'confirming' });
    expect(core.records.unsettled()).toHaveLength(1);
    await core.clock.advance(600_000);
    expect(await within(core, 4_000, core.confirming.confirm(order))).toEqual({ kind: 'not-found' });
    expect(core.records.unsettled()).toEqual([]);
  });

  test.each([
    ['is still listed', aPage(aLeaseOrder({ orderNo: 'L-1' }))],
    ['may be a row of the list that cannot be read', misshapen({ records: [null] })],
    ['cannot be looked for', httpResponse({ status: 404 })],
  ])('goes on where the order %s', async (_, list) => {
    const core = await forgotten();
    core.http.reply(listLeaseOrders, list);
    expect(await within(core, 60_000, core.confirming.confirm(order))).toEqual({ kind: 'confirming' });
    expect(core.records.unsettled()).toHaveLength(1);
  });

  test('of uses ends where the whole list of the operator is read and does not name it', async () => {
    const core = withAnOrder();
    const card = { kind: 'card', number: 'C-1', amountFen: 9900, operatorId: 'shop-1' } as const;
    core.http.reply(listCardOrders, misshapen({ records: [null] }));
    expect(await within(core, 60_000, core.confirming.confirm(card))).toEqual({ kind: 'confirming' });
    core.http.reply(listCardOrders, aPage());
    expect(await within(core, 4_000, core.confirming.confirm(card))).toEqual({ kind: 'not-found' });
    expect(await within(core, 60_000, core.confirming.confirm({ ...card, operatorId: undefined }))).toEqual({
      kind: 'confirming',
    });
  });
});
