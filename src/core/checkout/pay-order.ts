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
 * `confirming`: the outcome is unknown and `ConfirmPayment` has to poll. `not-opened`: the signal aborted before the
 * sheet opened. The server reports the other outcomes.
 */
export type PaymentOutcome =
  | { kind: 'paid' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message?: string }
  | { kind: 'confirming' }
  | { kind: 'not-opened' };

export interface PayOptions {
  /** Destination after the payment. */
  leadsTo?: Destination;
  /** Another page held the mutex for the same order a moment ago. */
  waited?: boolean;
  /** State that the server reported a moment ago. */
  state?: OrderState;
  /** Signal of the calling screen. After its abort, no prepay request is sent and no sheet opens. */
  signal?: AbortSignalLike;
}

/** Maximum wait for another page's payment. */
const LOCK_TIMEOUT_MS = MINUTE;

/** Pays an order. Only the server's answer counts as proof of payment. */
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
   * Opens the payment sheet for an order. Payments of other orders wait for the mutex. The order is not paid again
   * while the outcome of an earlier payment is unknown. Rejects with the Problem that prevented the sheet from opening.
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

  /**
   * Returns the outcome of an earlier payment, or undefined if a new payment may open. A page that waited for another
   * page adopts that page's payment.
   */
  private async resolveUnsettled(
    order: PayableOrder,
    { waited = false, state: reported, leadsTo }: PayOptions,
  ): Promise<PaymentOutcome | undefined> {
    const known = this.records.ofOrder(order);
    const wasPaid = known?.state === 'paid';
    const wasOpened = isUnsettled(known);
    if (!wasPaid && !wasOpened && reported === 'unknown') {
      this.records.record({ type: 'statusUnknown', order, leadsTo });
      return { kind: 'confirming' };
    }
    if (!wasPaid && !wasOpened && !waited) return undefined;
    const state = await this.confirmation.queryState(order);
    if (state === 'paid' || state === 'cancelled') return { kind: state };
    if (wasPaid && state === 'unknown') return { kind: 'paid' };
    if (wasPaid) this.records.record({ type: 'serverSaysUnpaid', order });
    if (!wasOpened) return undefined;
    const isOtherPagesPayment = waited && this.records.wasOpenedWithin(LOCK_TIMEOUT_MS, order);
    return state === 'unknown' || isOtherPagesPayment || this.records.isSaidToBePaid(order)
      ? { kind: 'confirming' }
      : undefined;
  }

  private async open(order: PayableOrder, { leadsTo, signal }: PayOptions): Promise<PaymentOutcome> {
    let concurrentOutcome: PaymentOutcome | undefined;
    const hadPayment = isUnsettled(this.records.ofOrder(order));
    const prepare = async () => {
      if (signal?.aborted) throw new Problem('cancelled');
      const params = await this.prepay.paramsFor(order);
      if (signal?.aborted) throw new Problem('cancelled');
      this.records.record({ type: 'sheetOpened', order, leadsTo });
      concurrentOutcome = this.outcomeOfOtherPage(order);
      if (concurrentOutcome) throw new Problem('cancelled');
      return params;
    };
    let answer: PaymentAnswer;
    try {
      answer = await this.bridge.pay(order, prepare, (late) => this.handleLateAnswer(order, late, leadsTo));
    } catch (thrown) {
      if (concurrentOutcome) return concurrentOutcome;
      this.records.record({ type: 'sheetNotOpened', order, hadPayment });
      if (signal?.aborted && Problem.of(thrown).code === 'cancelled') return { kind: 'not-opened' };
      throw thrown;
    }
    if (answer.result !== 'none') this.prepay.forget(order.number);
    this.records.record({ type: 'sheetAnswered', order, answer: answer.result, leadsTo });
    return this.afterAnswer(order, answer);
  }

  /** Outcome recorded by another page while this page prepared the sheet. */
  private outcomeOfOtherPage(order: PayableOrder): PaymentOutcome | undefined {
    const state = this.records.ofOrder(order)?.state;
    if (state === 'paying') return undefined;
    return { kind: state === 'paid' ? 'paid' : 'confirming' };
  }

  private async afterAnswer(order: PayableOrder, answer: PaymentAnswer): Promise<PaymentOutcome> {
    if (this.records.ofOrder(order)?.state === 'paid') return { kind: 'paid' };
    if (answer.result === 'ok' || answer.result === 'none' || this.records.isSaidToBePaid(order))
      return { kind: 'confirming' };
    const state = await this.confirmation.queryState(order);
    if (state === 'unknown') return { kind: 'confirming' };
    if (state === 'paid') return { kind: 'paid' };
    this.records.record({ type: 'serverSaysUnpaid', order });
    if (isUnsettled(this.records.ofOrder(order))) return { kind: 'confirming' };
    return answer.result === 'fail' ? { kind: 'failed', message: answer.message } : { kind: 'cancelled' };
  }

  private handleLateAnswer(order: PayableOrder, { result }: PaymentAnswer, leadsTo: Destination | undefined): void {
    this.prepay.forget(order.number);
    this.records.record({ type: 'lateAnswer', order, answer: result, leadsTo });
  }
}
