import type { Order } from '../../core/order/order.ts';
import { orderSchema } from '../../core/order/stored.ts';
import type { AccountScope } from '../../core/state/account-scope.ts';
import { flag } from '../../core/state/schemas.ts';
import { Stored } from '../../core/state/stored.ts';
import type { TreatmentSettings } from '../../core/treatment/settings.ts';
import { settingsSchema } from '../../core/treatment/stored.ts';
import { StoredValue } from '../stores/stored-value.ts';

/** The order that the detail screen shows if its address contains no order number. */
export function shownOrder(scope: AccountScope): StoredValue<Order> {
  return new StoredValue(new Stored(scope, 'session', 'shownOrder', orderSchema));
}

/** The last settings of the custom screen. */
export function customSettings(scope: AccountScope): StoredValue<TreatmentSettings> {
  return new StoredValue(new Stored(scope, 'session', 'customSettings', settingsSchema));
}

/** True after the user has dismissed the banner on the login screen. */
export function bindingBannerDismissed(scope: AccountScope): StoredValue<boolean> {
  return new StoredValue(new Stored(scope, 'session', 'bindingBannerDismissed', flag));
}
