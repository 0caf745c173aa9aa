import { ACTIVITY_KEYS } from './activity-keys.ts';
import type { AccountScope } from './account-scope.ts';

/**
 * True if this phone stores a purchase or a treatment of the account that is not finished. Reads no value, so that the
 * first script needs no schema. Throws the Problem `storage`.
 */
export function hasOpenActivity(scope: AccountScope): boolean {
  return Object.values(ACTIVITY_KEYS).some((key) => scope.read('account', key) !== undefined);
}
