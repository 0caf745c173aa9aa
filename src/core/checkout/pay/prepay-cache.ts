import type { Clock } from '../../../ports/clock.ts';
import type { PrepayParams } from '../../../ports/payment-bridge.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import type { PayableOrder } from '../../order/order.ts';
import { Problem } from '../../problem.ts';
import { HOUR, isWithin } from '../../basics/time.ts';
import { prePay } from '../api.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import type { PurchaseEvent } from '../records/transitions.ts';

/** How long WeChat accepts a payment with the parameters of one prepay request. */
const PARAMS_LAST_MS = 2 * HOUR;

interface Preparation {
  idempotencyKey: string;
  /** When it began; epoch ms. */
  at: number;
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
   * one payment for them, unless the order's amount has changed since or WeChat accepts none any more. A prepay request
   * without a response is retried with the same idempotency key. Rejects with the Problem of the request.
   */
  async paramsFor({ number, sno, amountFen }: PayableOrder): Promise<PrepayParams> {
    const now = this.clock.now();
    const known = this.prepared.get(number);
    const entry: Preparation =
      known && known.amountFen === amountFen && isWithin(PARAMS_LAST_MS, known.at, now)
        ? known
        : { idempotencyKey: newIdempotencyKey(now), at: now, amountFen };
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
