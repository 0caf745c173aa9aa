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

/** The price of one day or one use in integer fen; `isRounded`, half up, if there is no such price in whole fen. */
export interface UnitPrice {
  fen: number;
  isRounded: boolean;
}

/**
 * Returns the price of one day or one use. Undefined unless the plan covers several, for at least half a fen each, and it is
 * known of what.
 */
export function unitPriceOf(plan: Plan): UnitPrice | undefined {
  const { amount, priceFen } = plan;
  const fen = Math.round(priceFen / amount);
  return isOfKnownUnit(plan) && amount > 1 && fen > 0 ? { fen, isRounded: fen * amount !== priceFen } : undefined;
}

/** The plans of one basis, and how many more could not be read. */
export interface ListedPlans {
  plans: readonly Plan[];
  unreadable: number;
}

/**
 * Returns the only plan with the lowest price of a day or a use. Undefined where two are as cheap, units differ or are not
 * known, or a plan could not be read.
 */
export function bestValueOf({ plans, unreadable }: ListedPlans): Plan | undefined {
  const isComparable = plans.every(
    (plan) => isOfKnownUnit(plan) && plan.amount > 0 && plan.priceFen > 0 && plan.unit === plans[0]?.unit,
  );
  if (!isComparable || unreadable > 0 || plans.length < 2) return undefined;
  const isCheaper = (plan: Plan, other: Plan) => plan.priceFen * other.amount < other.priceFen * plan.amount;
  return plans.find((plan) => plans.every((other) => other === plan || isCheaper(plan, other)));
}

/** How much less than the original price the plan costs, integer fen. Undefined if it does not cost less. */
export function savedFen({ priceFen, originalFen = priceFen }: Plan): number | undefined {
  return originalFen > priceFen ? originalFen - priceFen : undefined;
}

/** A duration in another unit than days, a week or a month, stands as a number of times. */
function isOfKnownUnit(plan: Plan): boolean {
  return plan.basis === 'uses' || isDays(plan);
}

function isDays({ basis, unit }: Plan): boolean {
  return basis === 'duration' && unit === 'day';
}
