import type { Clock } from '../../../ports/clock.ts';
import type { PrepayParams } from '../../../ports/payment-bridge.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import type { PayableOrder } from '../../order/order.ts';
import { Problem } from '../../problem.ts';
import { prePay } from '../api.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import type { PurchaseEvent } from '../records/transitions.ts';

interface Preparation {
  idempotencyKey: string;
  /** The amount that the user accepted; integer fen. */
  amountFen: number | undefined;
  params?: PrepayParams;
}

/**
 * The signed prepay parameters of each order. They stay in memory only, until the payment sheet has answered or the
 * order needs no payment.
 */
export class PrepayCache {
  private readonly prepared = new Map<string, Preparation>();

  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
    records: CheckoutRecords,
  ) {
    records.subscribe((event) => this.onRecorded(event));
  }

  /**
   * Returns the parameters of an order. The parameters of an unanswered sheet are reused, because WeChat accepts only
   * one payment for them, unless the order's amount has changed since. A prepay request without a response is retried
   * with the same idempotency key. Rejects with the Problem of the request.
   */
  async paramsFor({ number, sno, amountFen }: PayableOrder): Promise<PrepayParams> {
    const known = this.prepared.get(number);
    const entry: Preparation =
      known && known.amountFen === amountFen
        ? known
        : { idempotencyKey: newIdempotencyKey(this.clock.now()), amountFen };
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
    if (!event) this.prepared.clear();
    else if (endsPreparation(event)) this.prepared.delete(event.order.number);
  }
}

type OrderEvent = Extract<PurchaseEvent, { order: Pick<PayableOrder, 'number'> }>;

/** True if the event makes the order's parameters useless: the sheet has answered, or the order needs no payment. */
export function endsPreparation(event: PurchaseEvent): event is OrderEvent {
  switch (event.type) {
    case 'sheetAnswered':
    case 'lateAnswer':
      return event.answer !== 'none';
    case 'serverSaysPaid':
    case 'serverSaysCancelled':
    case 'orderForgotten':
      return true;
    default:
      return false;
  }
}
