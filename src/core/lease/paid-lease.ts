import { DAY } from '../basics/time.ts';
import { leaseEnd, type Purchased } from './plan-terms.ts';

/**
 * When the paid lease ends, epoch ms: the end of the lease in the user's list, unless the list may be older than the
 * payment, because that end does not hold the days that were bought. A shop may let the last of them end at its midnight.
 * Undefined otherwise.
 */
export function paidLeaseEnd(
  purchased: Omit<Purchased, 'terms'>,
  reported: number | undefined,
  now: number,
): number | undefined {
  const { plan, lease } = purchased;
  if (plan.basis !== 'duration' || lease === undefined || reported === undefined || reported <= now) return undefined;
  const before = lease.kind === 'none' ? now : lease.expiresAt;
  const expected = leaseEnd(purchased, now);
  const earliest = expected === undefined ? before : expected - DAY;
  return earliest !== undefined && reported > earliest ? reported : undefined;
}
