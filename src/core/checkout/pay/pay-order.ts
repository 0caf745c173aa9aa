import type { AbortSignalLike } from '../../../ports/http.ts';
import type { PaymentAnswer, PaymentBridge } from '../../../ports/payment-bridge.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import { throwIfCancelled } from '../../basics/cancellation.ts';
import { RunningCommand } from '../../basics/command-steps.ts';
import type { Destination } from '../../destination.ts';
import { amountDueOf, type PayableOrder } from '../../order/order.ts';
import { Problem } from '../../problem.ts';
import { SingleFlight } from '../../basics/single-flight.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import type { ConfirmPayment } from '../confirm/confirm-payment.ts';
import { withRefund, type QueryResult } from '../confirm/order-answer.ts';
import {
  beginPayment,
  PAYMENT_LOCK_TIMEOUT_MS,
  PAYMENT_STEPS,
  type OrderReport,
  type PaymentFacts,
  type PaymentInputs,
  type PaymentOrigin,
  type PaymentOutcome,
  type PaymentState,
} from './payment-steps.ts';
import type { PrepayCache } from './prepay-cache.ts';
import type { PurchaseEvent } from '../records/transitions.ts';

export interface PayOptions extends PaymentOrigin {
  /** Destination after the payment. */
  leadsTo?: Destination;
  /** The amounts that the user saw and accepted, integer fen. Default: the order's amount, if it has one. */
  acceptedFen?: readonly number[];
  /** Signal of the calling screen. After its abort, no prepay request is sent and no sheet opens. */
  signal?: AbortSignalLike;
}

type Payment = RunningCommand<PaymentState, PaymentInputs, PaymentFacts, PurchaseEvent>;

/** Pays an order, as `PAYMENT_STEPS` decides. Only the server's answer counts as proof of payment. */
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
    const payExclusively = (queued: boolean) =>
      this.run(order, { ...options, waited: options.waited === true || queued });
    return this.flights.run(
      order.number,
      () => this.mutex.runExclusive('payment', PAYMENT_LOCK_TIMEOUT_MS, payExclusively),
      options.signal,
    );
  }

  private async run(order: PayableOrder, options: PayOptions): Promise<PaymentOutcome> {
    const { leadsTo, signal } = options;
    const acceptedFen = options.acceptedFen ?? (order.amountFen === undefined ? [] : [order.amountFen]);
    const facts = () => ({
      order,
      acceptedFen,
      leadsTo,
      purchases: this.records.purchases(),
      isScreenClosed: signal?.aborted === true,
    });
    const record = (event: PurchaseEvent) => this.records.record(event);
    const begun = beginPayment(facts(), options);
    const payment: Payment = new RunningCommand(PAYMENT_STEPS, facts, record, begun);
    let reported: QueryResult;
    while (payment.state.at !== 'ended') {
      const { at } = payment.state;
      if (at === 'querying-before' || at === 'querying-after') {
        reported = await this.confirmation.queryBriefly(order);
        const ended = payment.take(at, reportOf(reported));
        if (ended.at === 'ended' && ended.outcome.kind === 'not-opened') throw unavailable(reported);
      } else await this.openSheet(payment, order, leadsTo, signal);
    }
    return withRefund(payment.state.outcome, reported);
  }

  /** Opens the sheet and waits for its answer. Rejects with the Problem that prevented it, unless the screen closed. */
  private async openSheet(
    payment: Payment,
    order: PayableOrder,
    leadsTo: Destination | undefined,
    signal: AbortSignalLike | undefined,
  ): Promise<void> {
    const wasRecorded = this.isRecorded(order);
    const prepare = async () => {
      throwIfCancelled(signal);
      const params = await this.prepay.paramsFor(order);
      if (wasRecorded && !this.isRecorded(order))
        throw new Problem('refused', { message: 'the order has ended while its payment was prepared' });
      if (payment.take('preparing', 'prepared').at !== 'sheet-open') throw new Problem('cancelled');
      return params;
    };
    let wasOk = false;
    const recordLate = ({ result }: PaymentAnswer) => {
      this.records.record({ type: 'lateAnswer', order, answer: result, leadsTo, isCorrection: wasOk });
      wasOk = result === 'ok';
    };
    try {
      const answer = await this.bridge.pay(order, prepare, recordLate);
      wasOk = answer.result === 'ok';
      if (payment.state.at === 'sheet-open') payment.take('sheet-open', answer);
      else payment.take('preparing', 'handed-over');
    } catch (thrown) {
      const { at } = payment.state;
      if (at === 'ended') return;
      if (at === 'preparing' || at === 'sheet-open') payment.take(at, 'not-opened');
      if (!signal?.aborted || Problem.of(thrown).code !== 'cancelled') throw thrown;
    }
  }

  private isRecorded(order: PayableOrder): boolean {
    return this.records.purchases().ofOrder(order) !== undefined;
  }
}

function reportOf(found: QueryResult): OrderReport {
  return found === undefined || found instanceof Problem
    ? 'failed'
    : { state: found.state, statusText: found.statusText, amountFen: amountDueOf(found) };
}

function unavailable(found: QueryResult): Problem {
  return found instanceof Problem ? found : new Problem('refused', { message: 'the server no longer has this order' });
}
