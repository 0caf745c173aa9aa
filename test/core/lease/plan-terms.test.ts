import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../../src/core/lease/plan.ts';
import { paidLeaseEnd } from '../../../src/core/lease/paid-lease.ts';
import { bestValueOf, leaseEnd, savedFen, unitPriceOf } from '../../../src/core/lease/plan-terms.ts';
import { DAY } from '../../../src/core/basics/time.ts';
import { sevenDays, tenUses } from '../../helpers/plans.ts';

const NONE = { kind: 'none' } as const;
const NOW = Date.UTC(2026, 10, 22);
const instants = fc.integer({ min: NOW - 400 * DAY, max: NOW + 400 * DAY });
const fen = fc.integer({ min: 0, max: 10_000_000 });
const days = fc
  .record({ amount: fc.integer({ min: 1, max: 999 }), priceFen: fen, originalFen: fc.option(fen, { nil: undefined }) })
  .map((fields): Plan => ({ ...sevenDays, ...fields }));

describe('leaseEnd', () => {
  test('A new lease ends its days from now', () => {
    fc.assert(
      fc.property(days, (plan) => {
        expect(leaseEnd({ plan, lease: NONE }, NOW)).toBe(NOW + plan.amount * DAY);
      }),
    );
  });

  test('A renewal adds its days to the present lease, or to now if that has ended', () => {
    fc.assert(
      fc.property(days, instants, (plan, expiresAt) => {
        const end = leaseEnd({ plan, lease: { kind: 'listed', expiresAt } }, NOW);
        expect(end).toBe((expiresAt > NOW ? expiresAt : NOW) + plan.amount * DAY);
      }),
    );
  });

  test.each<[string, Parameters<typeof leaseEnd>[0]]>([
    ['a renewal of a lease whose end is not known', { plan: sevenDays, lease: { kind: 'listed' } }],
    ['a plan where the lease before it is not known', { plan: sevenDays, lease: undefined }],
    ['uses', { plan: tenUses, lease: NONE }],
    ['a duration that is not in days', { plan: { ...sevenDays, unit: 'use' }, lease: NONE }],
    ['a plan of no days', { plan: { ...sevenDays, amount: 0 }, lease: NONE }],
  ])('The end of %s is not known', (_, purchase) => {
    expect(leaseEnd(purchase, NOW)).toBeUndefined();
  });
});

describe('paidLeaseEnd', () => {
  test('The end of a paid lease is never in the past, and always the one that the server reports', () => {
    fc.assert(
      fc.property(
        days,
        fc.option(instants, { nil: undefined }),
        fc.option(instants, { nil: undefined }),
        fc.constantFrom('none' as const, 'listed' as const, undefined),
        (plan, expiresAt, reported, kind) => {
          const lease = kind === 'listed' ? { kind, expiresAt } : kind && NONE;
          const end = paidLeaseEnd({ plan, lease }, reported, NOW);
          if (end === undefined) return;
          expect(end).toBe(reported);
          expect(end).toBeGreaterThan(NOW);
        },
      ),
    );
  });

  test('A renewal ends later than the lease before it; an older report says nothing', () => {
    const renewal = { plan: sevenDays, lease: { kind: 'listed' as const, expiresAt: NOW + DAY } };
    expect(paidLeaseEnd(renewal, NOW + DAY, NOW)).toBeUndefined();
    expect(paidLeaseEnd(renewal, NOW + 8 * DAY, NOW)).toBe(NOW + 8 * DAY);
    expect(paidLeaseEnd({ ...renewal, lease: { kind: 'listed' } }, NOW + 8 * DAY, NOW)).toBeUndefined();
  });

  test('An end that an earlier payment explains is not that of a later one, whose days it does not hold', () => {
    const renewal = { plan: sevenDays, lease: { kind: 'listed' as const, expiresAt: NOW + DAY } };
    expect(paidLeaseEnd(renewal, NOW + 2 * DAY, NOW)).toBeUndefined();
    expect(paidLeaseEnd({ plan: sevenDays, lease: NONE }, NOW + DAY, NOW)).toBeUndefined();
  });

  test('An end at the last midnight of the days that were paid is that of the payment', () => {
    expect(paidLeaseEnd({ plan: sevenDays, lease: NONE }, NOW + 6.5 * DAY, NOW)).toBe(NOW + 6.5 * DAY);
  });

  test('Where the lease before the payment is not known, the report may be older than the payment', () => {
    expect(paidLeaseEnd({ plan: sevenDays, lease: undefined }, NOW + 8 * DAY, NOW)).toBeUndefined();
  });

  test('A new lease has the reported end; uses have none', () => {
    expect(paidLeaseEnd({ plan: sevenDays, lease: NONE }, NOW + 7 * DAY, NOW)).toBe(NOW + 7 * DAY);
    expect(paidLeaseEnd({ plan: sevenDays, lease: NONE }, undefined, NOW)).toBeUndefined();
    expect(paidLeaseEnd({ plan: tenUses, lease: NONE }, NOW + 7 * DAY, NOW)).toBeUndefined();
  });
});

