import type { Purchased } from './plan-terms.ts';

/**
 * When the paid lease ends, epoch ms: the end that the server reports, unless the report may be older than the payment.
 * Undefined otherwise.
 */
export function paidLeaseEnd(
  { plan, renewal, expiresAt }: Purchased,
  reported: number | undefined,
  now: number,
): number | undefined {
  if (plan.basis !== 'duration' || reported === undefined || reported <= now) return undefined;
  const isNew = renewal === 'device' ? expiresAt !== undefined && reported > expiresAt : reported !== expiresAt;
  return isNew ? reported : undefined;
}
