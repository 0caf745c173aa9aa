import { join } from 'node:path';
import { fingerprint } from '../../core/session/fingerprint.ts';
import { profileDirectory } from '../settings/profiles.ts';
import type { CliEnvironment } from '../environment.ts';
import { jwtClaims } from '../words/jwt-claims.ts';

/** In a profile's directory: the directories of its accounts. */
export const ACCOUNTS = 'accounts';

/** Claims that differ between two tokens of one account. */
const TIMES = ['exp', 'iat', 'nbf'];

/** The directory of one account's data at one server, so that no command sees the orders of another account. */
export function accountDirectory(
  profile: string,
  api: string,
  token: string | undefined,
  place: Pick<CliEnvironment, 'env' | 'home'>,
): string {
  const account = token === undefined ? [] : [accountOf(token)];
  return join(profileDirectory(profile, place), ACCOUNTS, fingerprint(api, ...account));
}

/**
 * Identifies a token's account: all claims of a JWT but its times, since the server's account id must be among them; for any other token
 * the token itself, so that a renewed token never takes over another account's data.
 */
function accountOf(token: string): string {
  const lasting = Object.entries(jwtClaims(token) ?? {}).filter(([name]) => !TIMES.includes(name));
  return lasting.length === 0 ? token : JSON.stringify(lasting.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
