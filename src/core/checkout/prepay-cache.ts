import type { Clock } from '../../ports/clock.ts';
import type { PrepayParams, PaymentTarget } from '../../ports/payment-bridge.ts';
import type { ApiClient } from '../api/api-client.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { Problem } from '../problem.ts';
import { prePay } from './api.ts';
import type { CheckoutRecords } from './checkout-records.ts';
import type { PurchaseEvent } from './transitions.ts';

/**
 * The signed prepay parameters of each order. They stay in memory only, until the payment sheet has answered or the
 * order needs no payment.
 */
export class PrepayCache {
  private readonly prepared = new Map<string, { idempotencyKey: string; params?: PrepayParams }>();

  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
    records: CheckoutRecords,
  ) {
    records.subscribe((event) => this.onRecorded(event));
  }

  /**
   * Returns the parameters of an order. The parameters of an unanswered sheet are reused, because WeChat accepts only
   * one payment for them. A prepay request without a response is retried with the same idempotency key. Rejects with
   * the Problem of the request.
   */
  async paramsFor({ number, sno }: PaymentTarget): Promise<PrepayParams> {
    const entry = this.prepared.get(number) ?? { idempotencyKey: newIdempotencyKey(this.clock.now()) };
    this.prepared.set(number, entry);
    try {
      entry.params ??= await this.api.call(prePay, { number, sno }, { idempotencyKey: entry.idempotencyKey });
      return entry.params;
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      if (!problem.mayHaveTakenEffect) this.prepared.delete(number);
      throw problem;
    }
  }

  /** Without an event, the records of another account were cleared. */
  private onRecorded(event: PurchaseEvent | undefined): void {
    switch (event?.type) {
      case undefined:
        return this.prepared.clear();
      case 'sheetAnswered':
      case 'lateAnswer':
        if (event.answer !== 'none') this.prepared.delete(event.order.number);
        return;
      case 'serverSaysPaid':
      case 'serverSaysCancelled':
      case 'orderForgotten':
        this.prepared.delete(event.order.number);
    }
  }
}
