import type { Clock } from '../../ports/clock.ts';
import type { PaymentSheet, PaymentTarget } from '../../ports/payment-bridge.ts';
import type { ApiClient } from '../api/api-client.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { Problem } from '../problem.ts';
import { prePay } from './api.ts';

/** The signed prepay parameters of each order, in memory only, until the payment sheet has answered. */
export class PrepayCache {
  private readonly prepared = new Map<string, { idempotencyKey: string; params?: PaymentSheet }>();

  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
  ) {}

  /**
   * The parameters of an order. Those of a sheet that was never answered serve again: they can be paid once only. A prepay call without
   * an answer is repeated under the same idempotency key. Rejects with the Problem of the call.
   */
  async paramsFor({ number, sno }: PaymentTarget): Promise<PaymentSheet> {
    const known = this.prepared.get(number) ?? { idempotencyKey: newIdempotencyKey(this.clock.now()) };
    this.prepared.set(number, known);
    try {
      known.params ??= await this.api.call(prePay, { number, sno }, { idempotencyKey: known.idempotencyKey });
      return known.params;
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      if (!problem.mayHaveTakenEffect) this.prepared.delete(number);
      throw problem;
    }
  }

  /** The sheet was answered, or the order needs no payment any more. */
  forget(number: string): void {
    this.prepared.delete(number);
  }
}
