import { join } from 'node:path';
import { fingerprint } from '../core/session/fingerprint.ts';
import { profileDirectory } from './profiles.ts';
import type { Surroundings } from './surroundings.ts';
import { claimsOf } from './token-claims.ts';

/** What two tokens of one account differ in. */
const TIMES = ['exp', 'iat', 'nbf'];

/** Where what a profile remembers of one account at one server lies: apart from every other, so that no command meets the orders of somebody else. */
export function accountDirectory(profile: string, api: string, token: string | undefined, place: Pick<Surroundings, 'env' | 'home'>): string {
  const account = token === undefined ? [] : [accountOf(token)];
  return join(profileDirectory(profile, place), 'accounts', fingerprint(api, ...account));
}

/**
 * What tells a token's account from others: all that a JWT claims but its times, since what the server knows the account by must be among that; of any other
 * token the token itself, so that a renewed one begins anew rather than take up what may be somebody else's.
 */
function accountOf(token: string): string {
  const lasting = Object.entries(claimsOf(token) ?? {}).filter(([name]) => !TIMES.includes(name));
  return lasting.length === 0 ? token : JSON.stringify(lasting.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
