import { describe, expect, test } from 'vitest';
import { InMemoryMutex } from '../../../src/adapters/in-memory-mutex.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { ConfirmPayment } from '../../../src/core/checkout/confirm/confirm-payment.ts';
import { PayOrder } from '../../../src/core/checkout/pay/pay-order.ts';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../../src/core/order/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { HttpResponse } from '../../../src/ports/http.ts';
import { createTestApp, problemOf, type TestApp } from '../../helpers/create-test-app.ts';
import { rentingIn } from '../../helpers/renting.ts';
import { anOrder, withAnOrder, withOrderServer } from '../../helpers/fake-order-server.ts';
import { refused, type AnyEndpoint } from '../../helpers/fake-server.ts';
import { sevenDays } from '../../helpers/plans.ts';
import { aSheet } from '../../helpers/wire.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const sheetsOf = ({ bridge }: TestApp) => bridge.asked.filter(({ sheet }) => sheet !== undefined);

/**
 * Suspends the page that sends the next request to the endpoint, until the returned function wakes it. The server acts at
 * once, and the response waits; or the request itself is `on-its-way` until then.
 */
function suspendsAt(
  { http }: TestApp,
  endpoint: AnyEndpoint,
  request: 'arrives' | 'on-its-way' = 'arrives',
): () => void {
  const send = http.send.bind(http);
  let isNext = true;
  let wake = () => {};
  const awake = new Promise<void>((resolve) => (wake = resolve));
  http.send = async (sent): Promise<HttpResponse> => {
    const isSuspended = isNext && sent.url.endsWith(endpoint.path);
    if (isSuspended) isNext = false;
    if (isSuspended && request === 'on-its-way') await awake;
    const response = send(sent);
    response.catch(() => undefined);
    if (isSuspended) await awake;
    return response;
  };
  return wake;
}

/** A second page of the same user on the same phone. The phone has no mutex that both pages share. */
function pageWithoutCommonMutex({ adapters, clock, storage }: TestApp): TestApp {
  const page = createTestApp({
    adapters: { ...adapters, storage: storage.anotherPage(), mutex: new InMemoryMutex(clock) },
  });
  page.at({ sno: 'DEV0001' });
  return page;
}

describe('RentDevice: a suspended page whose response was lost', () => {
  // The phone suspends the page for eleven minutes while the order request is under way. The response is lost, and the
  // order list cannot be read.
  test('A page that was suspended for ten minutes during its order request, and then loses the response, does not order twice', async () => {
    const core = withOrderServer();
    core.orderServer.losesItsAnswer();
    const wake = suspendsAt(core, createLeaseOrder);
    const outcome = problemOf(core.renting.order(sevenDays, {}));
    await core.clock.advance(11 * MINUTE);
    core.orderServer.isUnreachable();
    wake();
    expect(await outcome).toMatchObject({ code: 'timeout' });
    core.orderServer.isReachable();
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });
});

describe('RentDevice: a suspended page whose response is late', () => {
  // The customer leaves the plans, finds the order in the order list, and pays it there. By the next day, the wish to rent
  // has expired.
  test.each([
    ['The payment comes at once', 1],
    ['The payment comes a day later', DAY],
  ])(
    'An order that was paid before the response to its request arrives stays paid, and is called paid. %s.',
    async (_, ms) => {
      const core = withOrderServer();
      const wake = suspendsAt(core, createLeaseOrder);
      const screen = new AbortController();
      const woken = core.renting.rent(sevenDays, {}, { signal: screen.signal });
      await core.clock.advance(1);
      screen.abort();
      await core.clock.advance(ms);
      core.bridge.answers(() => (core.orderServer.moneyMoves('L-100'), { result: 'ok' }));
      const order = { ...anOrder, number: 'L-100' };
      await core.paying.pay(order);
      expect(await core.confirming.pollUntilSettled(order)).toEqual({ kind: 'paid' });
      wake();
      expect(await woken).toMatchObject({ kind: 'paid', order: { number: 'L-100' } });
      expect(core.records.purchases().all).toMatchObject([{ state: 'paid', order: { number: 'L-100' } }]);
    },
  );
});

