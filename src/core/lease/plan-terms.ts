import type { LeaseTerms } from '../destination.ts';
import { DAY } from '../basics/time.ts';
import type { Plan } from './plan.ts';

/** The lease that a purchase extends, as the user's list shows it. `expiresAt`: epoch ms; undefined if not known. */
export type PresentLease = { kind: 'none' } | { kind: 'listed'; expiresAt?: number };

/** The plan, its terms, and the lease before the purchase. */
export interface Purchased {
  plan: Plan;
  terms: LeaseTerms;
  /** Undefined if the list was not read, or does not say for whom a row is. */
  lease: PresentLease | undefined;
}

/**
 * When the lease will end, epoch ms. A renewal begins at the end of the present lease, or now if that has passed.
 * Undefined if the plan does not count days, or if it is not known whether there is a lease, or when it ends.
 */
export function leaseEnd({ plan, lease }: Omit<Purchased, 'terms'>, now: number): number | undefined {
  if (!isDays(plan) || plan.amount < 1 || lease === undefined) return undefined;
  const begin = lease.kind === 'none' ? now : lease.expiresAt;
  return begin === undefined ? undefined : Math.max(begin, now) + plan.amount * DAY;
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
