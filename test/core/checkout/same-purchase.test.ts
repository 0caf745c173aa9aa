import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getUser } from '../../../src/core/account/api.ts';
import { createCardOrder, createLeaseOrder } from '../../../src/core/lease/api.ts';
import type { SaidTerms } from '../../../src/core/destination.ts';
import type { Plan } from '../../../src/core/lease/plan.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf } from '../../helpers/create-test-app.ts';
import { rentingIn } from '../../helpers/renting.ts';
import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import { withOrderServer } from '../../helpers/fake-order-server.ts';
import { getLeaseOrder, listLeaseOrders } from '../../../src/core/order/api.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { refused } from '../../helpers/fake-server.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';
import { aCardOrder, aLeaseOrder, aPage, type OrderRow } from '../../helpers/wire.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const forCustomer = { forWhom: 'customer' } as const;

/** An app whose user is an assistant and rents for customers. */
function onBehalfOfACustomer() {
  const core = withOrderServer();
  core.http.reply(getUser, { assist: true });
  return core;
}

describe('RentDevice: an unpaid order of this phone', () => {
  const differing: [string, Plan, Partial<SaidTerms>, string][] = [
    ['another plan', { ...sevenDays, id: 'd8' }, {}, 'DEV0001'],
    ['another price', { ...sevenDays, priceFen: 990 }, {}, 'DEV0001'],
    ['other days of the same plan', { ...sevenDays, amount: 5 }, {}, 'DEV0001'],
    ['another unit of the same plan', { ...sevenDays, unit: 'use' }, {}, 'DEV0001'],
    ['another device', sevenDays, {}, 'DEV0002'],
    ['a renewal', sevenDays, { renewal: 'device' }, 'DEV0001'],
    ['a rental for a customer', sevenDays, { forWhom: 'customer' }, 'DEV0001'],
    ['a card', tenUses, {}, 'DEV0001'],
  ];
  test.each(differing)('An unpaid order is not reused for another purchase: %s', async (_, plan, terms, sno) => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.at({ sno });
    core.orderServer.prices.lease = plan.priceFen / 100;
    expect(await core.renting.order(plan, terms)).toMatchObject({
      kind: 'ordered',
      order: { number: expect.stringMatching(/-101$/), amountFen: plan.priceFen },
    });
  });

  test('A device is neither ordered nor paid twice if its number was typed in other capitals than it is scanned in', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    core.at({ sno: 'dev0001' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    core.at({ sno: 'DEV0001' });
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    expect([core.http.requests(createLeaseOrder).length, core.bridge.asked.length]).toEqual([1, 1]);
  });

  test('An unpaid order is reused for the same purchase two days later', async () => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, { renewal: 'device' });
    await core.clock.advance(2 * DAY);
    expect(await core.renting.order(sevenDays, { renewal: 'device' })).toMatchObject({ order: { number: 'L-100' } });
  });

  test('An unpaid order for a customer is reused for ten minutes after the last attempt and not later', async () => {
    const core = onBehalfOfACustomer();
    const numbers: unknown[] = [];
    for (const minutes of [0, 9, 9, 10]) {
      await core.clock.advance(minutes * MINUTE);
      numbers.push(await core.renting.order(sevenDays, { forWhom: 'customer' }));
    }
    expect(numbers).toMatchObject(['L-100', 'L-100', 'L-100', 'L-101'].map((number) => ({ order: { number } })));
  });

  test.each<[PaymentAnswer['result'], number]>([
    ['ok', 11],
    ['none', 9],
  ])(
    'A customer’s order whose payment sheet said “%s” is not ordered and paid a second time %i minutes later, while the server still calls it unpaid',
    async (result, minutes) => {
      const core = onBehalfOfACustomer();
      core.bridge.answers(() => core.clock.sleep(2 * MINUTE).then(() => ({ result })), { result: 'none' });
      const first = core.renting.rent(sevenDays, { forWhom: 'customer' });
      await core.clock.advance(2 * MINUTE);
      expect(await first).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
      await core.clock.advance(minutes * MINUTE);
      expect(await core.renting.rent(sevenDays, { forWhom: 'customer' })).toMatchObject({
        kind: 'confirming',
        order: { number: 'L-100' },
      });
      expect(core.orderServer.orders).toHaveLength(1);
    },
  );

  const ways: [string, Plan, Partial<SaidTerms>, Partial<SaidTerms>][] = [
    ['renews and then rents anew', sevenDays, { renewal: 'device' }, {}],
    ['rents anew and then renews', sevenDays, {}, { renewal: 'device' }],
    [
      'renews for a customer and then rents anew for one',
      sevenDays,
      { ...forCustomer, renewal: 'device' },
      forCustomer,
    ],
    ['buys uses and then renews the card', tenUses, {}, { renewal: 'card' }],
  ];
  test.each(ways)(
    'Who %s, while nobody knows whether the first payment was made, neither orders nor pays twice',
    async (_, plan, first, second) => {
      const core = onBehalfOfACustomer();
      core.bridge.answers({ result: 'ok' }, { result: 'ok' });
      expect(await core.renting.rent(plan, first)).toMatchObject({ kind: 'confirming' });
      await core.clock.advance(20 * MINUTE);
      expect(await core.renting.rent(plan, second)).toMatchObject({ kind: 'confirming' });
      expect([core.orderServer.orders.length, core.bridge.asked.length]).toEqual([1, 1]);
    },
  );

  test.each([
    [9, 'L-100'],
    [15, 'L-101'],
  ])(
    'A renewal for a customer whose payment sheet gave no answer is gone on with for ten minutes, because the next customer’s rental looks the same: after %i it is %s',
    async (minutes, number) => {
      const core = onBehalfOfACustomer();
      core.bridge.answers({ result: 'none' }, { result: 'none' });
      await core.renting.rent(sevenDays, { ...forCustomer, renewal: 'device' });
      await core.clock.advance(minutes * MINUTE);
      expect(await core.renting.rent(sevenDays, forCustomer)).toMatchObject({ order: { number } });
    },
  );

  test.each([
    ['its plan', 2990, {}],
    ['the order', 1990, { payMoney: '29.90' }],
  ] as const)(
    'Who taps again after the shop has changed the price of %s is not asked to pay what the sheet called paid',
    async (_, priceFen, fields) => {
      const core = withOrderServer();
      core.bridge.answers({ result: 'ok' }, { result: 'ok' });
      await core.renting.rent(sevenDays, {});
      core.orderServer.says(fields);
      expect(await core.renting.rent({ ...sevenDays, priceFen }, {})).toMatchObject({
        kind: 'confirming',
        order: { number: 'L-100' },
      });
      expect([core.orderServer.orders.length, core.bridge.asked.length]).toEqual([1, 1]);
    },
  );

  test.each<[string, (core: ReturnType<typeof withOrderServer>) => void]>([
    ['the list of orders names it', () => undefined],
    ['the list of orders does not answer', ({ http }) => http.fails(listLeaseOrders, new Problem('timeout'))],
    ['the list of orders lags behind it', ({ http }) => http.reply(listLeaseOrders, aPage())],
    ['its row cannot be read', ({ http }) => http.reply(listLeaseOrders, aPage(aLeaseOrder({ orderNo: undefined })))],
    [
      'fifteen later orders hide it',
      ({ http }) =>
        http.reply(
          listLeaseOrders,
          aPage(...Array.from({ length: 15 }, (_, index) => aLeaseOrder({ orderNo: `L-20${index}` }))),
        ),
    ],
  ])(
    'An unpaid order that the server returns in place of a new one is not paid for other days than it was placed for: %s',
    async (_, happens) => {
      const core = withOrderServer();
      await core.renting.order(sevenDays, {});
      core.http.reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-100' });
      happens(core);
      expect(await core.renting.rent({ ...sevenDays, amount: 5 }, {})).toMatchObject({ kind: 'other-order' });
      expect(core.bridge.asked).toHaveLength(0);
    },
  );

  // The first request never arrived, so the numbers that were known before it do not include the order of the other plan.
  test('An order placed after a request that never arrived is not paid for the plan of that request when it is repeated', async () => {
    const core = withOrderServer();
    const fiveDays = { ...sevenDays, amount: 5 };
    core.orderServer.hearsNothing();
    await problemOf(core.renting.order(fiveDays, {}));
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    await core.clock.advance(2 * MINUTE);
    core.http.reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-100' });
    expect(await core.renting.rent(fiveDays, {})).toMatchObject({ kind: 'other-order', order: { number: 'L-100' } });
    expect(core.bridge.asked).toHaveLength(0);
  });

  test('An order whose number a server with reset data has assigned before is paid as the new one that it is', async () => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.http.reply(listLeaseOrders, aPage()).reply(createLeaseOrder, { payMoney: '19.90', orderNo: 'L-100' });
    core.bridge.answers({ result: 'ok' });
    await core.clock.advance(MINUTE);
    const outcome = await core.renting.rent({ ...sevenDays, amount: 5 }, {});
    expect(outcome).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
  });

  // The server returns the open order of a device or a card in place of a new one. Another phone has placed it, or this one
  // before its storage was cleared.
  test.each<[string, Plan, OrderRow, string]>([
    [
      'sells other days',
      sevenDays,
      aLeaseOrder({ orderNo: 'L-9', serviceModeName: '1天', payMoney: 9 }),
      'other-order',
    ],
    ['sells other uses', tenUses, aCardOrder({ chargeOrderNo: 'C-9', fee: 5, payMoney: 60 }), 'other-order'],
    ['sells the same', sevenDays, aLeaseOrder({ orderNo: 'L-9', serviceModeName: '7天' }), 'confirming'],
    ['may sell the same', sevenDays, aLeaseOrder({ orderNo: 'L-9', serviceModeName: '周卡' }), 'confirming'],
  ])(
    'An unpaid order that this phone did not place, and that the server returns in place of a new one, is paid only if it can be of the plan: one that %s',
    async (_, plan, row, kind) => {
      const core = withOrderServer();
      core.orderServer.orders.push(row);
      core.http
        .reply(createLeaseOrder, { payMoney: row.payMoney ?? 0, orderNo: 'L-9' })
        .reply(createCardOrder, { payMoney: row.payMoney ?? 0, chargeOrderNo: 'C-9' });
      core.bridge.answers({ result: 'ok' });
      const { orderNo, chargeOrderNo } = row;
      expect(await core.renting.rent(plan, {})).toMatchObject({ kind, order: { number: orderNo ?? chargeOrderNo } });
      expect(core.bridge.asked).toHaveLength(kind === 'confirming' ? 1 : 0);
    },
  );

  test('Other days, or another plan, are ordered although nobody knows whether the payment of the first ones was made', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'ok' });
    await core.renting.rent(sevenDays, {});
    expect(await core.renting.order({ ...sevenDays, amount: 5 }, {})).toMatchObject({ order: { number: 'L-101' } });
    expect(await core.renting.order({ ...sevenDays, id: 'd8' }, { renewal: 'device' })).toMatchObject({
      order: { number: 'L-102' },
    });
  });

  test('An unpaid card order that the operator’s list no longer contains after a minute is replaced by a new order', async () => {
    const core = withOrderServer();
    await core.renting.order(tenUses, {});
    core.orderServer.orders.length = 0;
    await core.clock.advance(MINUTE);
    expect(await core.renting.order(tenUses, {})).toMatchObject({ order: { number: 'C-101' } });
  });

  test.each([
    ['contains the order', (core: ReturnType<typeof withOrderServer>) => core],
    [
      'cannot be loaded',
      (core: ReturnType<typeof withOrderServer>) => (core.http.reply(listLeaseOrders, new Problem('timeout')), core),
    ],
  ])('An unpaid order is kept if the server refuses its detail and the order list %s', async (_, meanwhile) => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.http.reply(getLeaseOrder, refused('500', '系统繁忙'));
    meanwhile(core);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-100' } });
    expect(core.http.requests(createLeaseOrder)).toHaveLength(1);
  });

  test.each(['ok', 'none', 'cancel', 'fail'] as const)(
    'No new order is placed within ten minutes of an unconfirmed payment with the result "%s", because the list may lag',
    async (result) => {
      const core = withOrderServer();
      core.bridge.answers(
        () => (
          core.http.reply(getLeaseOrder, refused('404', '订单不存在')).reply(listLeaseOrders, aPage()),
          { result }
        ),
      );
      expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
      expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
      expect([core.http.requests(createLeaseOrder).length, core.http.requests(prePay).length]).toEqual([1, 1]);
      await core.clock.advance(10 * MINUTE);
      // That an order is gone whose money may have moved is said before another one is placed.
      const isDoubtful = result === 'ok' || result === 'none';
      if (isDoubtful) expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'unknown' });
      expect(await core.renting.order(sevenDays, {})).toMatchObject({ order: { number: 'L-101' } });
    },
  );

  test.each([
    ['the uses of the plan', {}, 'C-100'],
    ['more uses at the price of the plan', { fee: 12 }, 'C-100'],
    ['more uses and no price', { fee: 12, payMoney: null }, 'C-100'],
    ['more uses at another price', { fee: 12, payMoney: 120 }, 'C-101'],
    ['fewer uses', { fee: 9 }, 'C-101'],
  ])(
    'An unpaid card order to which the server gives %s is resumed only if it can be of the plan',
    async (_, fields, number) => {
      const core = withOrderServer();
      core.orderServer.rowFields = fields;
      await core.renting.order(tenUses, {});
      expect(await core.renting.order(tenUses, {})).toMatchObject({ order: { number } });
    },
  );

  test('An unpaid card order with bonus uses is resumed at the price at which it was placed', async () => {
    const core = withOrderServer();
    core.orderServer.prices.card = 120;
    core.orderServer.rowFields = { fee: 12 };
    for (let time = 0; time < 2; time += 1)
      expect(await core.renting.order(tenUses, {})).toMatchObject({
        kind: 'price-changed',
        order: { number: 'C-100' },
      });
  });
});

