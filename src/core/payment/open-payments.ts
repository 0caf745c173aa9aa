import type { OpenPayment, Visit } from '../session/visit.ts';

/** The payments that were opened and are not settled, the last one first. */
export function openPayments(visit: Visit): OpenPayment[] {
  const last = visit.get('payment');
  return [...(last ? [last] : []), ...(visit.get('earlierPayments') ?? [])];
}

/** Remembers a payment as the last one; one of another order stays remembered as an earlier one. */
export function keepPayment(visit: Visit, payment: OpenPayment): void {
  write(visit, [payment, ...others(visit, payment.order.number)]);
}

export function forgetPayment(visit: Visit, number: string): void {
  write(visit, others(visit, number));
}

function others(visit: Visit, number: string): OpenPayment[] {
  return openPayments(visit).filter(({ order }) => order.number !== number);
}

function write(visit: Visit, [last, ...earlier]: OpenPayment[]): void {
  if (last) visit.set('payment', last);
  else visit.forget('payment');
  if (earlier.length > 0) visit.set('earlierPayments', earlier);
  else visit.forget('earlierPayments');
}