describe('unitPriceOf', () => {
  test('The price of a day is within half a fen of the price divided by the days, and says whether it is rounded', () => {
    fc.assert(
      fc.property(days, (plan) => {
        const perDay = unitPriceOf(plan);
        expect(perDay === undefined).toBe(plan.amount === 1 || plan.priceFen * 2 < plan.amount);
        if (perDay === undefined) return;
        expect(Number.isInteger(perDay.fen)).toBe(true);
        expect(Math.abs(perDay.fen * plan.amount - plan.priceFen) * 2).toBeLessThanOrEqual(plan.amount);
        expect(perDay.isRounded).toBe(perDay.fen * plan.amount !== plan.priceFen);
      }),
    );
  });

  test('A duration that is not in days has no price each', () => {
    expect(unitPriceOf({ ...sevenDays, unit: 'use', amount: 12, priceFen: 6000 })).toBeUndefined();
  });

  test('Half a fen is rounded up, and uses have a price each', () => {
    expect(unitPriceOf({ ...sevenDays, amount: 2, priceFen: 101 })).toEqual({ fen: 51, isRounded: true });
    expect(unitPriceOf(tenUses)).toEqual({ fen: 990, isRounded: false });
  });
});

describe('bestValueOf', () => {
  const day = { ...sevenDays, id: 'd1', amount: 1, priceFen: 990 };

  const whole = (plans: readonly Plan[]) => ({ plans, unreadable: 0 });

  test('The plan with the lowest price of a day is the best value, in whatever order the plans stand', () => {
    expect(bestValueOf(whole([day, sevenDays]))).toBe(sevenDays);
    expect(bestValueOf(whole([sevenDays, day]))).toBe(sevenDays);
  });

  test.each<[string, Plan[]]>([
    ['a single plan', [sevenDays]],
    ['no plan', []],
    ['two plans that are as cheap', [sevenDays, { ...sevenDays, id: 'd14', amount: 14, priceFen: 3980 }]],
    ['plans of which one is free', [sevenDays, day, { ...day, priceFen: 0 }]],
    ['days and uses', [sevenDays, tenUses]],
    [
      'durations that are not in days, which need not be of one unit',
      [
        { ...sevenDays, id: 'week', unit: 'use', amount: 1, priceFen: 10_000 },
        { ...sevenDays, id: 'month', unit: 'use', amount: 1, priceFen: 30_000 },
      ],
    ],
    ['plans of which one has no days', [sevenDays, day, { ...day, amount: 0 }]],
  ])('None is the best value of %s', (_, plans) => {
    expect(bestValueOf(whole(plans))).toBeUndefined();
  });
});

test('The saving and the price together are the original price; a higher price saves nothing', () => {
  fc.assert(
    fc.property(days, (plan) => {
      const saved = savedFen(plan);
      expect(saved === undefined).toBe((plan.originalFen ?? 0) <= plan.priceFen);
      if (saved === undefined) return;
      expect(saved).toBeGreaterThan(0);
      expect(saved + plan.priceFen).toBe(plan.originalFen);
    }),
  );
});
