import { refundedWord, type Order } from '../order/order.ts';
import type { PaymentDoubt } from './records/purchase.ts';

/**
 * What may be done with an order. `mayBePaid`, `mayBeCancelled`: of an order that the server calls unpaid, what the payments
 * of this phone allow. `refunded`: it was paid, and its price was paid back, or is being paid back, in the server's `word`.
 */
export type OrderGate =
  | { kind: 'to-pay'; mayBePaid: boolean; mayBeCancelled: boolean }
  | { kind: 'paid' }
  | { kind: 'cancelled' | 'unknown' }
  | { kind: 'refunded'; word: string };

/**
 * The one rule that is asked before an order is paid, paid again or cancelled, and before a button or a hint offers it.
 * `reported`: the server's latest word, in which a refund outranks the state. `doubt`: what this phone knows of its payment.
 */
export function orderGate(reported: Pick<Order, 'state' | 'statusText'>, doubt: PaymentDoubt): OrderGate {
  const word = refundedWord(reported);
  if (word !== undefined) return { kind: 'refunded', word };
  const { state } = reported;
  if (state === 'to-pay' && doubt === 'just-paid') return { kind: 'paid' };
  if (state === 'to-pay' && doubt === 'just-paid-back') return { kind: 'unknown' };
  if (state === 'to-pay' && doubt === 'just-cancelled') return { kind: 'cancelled' };
  return state === 'to-pay'
    ? { kind: state, mayBePaid: doubt !== 'said-paid', mayBeCancelled: doubt === 'none' }
    : { kind: state };
}

/**
 * The order as it is to be said, where only an answer that may be older than its payment or its cancellation calls it unpaid:
 * paid, unknown once its price was paid back, or cancelled.
 */
export function withKnownEnd(reported: Order, doubt: PaymentDoubt): Order {
  const { kind } = orderGate(reported, doubt);
  return reported.state === 'to-pay' && (kind === 'paid' || kind === 'unknown' || kind === 'cancelled')
    ? { ...reported, state: kind, statusText: undefined, dueFen: undefined }
    : reported;
}
