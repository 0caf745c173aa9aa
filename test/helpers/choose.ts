import type { CheckoutRecords } from '../../src/core/checkout/checkout-records.ts';
import type { UnpaidPurchase } from '../../src/core/checkout/purchase.ts';
import { newIdempotencyKey } from '../../src/core/idempotency-key.ts';

/** Chooses an intent as an order does. Returns its purchase. */
export function choose(records: CheckoutRecords, intent: string): UnpaidPurchase | undefined {
  records.record({ type: 'intentChosen', intent, idempotencyKey: newIdempotencyKey(records.purchases().now) });
  return records.purchases().ofIntent(intent);
}
