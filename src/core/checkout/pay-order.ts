import type { AbortSignalLike } from '../../ports/http.ts';
import type { PaymentAnswer, PaymentBridge } from '../../ports/payment-bridge.ts';
import type { Mutex } from '../../ports/mutex.ts';
import type { Destination } from '../destination.ts';
import type { OrderState, PayableOrder } from '../order/order.ts';
import { Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import { MINUTE } from '../time.ts';
import type { CheckoutRecords } from './checkout-records.ts';
import type { ConfirmPayment } from './confirm-payment.ts';
import type { PrepayCache } from './prepay-cache.ts';
import { isUnsettled } from './purchase.ts';

/**
 * `confirming`: nobody knows yet; `ConfirmPayment` asks the server. `not-opened`: the screen that asked has gone. The others are what the
 * server says.
 */
export type PaymentOutcome =
  | { kind: 'paid' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message?: string }
  | { kind: 'confirming' }
  | { kind: 'not-opened' };

export interface PayOptions {
  /** Where the user is led once the order is paid. */
  leadsTo?: Destination;
  /** Another page was at the same order a moment ago. */
  waited?: boolean;
  /** What the server said of the order a moment ago. */
  state?: OrderState;
  /** Of the screen that asks: once it has aborted nothing is prepared and no sheet is opened. */
  signal?: AbortSignalLike;
}

/** How long another page may be at a payment before this one goes on without it. */
const LOCK_TIMEOUT_MS = MINUTE;

/** Lets an order be paid, and believes only the server. */
export class PayOrder {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly confirmation: ConfirmPayment,
    private readonly prepay: PrepayCache,
    private readonly bridge: PaymentBridge,
    private readonly records: CheckoutRecords,
    private readonly mutex: Mutex,
  ) {}

  /**
   * Opens the payment of an order; payments of other orders wait. No new payment is prepared while the outcome of an earlier one of the
   * same order is unknown. Rejects with the Problem that kept the payment from being opened.
   */
  pay(order: PayableOrder, options: PayOptions = {}): Promise<PaymentOutcome> {
    const payExclusively = async (queued: boolean) =>
      (await this.resolveUnsettled(order, { ...options, waited: options.waited === true || queued })) ??
      this.open(order, options);
    return this.flights.run(
      order.number,
      () => this.mutex.runExclusive('payment', LOCK_TIMEOUT_MS, payExclusively),
      options.signal,
    );
  }

  /** What came of an earlier payment of the order; undefined where a new one may be opened. A page that has waited for another one takes that one's payment for its own. */
  private async resolveUnsettled(
    order: PayableOrder,
    { waited = false, state: said, leadsTo }: PayOptions,
  ): Promise<PaymentOutcome | undefined> {
    const known = this.records.ofOrder(order);
    const wasPaid = known?.state === 'paid';
    const wasOpened = isUnsettled(known);
    if (!wasPaid && !wasOpened && said === 'unknown') {
      this.records.record({ type: 'statusUnknown', order, leadsTo });
      return { kind: 'confirming' };
    }
    if (!wasPaid && !wasOpened && !waited) return undefined;
    const state = await this.confirmation.queryOnce(order);
    if (state === 'paid' || state === 'cancelled') return { kind: state };
    if (wasPaid && state === 'unknown') return { kind: 'paid' };
    if (wasPaid) this.records.record({ type: 'serverSaysUnpaid', order });
    if (!wasOpened) return undefined;
    const isTheSame = waited && this.records.wasOpenedWithin(LOCK_TIMEOUT_MS, order);
    return state === 'unknown' || isTheSame || this.records.isSaidToBePaid(order) ? { kind: 'confirming' } : undefined;
  }

  private async open(order: PayableOrder, { leadsTo, signal }: PayOptions): Promise<PaymentOutcome> {
    let overtaken: PaymentOutcome | undefined;
    const prepare = async () => {
      if (signal?.aborted) throw new Problem('cancelled');
      const params = await this.prepay.paramsFor(order);
      if (signal?.aborted) throw new Problem('cancelled');
      this.records.record({ type: 'sheetOpened', order, leadsTo });
      overtaken = this.overtakenBy(order);
      if (overtaken) throw new Problem('cancelled');
      return params;
    };
    let answer: PaymentAnswer;
    try {
      answer = await this.bridge.pay(order, prepare, (late) => this.hearLate(order, late, leadsTo));
    } catch (thrown) {
      if (overtaken) return overtaken;
      if (signal?.aborted && Problem.of(thrown).code === 'cancelled') return { kind: 'not-opened' };
      throw thrown;
    }
    if (answer.result !== 'none') this.prepay.forget(order.number);
    this.records.record({ type: 'sheetAnswered', order, answer: answer.result, leadsTo });
    return this.afterAnswer(order, answer);
  }

  /** The order was paid, or said to be, while its sheet was being prepared. */
  private overtakenBy(order: PayableOrder): PaymentOutcome | undefined {
    const state = this.records.ofOrder(order)?.state;
    if (state === 'paying') return undefined;
    return { kind: state === 'paid' ? 'paid' : 'confirming' };
  }

  private async afterAnswer(order: PayableOrder, answer: PaymentAnswer): Promise<PaymentOutcome> {
    if (this.records.ofOrder(order)?.state === 'paid') return { kind: 'paid' };
    if (answer.result === 'ok' || answer.result === 'none' || this.records.isSaidToBePaid(order))
      return { kind: 'confirming' };
    const state = await this.confirmation.queryOnce(order);
    if (state === 'unknown') return { kind: 'confirming' };
    if (state === 'paid') return { kind: 'paid' };
    this.records.record({ type: 'serverSaysUnpaid', order });
    if (isUnsettled(this.records.ofOrder(order))) return { kind: 'confirming' };
    return answer.result === 'fail' ? { kind: 'failed', message: answer.message } : { kind: 'cancelled' };
  }

  private hearLate(order: PayableOrder, { result }: PaymentAnswer, leadsTo: Destination | undefined): void {
    this.prepay.forget(order.number);
    this.records.record({ type: 'lateAnswer', order, answer: result, leadsTo });
  }
}
