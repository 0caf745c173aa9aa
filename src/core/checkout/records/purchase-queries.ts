import type { PayableOrder } from '../../order/order.ts';
import { intentsOf, isSameIntent, orderOf, wasTriedWithin, type Intent } from './purchase.ts';
import type { Purchases } from './purchases.ts';

/** True if the user tried the intent less than `ms` ago. */
export function wasIntentTriedWithin(ms: number, intent: Intent, purchases: Purchases): boolean {
  const purchase = purchases.ofIntent(intent);
  return (
    purchase !== undefined &&
    intentsOf(purchase).some((each) => isSameIntent(each, intent) && wasTriedWithin(ms, each, purchases.now))
  );
}

/** Returns the orders that this phone placed, opened for payment or knows to be paid; unpaid ones first. */
export function knownOrders({ all }: Purchases): PayableOrder[] {
  return all.flatMap((purchase) => orderOf(purchase) ?? []);
}

/** Returns the order numbers of all other intents. */
export function claimedNumbers({ all }: Purchases, intent: Intent): string[] {
  return all.flatMap((purchase) =>
    intentsOf(purchase).some((each) => !isSameIntent(each, intent)) ? (orderOf(purchase)?.number ?? []) : [],
  );
}
