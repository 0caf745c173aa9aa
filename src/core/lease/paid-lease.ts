import type { Purchased } from './plan-terms.ts';

/**
 * When the paid lease ends, epoch ms: the end of the lease in the user's list, unless the list may be older than the
 * payment. Undefined otherwise.
 */
export function paidLeaseEnd(
  { plan, terms, expiresAt }: Purchased,
  reported: number | undefined,
  now: number,
): number | undefined {
  if (plan.basis !== 'duration' || reported === undefined || reported <= now) return undefined;
  const isNew = expiresAt === undefined ? terms.renewal === undefined : reported > expiresAt;
  return isNew ? reported : undefined;
}
