import type { LeaseTerms } from '../destination.ts';
import { DAY } from '../time.ts';
import type { Plan } from './plan.ts';

/** The plan, its terms, and the lease before the purchase. */
export interface Purchased {
  plan: Plan;
  terms: LeaseTerms;
  /** When the lease that the terms extend ends, epoch ms; undefined if not known. */
  expiresAt?: number;
}

/**
 * When the lease will end, epoch ms. A renewal begins at the end of the present lease, or now if that has passed.
 * Undefined if the plan does not count days, or if the end of the lease to renew is not known.
 */
export function leaseEnd({ plan, terms: { renewal }, expiresAt }: Purchased, now: number): number | undefined {
  if (!isDays(plan) || plan.amount < 1 || (renewal === 'device' && expiresAt === undefined)) return undefined;
  const begin = renewal === 'device' ? Math.max(expiresAt ?? now, now) : now;
  return begin + plan.amount * DAY;
}

/** The price of one day in integer fen, rounded half up. Undefined unless the plan covers several days for money. */
export function pricePerDayFen(plan: Plan): number | undefined {
  return isDays(plan) && plan.amount > 1 && plan.priceFen > 0 ? Math.round(plan.priceFen / plan.amount) : undefined;
}

/** How much less than the original price the plan costs, integer fen. Undefined if it does not cost less. */
export function savedFen({ priceFen, originalFen = priceFen }: Plan): number | undefined {
  return originalFen > priceFen ? originalFen - priceFen : undefined;
}

function isDays({ basis, unit }: Plan): boolean {
  return basis === 'duration' && unit === 'day';
}
