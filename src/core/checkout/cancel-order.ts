import type { Mutex } from '../../ports/mutex.ts';
import type { ApiClient } from '../api/api-client.ts';
import { cancelCardOrder, cancelLeaseOrder } from '../order/api.ts';
import type { Order } from '../order/order.ts';
import { Problem } from '../problem.ts';
import { SingleFlight } from '../basics/single-flight.ts';
import type { CheckoutRecords } from './records/checkout-records.ts';
import type { ConfirmPayment } from './confirm/confirm-payment.ts';
import { orderAnswerOf } from './confirm/order-answer.ts';
import { orderGate } from './order-gate.ts';
import { PAYMENT_LOCK_TIMEOUT_MS } from './pay/pay-order.ts';

/**
 * `done`: this call has cancelled the order. `in-doubt`: nothing was sent, because a payment of the order is open or has
 * no result. Otherwise nothing was sent, because the server reports the order as paid, refunded, cancelled, gone or in an
 * unknown state.
 */
export type CancelOutcome =
  | { kind: 'done' | 'in-doubt' | 'paid' | 'cancelled' | 'gone' | 'unknown' }
  /** The order was paid, and its price was paid back, or is being paid back, in the server's `word`. */
  | { kind: 'refunded'; word: string };

/** Cancels an order that the server calls unpaid at that moment, and of which no payment may have taken effect. */
export class CancelOrder {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly api: ApiClient,
    private readonly confirmation: ConfirmPayment,
    private readonly records: CheckoutRecords,
    private readonly mutex: Mutex,
  ) {}

  /**
   * Asks the server, then cancels, even if the response is lost. Rejects with the Problem of either request; that of the
   * question says that nothing was sent.
   */
  cancel(order: Order): Promise<CancelOutcome> {
    return this.flights.run(order.number, async () => {
      // A page with an open sheet holds the lock, so the user would wait for it.
      const purchases = this.records.purchases();
      if (purchases.ofOrder(order)?.state === 'paying' && purchases.doubtAbout(order) !== 'none')
        return { kind: 'in-doubt' };
      return this.mutex.runExclusive('payment', PAYMENT_LOCK_TIMEOUT_MS, () => this.cancelUnpaid(order));
    });
  }

  private async cancelUnpaid(order: Order): Promise<CancelOutcome> {
    const found = await this.confirmation.queryOrder(order);
    if ((await this.confirmation.absenceOf(order, orderAnswerOf(found))) === 'proved') return { kind: 'gone' };
    if (found instanceof Problem) throw found.beforeSending();
    if (found === undefined) return { kind: 'unknown' };
    const purchases = this.records.purchases();
    const gate = orderGate(found, purchases.doubtAbout(order));
    if (gate.kind !== 'to-pay') return gate;
    if (!gate.mayBeCancelled) return { kind: 'in-doubt' };
    try {
      await this.api.call(order.kind === 'card' ? cancelCardOrder : cancelLeaseOrder, { number: order.number });
    } catch (thrown) {
      const problem = Problem.of(thrown);
      const after = problem.mayHaveTakenEffect ? await this.confirmation.queryOrder(order) : undefined;
      if (after === undefined || after instanceof Problem || after.state !== 'cancelled') throw problem;
    }
    this.records.record({ type: 'serverSaysCancelled', order, here: true });
    return { kind: 'done' };
  }
}
