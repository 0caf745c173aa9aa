import type { AccountScope } from '../../core/state/account-scope.ts';
import { recordOf, text } from '../../core/state/schemas.ts';
import { Stored } from '../../core/state/stored.ts';

/** The addresses of the screens in the history of the tab, by their position. */
export function historyAddresses(scope: AccountScope): Stored<Record<string, string>> {
  return new Stored(scope, 'session', 'historyAddresses', recordOf(text));
}
