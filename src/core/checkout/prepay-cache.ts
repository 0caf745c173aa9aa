import type { Clock } from '../../ports/clock.ts';
import type { PrepayParams, PaymentTarget } from '../../ports/payment-bridge.ts';
import type { ApiClient } from '../api/api-client.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { Problem } from '../problem.ts';
import { prePay } from './api.ts';

/** The signed prepay parameters of each order. They stay in memory only, until the payment sheet has answered. */
export class PrepayCache {
  private readonly prepared = new Map<string, { idempotencyKey: string; params?: PrepayParams }>();

  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
  ) {}

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

  /** Discards the parameters after the sheet has answered, or when the order needs no payment. */
  forget(number: string): void {
    this.prepared.delete(number);
  }
}
