import type { CheckoutRecords } from '../../src/core/checkout/records/checkout-records.ts';
import type { UnpaidPurchase } from '../../src/core/checkout/records/purchase.ts';
import { newIdempotencyKey } from '../../src/core/api/idempotency-key.ts';

/** Chooses an intent as an order does. Returns its purchase. */
export function choose(records: CheckoutRecords, name: string): UnpaidPurchase | undefined {
  const intent = { name };
  records.record({ type: 'intentChosen', intent, idempotencyKey: newIdempotencyKey(records.purchases().now) });
  return records.purchases().ofIntent(intent);
}