describe('RentDevice: two pages without a common mutex', () => {
  // The first page is suspended for more than a day, until its wish has expired. The second page has the same wish by then,
  // its order is made, and the response to that is lost.
  test('A page that wakes and finds its order refused forgets nothing of the order of the other page', async () => {
    const core = withOrderServer();
    const other = pageWithoutCommonMutex(core);
    core.http.reply(createLeaseOrder, refused('500', '系统繁忙'));
    const wake = suspendsAt(core, createLeaseOrder);
    const woken = problemOf(core.renting.order(sevenDays, {}));
    await core.clock.advance(2 * DAY);
    core.orderServer.losesItsAnswer();
    const lost = problemOf(
      (async () => {
        const sending = rentingIn(other).order(sevenDays, {});
        core.orderServer.isUnreachable();
        return sending;
      })(),
    );
    await core.clock.advance(MINUTE);
    expect(await lost).toMatchObject({ code: 'timeout' });
    wake();
    expect(await woken).toMatchObject({ code: 'refused' });
    core.orderServer.isReachable();
    expect(await rentingIn(other).order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  // The first page asks about its order, which was cancelled, and is suspended. The second page orders again.
  test('A page that wakes and finds its order cancelled continues with the newer order of the other page', async () => {
    const core = withOrderServer();
    const other = pageWithoutCommonMutex(core);
    await core.renting.order(sevenDays, {});
    core.orderServer.cancelsAll();
    const wake = suspendsAt(core, getLeaseOrder);
    const woken = core.renting.order(sevenDays, {});
    await core.clock.advance(1);
    expect(await rentingIn(other).order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
    wake();
    expect(await woken).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
    expect(core.orderServer.orders).toHaveLength(2);
  });

  // The first page asks about its order, and is suspended for so long that it gets no answer. Meanwhile the order is cancelled,
  // and the second page orders again.
  test('A page that wakes without an answer about its order does not bring it back once another page knows it to be cancelled', async () => {
    const core = withOrderServer();
    const other = rentingIn(pageWithoutCommonMutex(core));
    await core.renting.order(sevenDays, {});
    const wake = suspendsAt(core, getLeaseOrder);
    const woken = core.renting.order(sevenDays, {});
    await core.clock.advance(1);
    core.orderServer.cancelsAll();
    const respond = suspendsAt(core, createLeaseOrder);
    const ordering = other.order(sevenDays, {});
    await core.clock.advance(MINUTE);
    wake();
    respond();
    expect(await ordering).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
    expect(await woken).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
    expect(core.orderServer.orders).toHaveLength(2);
  });

  // The first page orders and is suspended before the response arrives. The second page finds that order in the list;
  // it is cancelled, and the second page orders again.
  test('A late response about an older order leads to the newer order of the other page', async () => {
    const core = withOrderServer();
    const other = rentingIn(pageWithoutCommonMutex(core));
    const wake = suspendsAt(core, createLeaseOrder);
    const woken = core.renting.order(sevenDays, {});
    await core.clock.advance(1);
    expect(await other.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    core.orderServer.cancelsAll();
    expect(await other.order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
    wake();
    expect(await woken).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
    expect(await other.order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
    expect(core.orderServer.orders).toHaveLength(2);
  });

  // The first page reads the order list and is suspended before it orders. The second page sends the order.
  test('A page that wakes with an old order list does not repeat the order that the other page has sent', async () => {
    const core = withOrderServer();
    const other = rentingIn(pageWithoutCommonMutex(core));
    const wake = suspendsAt(core, listLeaseOrders);
    const woken = core.renting.order(sevenDays, {});
    await core.clock.advance(1);
    const respond = suspendsAt(core, createLeaseOrder);
    const ordering = other.order(sevenDays, {});
    await core.clock.advance(1);
    wake();
    expect(await woken).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    respond();
    expect(await ordering).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('A page that wakes while the order request of the other page is on its way sends none of its own', async () => {
    const core = withOrderServer();
    const other = rentingIn(pageWithoutCommonMutex(core));
    const wake = suspendsAt(core, listLeaseOrders);
    const woken = problemOf(core.renting.order(sevenDays, {}));
    await core.clock.advance(1);
    const arrives = suspendsAt(core, createLeaseOrder, 'on-its-way');
    const ordering = other.order(sevenDays, {});
    await core.clock.advance(1);
    wake();
    expect(await woken).toMatchObject({ code: 'timeout', wasNotSent: undefined });
    arrives();
    expect(await ordering).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  // The first page wakes after the other one has ordered and paid. Its request repeats the other one's, and its response is lost.
  test('Another purchase is a new order although a page that woke has repeated the request of the order that was paid', async () => {
    const core = withOrderServer({ idempotencyHeader: 'Idempotency-Key' });
    const other = pageWithoutCommonMutex(core);
    const wake = suspendsAt(core, listLeaseOrders);
    const woken = problemOf(core.renting.order(sevenDays, {}));
    await core.clock.advance(1);
    expect(await rentingIn(other).order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    core.bridge.answers(() => (core.orderServer.moneyMoves('L-100'), { result: 'ok' }));
    const paid = { ...anOrder, number: 'L-100' };
    await other.get(PayOrder).pay(paid);
    expect(await other.get(ConfirmPayment).pollUntilSettled(paid)).toEqual({ kind: 'paid' });
    await core.clock.advance(1);
    core.orderServer.losesItsAnswer();
    wake();
    expect(await woken).toMatchObject({ code: 'timeout' });
    expect(await rentingIn(other).order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
  });
});

describe('PayOrder: two pages without a common mutex', () => {
  /** The first page pays and is suspended at the endpoint, while the second page opens the payment sheet. */
  async function opensSheetElsewhere(endpoint: AnyEndpoint, prepared: typeof aSheet | Problem = aSheet) {
    const core = withAnOrder();
    core.http.reply(prePay, endpoint === prePay ? prepared : aSheet, aSheet);
    // The page that asks for its sheet first takes the first answer.
    core.bridge.answers(
      ...(endpoint === prePay ? ([{ result: 'cancel' }, 'open'] as const) : (['open', { result: 'cancel' }] as const)),
    );
    const wake = suspendsAt(core, endpoint);
    const woken = core.paying.pay(anOrder);
    woken.catch(() => undefined);
    await core.clock.advance(1);
    void pageWithoutCommonMutex(core).get(PayOrder).pay(anOrder);
    await core.clock.advance(1);
    expect(core.records.purchases().unsettled()).toMatchObject([{ state: 'paying', order: { number: 'L-1' } }]);
    wake();
    return { core, woken };
  }

  // The first page asks the server about the order, or prepares its payment, while the second page opens the sheet.
  test.each([
    ['asked the server about the order', getLeaseOrder],
    ['prepared the payment', prePay],
  ])('A page that %s while the other page opened the payment sheet opens no second one', async (_, endpoint) => {
    const { core, woken } = await opensSheetElsewhere(endpoint);
    expect(await woken).toEqual({ kind: 'confirming' });
    expect(sheetsOf(core)).toHaveLength(1);
  });

  // The first page's preparation fails while the second page's sheet is open.
  test('A payment that cannot be prepared leaves the open payment sheet of the other page on record', async () => {
    const { core, woken } = await opensSheetElsewhere(prePay, new Problem('timeout'));
    expect(await problemOf(woken)).toMatchObject({ code: 'timeout' });
    expect(core.records.purchases().unsettled()).toMatchObject([{ state: 'paying', order: { number: 'L-1' } }]);
  });

  // The first page prepares the payment. The shop cancels the order, which the second page hears of.
  test('A page whose order was cancelled while it prepared the payment opens no payment sheet', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' });
    const wake = suspendsAt(core, prePay);
    const woken = problemOf(core.renting.rent(sevenDays, {}));
    await core.clock.advance(1);
    core.orderServer.cancelsAll();
    await pageWithoutCommonMutex(core).get(ConfirmPayment).pollUntilSettled({ kind: 'lease', number: 'L-100' });
    wake();
    expect(await woken).toMatchObject({ code: 'refused' });
    expect([sheetsOf(core), core.records.purchases().unsettled()]).toEqual([[], []]);
  });
});
