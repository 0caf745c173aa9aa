import { AccountScope } from '../../core/state/account-scope.ts';
import { useService } from '../application.ts';

type Make<Store> = (scope: AccountScope) => Store;

const stores = new WeakMap<AccountScope, Map<Make<unknown>, unknown>>();

/** Returns state that outlives a screen. `make` runs once per account scope, on first use. */
export function useScreenState<Store>(make: Make<Store>): Store {
  const scope = useService(AccountScope);
  const known = stores.get(scope) ?? new Map<Make<unknown>, unknown>();
  stores.set(scope, known);
  if (!known.has(make)) known.set(make, make(scope));
  return known.get(make) as Store;
}
