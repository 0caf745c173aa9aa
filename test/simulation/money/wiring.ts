import type { CancelOrder } from '../../../src/core/checkout/cancel-order.ts';
import type { ConfirmPayment } from '../../../src/core/checkout/confirm/confirm-payment.ts';
import type { PayOrder } from '../../../src/core/checkout/pay/pay-order.ts';
import type { PrepayCache } from '../../../src/core/checkout/pay/prepay-cache.ts';
import type { PlaceOrder } from '../../../src/core/checkout/place/place-order.ts';
import type { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import type { RentDevice } from '../../../src/core/checkout/rent-device.ts';
import type { AccountScope } from '../../../src/core/state/account-scope.ts';
import type { Mutex } from '../../../src/ports/mutex.ts';
import { replaced } from '../kernel/mistake.ts';

/** What a page is wired of. */
export interface Parts {
  scope: AccountScope;
  records: CheckoutRecords;
  mutex: Mutex;
  confirm: ConfirmPayment;
  place: PlaceOrder;
  prepay: PrepayCache;
  pay: PayOrder;
  rent: RentDevice;
  cancel: CancelOrder;
}

/** What is done to each part before a page uses it: nothing, unless a mistake is planted. */
export const WIRING: { [Name in keyof Parts]: (part: Parts[Name]) => Parts[Name] } = {
  scope: (part) => part,
  records: (part) => part,
  mutex: (part) => part,
  confirm: (part) => part,
  place: (part) => part,
  prepay: (part) => part,
  pay: (part) => part,
  rent: (part) => part,
  cancel: (part) => part,
};

/** Wires every page with another part while the work runs. */
export function wiredWith<Name extends keyof Parts, Result>(
  name: Name,
  change: (part: Parts[Name]) => Partial<Parts[Name]>,
  work: () => Promise<Result>,
): Promise<Result> {
  const changed = (part: Parts[Name]): Parts[Name] => Object.assign(Object.create(part), change(part));
  return replaced(WIRING, name, () => changed as (typeof WIRING)[Name], work);
}
