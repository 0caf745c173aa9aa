import type { AccountScope } from '../state/account-scope.ts';
import { maybe, objectOf, text } from '../state/schemas.ts';
import { Stored } from '../state/stored.ts';
import type { Credentials } from './credentials.ts';

const credentials = objectOf<Credentials>({
  openid: maybe(text),
  sno: maybe(text),
  mobile: maybe(text),
  timestamp: maybe(text),
  nonceStr: maybe(text),
  signature: maybe(text),
  accessToken: maybe(text),
  pageType: maybe(text),
  appId: maybe(text),
  sysUserId: maybe(text),
});

/** Storage of the session. */
export function storedSession(scope: AccountScope) {
  return {
    credentials: new Stored(scope, 'session', 'credentials', credentials),
    /** Fingerprint of the user that the account scope belongs to. */
    person: new Stored(scope, 'account', 'person', text),
    /** Fingerprint of the server that the account scope belongs to. */
    server: new Stored(scope, 'account', 'server', text),
  };
}
