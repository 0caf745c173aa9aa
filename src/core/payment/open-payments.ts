import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { PaymentAnswer } from '../../ports/payment-bridge.ts';
import type { PayableOrder } from '../order/order.ts';
import type { OpenPayment, Visit } from '../session/visit.ts';
import { ageOf, DAY, MINUTE } from '../time.ts';

/** How long an `ok` keeps a second payment from being opened, and any payment a second order from being made, while the server has not seen the money. */
const TRUST_IN_OK = 10 * MINUTE;
/** How long a payment may stay unsettled: what WeChat prepared can be paid for two hours. */
const ASKED_ABOUT_FOR = DAY;

/** What is remembered of the payments that were opened and are not settled. Asks nobody. */
export class OpenPayments {
  private readonly listeners = new Set<(payment: OpenPayment) => void>();

  constructor(
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /** The payments that are not settled, the one that was opened last first; none that is older than a day. */
  all(): OpenPayment[] {
    const now = this.clock.now();
    const known = openPayments(this.visit);
    const counted = known.filter(({ at }) => ageOf(at, now) < ASKED_ABOUT_FOR).map((payment) => (payment.at > now ? { ...payment, at: now } : payment));
    if (counted.length < known.length || known.some(({ at }) => at > now)) this.write(counted);
    return counted;
  }

  /** The payment that was opened last and not settled, if there is one. */
  last(): OpenPayment | undefined {
    return this.all()[0];
  }

  of(number: string): OpenPayment | undefined {
    return this.all().find((payment) => payment.order.number === number);
  }

  /** True where the customer's side said a moment ago that this order was paid, and only the server has not yet. */
  isSaidToBePaid(order: Pick<PayableOrder, 'number'>): boolean {
    return this.of(order.number)?.answer === 'ok' && this.wasOpenedLately(order);
  }

  /** True where a payment of it was opened, or answered, a moment ago and is not settled. */
  wasOpenedLately({ number }: Pick<PayableOrder, 'number'>): boolean {
    const open = this.of(number);
    return open !== undefined && this.isYoungerThan(TRUST_IN_OK, open);
  }

  isYoungerThan(ms: number, { at }: OpenPayment): boolean {
    return ageOf(at, this.clock.now()) < ms;
  }

  /** Remembers a payment as the last one; one of another order stays remembered as an earlier one. */
  keep(payment: Omit<OpenPayment, 'at'>): void {
    this.write([{ ...payment, at: this.clock.now() }, ...this.others(payment.order.number)]);
  }

  /** The customer's side answers after all, when nobody waits for it any more: the server has to be asked again. */
  answeredLate(order: PayableOrder, { result }: PaymentAnswer, leadsTo: OpenPayment['leadsTo']): void {
    this.keep({ order, answer: result, leadsTo });
    const payment = this.of(order.number);
    if (payment) for (const listener of this.listeners) listener(payment);
  }

  /** Calls with each payment that is answered late, until switched off. */
  onLateAnswer(listener: (payment: OpenPayment) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  forget(number: string): void {
    this.write(this.others(number));
  }

  private others(number: string): OpenPayment[] {
    return this.all().filter(({ order }) => order.number !== number);
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
