import type { Clock } from '../../ports/clock.ts';
import type { PaymentSheet, PaymentTarget } from '../../ports/payment-bridge.ts';
import type { ApiClient } from '../api/api-client.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { Problem } from '../problem.ts';
import { prePay } from './api.ts';

/** The sheets that were prepared and not answered, one an order, as long as the page lives. */
export class PaymentSheets {
  private readonly prepared = new Map<string, { key: string; sheet?: PaymentSheet }>();

  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
  ) {}

  /**
   * A sheet that was opened and never answered is opened again rather than prepared anew: it can be paid once only. One whose
   * preparation never answered is asked for again with the same key. Rejects with the Problem of the preparation.
   */
  async of({ number, sno }: PaymentTarget): Promise<PaymentSheet> {
    const known = this.prepared.get(number) ?? { key: newIdempotencyKey(this.clock.now()) };
    this.prepared.set(number, known);
    try {
      known.sheet ??= await this.api.call(prePay, { number, sno }, { idempotencyKey: known.key });
      return known.sheet;
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      if (!problem.mayHaveTakenEffect) this.prepared.delete(number);
      throw problem;
    }
  }

  /** It was answered, or is of no use any more. */
  forget(number: string): void {
    this.prepared.delete(number);
  }
}