describe('RentDevice: an order of this phone that was paid elsewhere', () => {
  test.each([
    [
      'An order paid elsewhere fulfils the same purchase within ten minutes',
      {},
      9 * MINUTE,
      { kind: 'paid', order: { number: 'L-100' } },
    ],
    [
      'An order paid elsewhere does not fulfil the same purchase after ten minutes',
      {},
      10 * MINUTE,
      { kind: 'ordered', order: { number: 'L-101' } },
    ],
    [
      'An order paid elsewhere does not fulfil a renewal',
      { renewal: 'device' },
      MINUTE,
      { kind: 'ordered', order: { number: 'L-101' } },
    ],
  ] as const)('%s', async (_, terms, later, outcome) => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.orderServer.moneyMoves();
    await core.clock.advance(later);
    expect(await core.renting.order(sevenDays, terms)).toMatchObject(outcome);
  });

  const REFUNDS: [string, object][] = [
    ['was refunded', { status: '已退款', statusCode: 5 }],
    ['is being refunded', { status: '退款中', statusCode: 5 }],
    ['was refunded, with a code that no table has', { status: '已退款', statusCode: 7 }],
  ];
  test.each(REFUNDS)('An order that %s is not taken for the next purchase of its plan', async (_, fields) => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.orderServer.says(fields);
    expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'ordered', order: { number: 'L-101' } });
  });

  test('A purchase whose order was paid and refunded before its payment opens ends as refunded', async () => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.http.reply(
      getLeaseOrder,
      new Problem('timeout'),
      aLeaseOrder({ orderNo: 'L-100', status: '已退款', statusCode: 5 }),
    );
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'refunded', word: '已退款' });
    expect(core.bridge.asked).toEqual([]);
  });

  test('An order whose payment was opened here is reported as paid even an hour later', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'none' });
    await core.renting.rent(sevenDays, {});
    core.orderServer.moneyMoves();
    await core.clock.advance(60 * MINUTE);
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'paid', order: { number: 'L-100' } });
    expect(core.bridge.asked).toHaveLength(1);
  });
});

