import * as v from 'valibot';
import type { AccountScope } from '../state/account-scope.ts';
import { Stored } from '../state/stored.ts';

/** Marks a session in which the user opened share management. */
export function storedShareState(scope: AccountScope): Stored<2> {
  return new Stored(scope, 'session', 'shareState', v.literal(2));
}
