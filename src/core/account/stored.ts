import type { AccountScope } from '../state/account-scope.ts';
import { instant } from '../state/schemas.ts';
import { Stored } from '../state/stored.ts';

/** When the last verification code was sent; epoch ms. */
export function storedCodeSentAt(scope: AccountScope): Stored<number> {
  return new Stored(scope, 'session', 'codeSentAt', instant);
}