describe('RentDevice: an assistant', () => {
  test.each([{ forWhom: 'customer' }, {}] as const)(
    'An assistant sends no order while the order list is unreachable, and one order afterwards: %j',
    async (terms) => {
      const core = onBehalfOfACustomer();
      core.orderServer.isUnreachable();
      expect(await problemOf(core.renting.rent(sevenDays, terms))).toMatchObject({ code: 'timeout' });
      expect(core.http.requests(createLeaseOrder)).toEqual([]);
      core.orderServer.isReachable();
      core.orderServer.losesItsAnswer();
      core.bridge.answers({ result: 'ok' });
      expect(await core.renting.rent(sevenDays, terms)).toMatchObject({ order: { number: 'L-100' } });
      expect(core.orderServer.orders).toHaveLength(1);
    },
  );
});

describe('RentDevice: amount', () => {
  test('An order at a changed price is reused if the plan shows that price later', async () => {
    const core = withOrderServer();
    core.orderServer.prices.lease = '199.00';
    await core.renting.rent(sevenDays, {});
    core.bridge.answers({ result: 'ok' });
    expect(await core.renting.rent({ ...sevenDays, priceFen: 19900 }, {})).toMatchObject({
      kind: 'confirming',
      order: { number: 'L-100' },
    });
    expect(core.orderServer.orders).toHaveLength(1);
  });

  test('A plan that became cheaper gets a new order, and the more expensive order is not paid', async () => {
    const core = withOrderServer();
    core.bridge.answers({ result: 'cancel' }, { result: 'ok' });
    await core.renting.rent(sevenDays, {});
    core.orderServer.prices.lease = '9.90';
    expect(await core.renting.rent({ ...sevenDays, priceFen: 990 }, {})).toMatchObject({
      kind: 'confirming',
      order: { number: 'L-101', amountFen: 990 },
    });
    expect(core.bridge.asked.map(({ order }) => order.amountFen)).toEqual([1990, 990]);
  });

  test('A free plan with a priced order needs consent, and a priced plan with a free order opens no payment', async () => {
    const core = withOrderServer();
    expect(await core.renting.rent({ ...sevenDays, priceFen: 0 }, {})).toMatchObject({
      kind: 'price-changed',
      order: { amountFen: 1990 },
      planFen: 0,
    });
    const other = withOrderServer();
    other.orderServer.prices.lease = 0;
    expect(await other.renting.rent(sevenDays, {})).toMatchObject({ kind: 'free' });
    expect([...core.bridge.asked, ...other.bridge.asked]).toEqual([]);
  });

  test.each([0, '0.00', null, -5])(
    'An unpaid order keeps its recorded amount if the server later returns the amount %j',
    async (payMoney) => {
      const core = withOrderServer();
      await core.renting.order(sevenDays, {});
      core.orderServer.says({ payMoney });
      core.bridge.answers({ result: 'ok' });
      expect(await core.renting.rent(sevenDays, {})).toMatchObject({
        kind: 'confirming',
        order: { number: 'L-100', amountFen: 1990 },
      });
    },
  );

  test('The payment sheet only opens at the amount that the user agreed to last, for any series of price changes', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        amounts,
        fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
        async (plan, asked, agrees) => {
          const core = withOrderServer();
          let agreed = plan * 100;
          for (const [tap, amount] of asked.entries()) {
            core.orderServer.prices.lease = amount;
            core.orderServer.says({ payMoney: amount });
            core.bridge.answers({ result: 'cancel' });
            const before = core.bridge.asked.length;
            const outcome = await core.renting.rent({ ...sevenDays, priceFen: plan * 100 }, {}, { agreedFen: agreed });
            expect(core.bridge.asked.slice(before).map(({ order }) => order.amountFen)).toEqual(
              amount * 100 === agreed ? [agreed] : [],
            );
            if (outcome.kind === 'price-changed' && agrees[tap]) agreed = outcome.order.amountFen;
          }
          expect(core.orderServer.orders).toHaveLength(1);
        },
      ),
      { numRuns: 50, seed: 20260302 },
    );
  });
});

describe('RentDevice: an aborted screen', () => {
  test('Aborting one screen does not cancel the concurrent purchase of the next screen', async () => {
    const core = withOrderServer();
    const first = new AbortController();
    core.bridge.answers({ result: 'ok' });
    const gone = core.renting.rent(sevenDays, {}, { signal: first.signal });
    first.abort();
    const here = rentingIn(core).rent(sevenDays, {}, { signal: new AbortController().signal });
    expect(await gone.catch(Problem.of)).toMatchObject({ code: 'cancelled' });
    expect(await here).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    expect(core.orderServer.orders).toHaveLength(1);
  });
});
