import { describe, expect, test } from 'vitest';
import { RentDevice } from '../../../src/core/checkout/rent-device.ts';
import { CancelOrder } from '../../../src/core/order/cancel-order.ts';
import { Problem } from '../../../src/core/problem.ts';
import { problemOf, within } from '../../helpers/core-on-fakes.ts';
import { anOrder as order, atTheDesk, LEASE_ORDER, PRE_PAY, withAnOrder } from '../../helpers/order-desk.ts';
import { sevenDays } from '../../helpers/plans.ts';

const UNKNOWN = { status: '银行处理中', statusCode: 7 };
const DAY = 24 * 60 * 60_000;

describe('An order whose status no table knows', () => {
  test.each(['ok', 'cancel', 'fail', 'none'] as const)('is neither paid nor cancelled after the payment ended in %s', async (result) => {
    const core = withAnOrder();
    core.bridge.answers(() => (core.desk.says(UNKNOWN), { result }));
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect(await within(core, 10_000, core.confirming.confirm(order))).toEqual({ kind: 'confirming' });
    expect(core.records.unsettled()[0]).toMatchObject({ order: { number: 'L-1' } });
    expect(await core.paying.pay(order)).toEqual({ kind: 'confirming' });
    expect([core.http.sentTo(PRE_PAY).length, core.bridge.asked.length]).toEqual([1, 1]);
  });

  test.each(['ok', 'cancel', 'fail', 'none'] as const)('makes no second order and opens no second payment when the plan is paid for again after %s', async (result) => {
    const core = atTheDesk();
    core.bridge.answers(() => (core.desk.says(UNKNOWN), { result }));
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    expect(await core.reopened().get(RentDevice).rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    expect([core.http.sentTo(LEASE_ORDER).length, core.http.sentTo(PRE_PAY).length, core.bridge.asked.length]).toEqual([1, 1, 1]);
    core.desk.moneyMoves();
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'paid', order: { number: 'L-100' } });
  });

  test('opens no payment although none was opened before, and is asked about instead', async () => {
    const core = atTheDesk();
    await core.renting.order(sevenDays, {});
    core.desk.says(UNKNOWN);
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-100' } });
    expect(core.records.unsettled()[0]).toMatchObject({ order: { number: 'L-100' }, answer: 'none' });
    expect(core.http.sentTo(PRE_PAY)).toEqual([]);
  });

  test('keeps nobody from renting for longer than a day', async () => {
    const core = atTheDesk();
    core.bridge.answers(() => (core.desk.says({ status: '已退款', statusCode: 8 }), { result: 'ok' }), { result: 'ok' });
    await core.renting.rent(sevenDays, {});
    await core.clock.advance(DAY);
    expect(core.records.unsettled()[0]).toBeUndefined();
    expect(await core.renting.rent(sevenDays, {})).toMatchObject({ kind: 'confirming', order: { number: 'L-101' } });
  });

  test('is not cancelled because the answer to cancelling was lost', async () => {
    const core = withAnOrder();
    core.http.answers('/order/cancel', () => (core.desk.says(UNKNOWN), new Problem('timeout')));
    const listed = { kind: 'lease', number: 'L-1', state: 'to-pay' } as const;
    expect(await problemOf(core.get(CancelOrder).cancel(listed))).toMatchObject({ code: 'timeout' });
  });
});
