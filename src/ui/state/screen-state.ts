import type { Order } from '../../core/order/order.ts';
import { orderSchema } from '../../core/order/stored.ts';
import { isSameDevice } from '../../core/basics/device-code.ts';
import type { AccountScope } from '../../core/state/account-scope.ts';
import { flag, objectOf, text } from '../../core/state/schemas.ts';
import { oneOf, Stored } from '../../core/state/stored.ts';
import type { PresetMode } from '../../core/treatment/settings/presets.ts';
import type { TreatmentSettings } from '../../core/treatment/settings/settings.ts';
import { settingsSchema } from '../../core/treatment/records/stored.ts';
import { StoredValue } from './stored-value.ts';

/** The order that the detail screen shows if its address contains no order number. */
export function shownOrder(scope: AccountScope): StoredValue<Order> {
  return new StoredValue(new Stored(scope, 'session', 'shownOrder', orderSchema));
}

/** What was composed last on the custom screen, and for which device. */
interface CustomSettings {
  sno: string;
  settings: TreatmentSettings;
}

/**
 * The settings of the custom screen. Those of one device are none of another, which may treat another person, and those of
 * one rental none of the next: see `forgetSettingsOf`.
 */
export function customSettings(scope: AccountScope): StoredValue<CustomSettings> {
  const schema = objectOf<CustomSettings>({ sno: text, settings: settingsSchema });
  return new StoredValue(new Stored(scope, 'session', 'customSettings', schema));
}

/** What was composed for the device. Without a function, as another release may have kept it, the screen could not show all of it. */
export function settingsFor(sno: string, kept: CustomSettings | undefined): TreatmentSettings | undefined {
  return isSameDevice(kept?.sno, sno) && kept?.settings.function !== undefined ? kept.settings : undefined;
}

/** Call it when another rental of the device begins, which may be the next customer's. */
export function forgetSettingsOf(sno: string, kept: StoredValue<CustomSettings>): void {
  if (isSameDevice(kept.current?.sno, sno)) kept.set(undefined);
}

/** The last treatment of this tab that had a preset's settings, until another start. */
export interface LastTreatment {
  sno: string;
  mode: PresetMode;
}

/** The treatment that the modes mark as the last one. */
export function lastTreatment(scope: AccountScope): StoredValue<LastTreatment> {
  const mode = oneOf<PresetMode>({ bio: true, light: true, sleep: true, quantum: true });
  return new StoredValue(new Stored(scope, 'session', 'lastTreatment', objectOf<LastTreatment>({ sno: text, mode })));
}

/** True after the user has dismissed the banner on the login screen. */
export function bindingBannerDismissed(scope: AccountScope): StoredValue<boolean> {
  return new StoredValue(new Stored(scope, 'session', 'bindingBannerDismissed', flag));
}
