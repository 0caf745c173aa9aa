import { describe, expect, test } from 'vitest';
import { createLeaseOrder } from '../../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder } from '../../../src/core/order/api.ts';
import { CancelOrder } from '../../../src/core/checkout/cancel-order.ts';
import { prePay } from '../../../src/core/checkout/api.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf } from '../../helpers/create-test-app.ts';
import { rentingIn } from '../../helpers/renting.ts';
import { withAnOrder, withOrderServer } from '../../helpers/fake-order-server.ts';
import { sevenDays } from '../../helpers/plans.ts';

const UNKNOWN = { status: '银行处理中', statusCode: 7 };
const DAY = 24 * 60 * 60_000;

describe('RentDevice and PayOrder with an unknown order status', () => {
  test.each(['ok', 'cancel', 'fail', 'none'] as const)(
    'Renting again after the result "%s" neither orders nor pays twice if the order status is unknown',
    async (result) => {
      const core = withOrderServer();
      core.bridge.answers(() => (core.orderServer.says(UNKNOWN), { result }));
      expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
      expect(await rentingIn(core.reopened()).rent(sevenDays, {})).toMatchObject({
        kind: 'confirming',
        order: { number: 'L-100' },
      });
      expect([
        core.http.requests(createLeaseOrder).length,
        core.http.requests(prePay).length,
        core.bridge.asked.length,
      ]).toEqual([1, 1, 1]);
      core.orderServer.moneyMoves();
      expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'paid', order: { number: 'L-100' } });
    },
  );

  test('An order with an unknown status opens no payment sheet and is confirmed instead, even if no payment was opened before', async () => {
    const core = withOrderServer();
    await core.renting.order(sevenDays, {});
    core.orderServer.says(UNKNOWN);
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    expect(core.records.purchases().unsettled()[0]).toMatchObject({ order: { number: 'L-100' }, answer: 'none' });
    expect(core.http.requests(prePay)).toEqual([]);
  });

  test('An order with an unknown status blocks renting for one day at most', async () => {
    const core = withOrderServer();
    core.bridge.answers(() => (core.orderServer.says(UNKNOWN), { result: 'ok' }), {
      result: 'ok',
    });
    await core.renting.rent(sevenDays, {});
    await core.clock.advance(DAY);
    expect(core.records.purchases().unsettled()[0]).toBeUndefined();
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-101' } });
  });

  test('An order with an unknown status does not count as cancelled after the response to the cancellation was lost', async () => {
    const core = withAnOrder();
    core.http.reply(cancelLeaseOrder, () => (core.orderServer.says(UNKNOWN), new Problem('timeout')));
    const listed = { kind: 'lease', number: 'L-1', state: 'to-pay' } as const;
    expect(await problemOf(core.get(CancelOrder).cancel(listed))).toMatchObject({ code: 'timeout' });
  });
});

test('An order in an unknown state is not called unpaid, neither by an order nor by a purchase whose screen was left', async () => {
  const core = withOrderServer();
  await core.renting.order(sevenDays, {});
  core.orderServer.says(UNKNOWN);
  expect(await core.renting.order(sevenDays, {})).toMatchObject({ kind: 'unknown', order: { number: 'L-100' } });
  const screen = new AbortController();
  core.http.reply(getLeaseOrder, () => (screen.abort(), core.orderServer.orders[0] ?? null));
  expect(await core.renting.rent(sevenDays, {}, { signal: screen.signal })).toMatchObject({ kind: 'unknown' });
});
