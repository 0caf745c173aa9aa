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
  lang: maybe(text),
});

/** Storage of the session's credentials. */
export function storedCredentials(scope: AccountScope): Stored<Credentials> {
  return new Stored(scope, 'session', 'credentials', credentials);
}
