import type { AccountScope } from '../state/account-scope.ts';
import { instant, objectOf, text } from '../state/schemas.ts';
import { Stored } from '../state/stored.ts';

/** The last verification code that was sent. */
export interface SentCode {
  /** Epoch ms. */
  at: number;
  /** The masked number to which it was sent. */
  mobile: string;
}

export function storedSentCode(scope: AccountScope): Stored<SentCode> {
  return new Stored(scope, 'session', 'codeSentAt', objectOf<SentCode>({ at: instant, mobile: text }));
}
