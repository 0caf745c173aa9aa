import type { AccountScope } from '../../core/state/account-scope.ts';
import { text } from '../../core/state/schemas.ts';
import { Stored } from '../../core/state/stored.ts';
import { StoredValue } from './stored-value.ts';

/** The number of the device that an address of this visit last named. Only `useSubject` reads it. */
export function lastDevice(scope: AccountScope): StoredValue<string> {
  return new StoredValue(new Stored(scope, 'session', 'lastDevice', text));
}
