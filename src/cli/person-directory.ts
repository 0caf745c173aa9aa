import { dirname, join } from 'node:path';
import { phoneNumber } from '../core/phone.ts';
import { fingerprint } from '../core/session/fingerprint.ts';
import { GUARDING_KEYS } from '../core/state/activity-keys.ts';
import type { PrivateFiles } from './cli-environment.ts';

/** In a token's own directory: the name of the directory of the person to whom the server gave the token. */
const FILE = 'person';

/**
 * Returns the directory of the person whom the server named for a token, or the token's own directory while that is not
 * known. A renewed token of one person so finds the orders and starts of the last one.
 */
export function knownDirectory(own: string, files: Pick<PrivateFiles, 'read'>): string {
  const person = files.read(join(own, FILE));
  return person !== undefined && /^[0-9a-f]{32}$/.test(person) ? join(dirname(own), person) : own;
}

/**
 * Records whom the server named for a token, by the phone number that only one account can have. A token that has open
 * orders or treatments of its own, from a time when the server could not be asked, keeps its directory until they are over.
 */
export function recordPerson(
  own: string,
  api: string,
  mobile: string | undefined,
  files: Pick<PrivateFiles, 'exists' | 'write'>,
): void {
  if (mobile === undefined || mobile === '') return;
  const hasItsOwn = GUARDING_KEYS.some((key) => files.exists(join(own, 'account', fileNameOf(key))));
  if (!hasItsOwn) files.write(own, FILE, fingerprint(api, 'person', phoneNumber(mobile)));
}

/** As `FileAppStorage` names the file of a key. */
function fileNameOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `~${letter.charCodeAt(0).toString(16)}`);
}
