import type { Clock } from '../../ports/clock.ts';
import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { OpenPayment, Visit } from '../session/visit.ts';
import { MINUTE } from '../time.ts';

/** How long an `ok` keeps a second payment from being opened while the server has not seen the money. */
const TRUST_IN_OK = 10 * MINUTE;

/** What is remembered of the payments that were opened and are not settled. Asks nobody. */
export class OpenPayments {
  constructor(
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /** The payment that was opened last and not settled, if there is one. */
  last(): OpenPayment | undefined {
    return this.visit.get('payment');
  }

  of(number: string): OpenPayment | undefined {
    return openPayments(this.visit).find((payment) => payment.order.number === number);
  }

  /** True where the customer's side said a moment ago that this order was paid, and only the server has not yet. */
  isSaidToBePaid({ number }: Pick<PayableOrder, 'number'>): boolean {
    const open = this.of(number);
    return open?.answer === 'ok' && this.isYoungerThan(TRUST_IN_OK, open);
  }

  isYoungerThan(ms: number, { at }: OpenPayment): boolean {
    return this.clock.now() - at < ms;
  }

  /** Remembers a payment as the last one; one of another order stays remembered as an earlier one. */
  keep(payment: Omit<OpenPayment, 'at'>): void {
    this.write([{ ...payment, at: this.clock.now() }, ...this.others(payment.order.number)]);
  }

  forget(number: string): void {
    this.write(this.others(number));
  }

  private others(number: string): OpenPayment[] {
    return openPayments(this.visit).filter(({ order }) => order.number !== number);
  }

  private write([last, ...earlier]: OpenPayment[]): void {
    if (last) this.visit.set('payment', last);
    else this.visit.forget('payment');
    if (earlier.length > 0) this.visit.set('earlierPayments', earlier);
    else this.visit.forget('earlierPayments');
  }
}

/** The payments that were opened and are not settled, the last one first. */
export function openPayments(visit: Visit): OpenPayment[] {
  const last = visit.get('payment');
  return [...(last ? [last] : []), ...(visit.get('earlierPayments') ?? [])];
}
