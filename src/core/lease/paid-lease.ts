import type { Purchased } from './plan-terms.ts';

/**
 * When the paid lease ends, epoch ms: the end of the lease in the user's list, unless the list may be older than the
 * payment. Undefined otherwise.
 */
export function paidLeaseEnd(
  { plan, lease }: Omit<Purchased, 'terms'>,
  reported: number | undefined,
  now: number,
): number | undefined {
  if (plan.basis !== 'duration' || lease === undefined || reported === undefined || reported <= now) return undefined;
  const isNew = lease.kind === 'none' || (lease.expiresAt !== undefined && reported > lease.expiresAt);
  return isNew ? reported : undefined;
}
