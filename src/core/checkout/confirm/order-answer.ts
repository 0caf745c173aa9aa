import { refundedWord, wasPaid, type Order, type OrderState, type PayableOrder } from '../../order/order.ts';
import { Problem } from '../../problem.ts';
import { saysNotPaid, TRUST_IN_OK_MS, type Purchase } from '../records/purchase.ts';
import type { Purchases } from '../records/purchases.ts';

/** Result of one query; undefined if the server answered without the order. */
export type QueryResult = Order | Problem | undefined;

/**
 * What one query told about an order. `absent`: the server answered without the order. `denied`: it refused the query
 * or sent an unreadable order. `failed`: no answer.
 */
export type OrderAnswer = OrderState | 'absent' | 'denied' | 'failed';

/** HTTP statuses: forbidden, not found, gone. */
const NOT_THERE: readonly number[] = [403, 404, 410];

/**
 * Reduces the result of a query to what it tells about the order. One that was paid back was paid, whatever its code
 * says.
 */
export function orderAnswerOf(found: QueryResult): OrderAnswer {
  if (found === undefined) return 'absent';
  if (!(found instanceof Problem)) return wasPaid(found) ? 'paid' : found.state;
  const isDenied =
    found.code === 'refused' ||
    found.code === 'parse' ||
    (found.code === 'http' && NOT_THERE.includes(found.status ?? 0));
  return isDenied ? 'denied' : 'failed';
}

/** Adds to a paid outcome the word of a refund, if the last query says so. */
export function withRefund<Outcome extends { kind: string }>(outcome: Outcome, found: QueryResult): Outcome {
  const refunded = found instanceof Problem || found === undefined ? undefined : refundedWord(found);
  return outcome.kind === 'paid' && refunded !== undefined ? { ...outcome, refunded } : outcome;
}

export function isDenial(answer: OrderAnswer): boolean {
  return answer === 'absent' || answer === 'denied';
}

/**
 * Whether an answer proves that the server no longer has the order. A recent `ok` of the sheet outweighs a denial, and so
 * does that the order was placed or paid a moment ago. Without its operator, a card order cannot be listed.
 */
export function proofOfAbsence(
  answer: OrderAnswer,
  order: PayableOrder,
  purchases: Purchases,
): 'none' | 'needs-list' | 'complete' {
  const isListable = order.kind === 'lease' || order.operatorId !== undefined;
  const hasRecentOk = purchases.doubtAbout(order) === 'said-paid' && purchases.wasOpenedWithin(TRUST_IN_OK_MS, order);
  const isTooEarly = hasRecentOk || purchases.mayBeUnlisted(order);
  if (!isDenial(answer) || isTooEarly || !isListable) return 'none';
  // A query for a card order has read its operator's list.
  return answer === 'absent' && order.kind === 'card' ? 'complete' : 'needs-list';
}

/** The sheet's answer, if it says that the customer did not pay. */
export function calledOffBy(purchase: Purchase | undefined): 'cancel' | 'fail' | undefined {
  if (purchase?.state !== 'unconfirmed') return undefined;
  return saysNotPaid(purchase.answer) ? purchase.answer : undefined;
}
