/** The reasons for a refund that a customer can choose from. */
export const REFUND_REASONS = ['fault', 'wrong-plan', 'paid-twice', 'other'] as const;

type RefundReason = (typeof REFUND_REASONS)[number];

/** Returns the address of a feedback that asks for the refund of an order, which names the order's device. */
export function refundRequestAddress(
  { number, sno }: { number: string; sno?: string | undefined },
  reason: RefundReason,
): string {
  const query = new URLSearchParams({ refund: number, reason, ...(sno === undefined ? {} : { sno }) });
  return `/my/feedback?${query.toString()}`;
}

/** Returns the refund request in the query of the feedback screen. */
export function refundRequestOf(query: URLSearchParams): { orderNo: string; reason: RefundReason } | undefined {
  const orderNo = query.get('refund');
  const reason = REFUND_REASONS.find((each) => each === query.get('reason')) ?? 'other';
  return orderNo !== null && /^[\p{L}\p{N}._/#:-]{1,64}$/u.test(orderNo) ? { orderNo, reason } : undefined;
}
