import { basename, dirname, join } from 'node:path';
import { ignoreFailure } from '../core/problem.ts';
import { isPhoneLike, phoneNumber } from '../core/phone.ts';
import { fingerprint } from '../core/session/fingerprint.ts';
import { GUARDING_KEYS } from '../core/state/activity-keys.ts';
import type { PrivateFiles } from './cli-environment.ts';
import { problemOf } from './problem-of.ts';

/** In a token's own directory: the name of the directory of the person to whom the server gave the token. */
const FILE = 'person';
const AREA = 'account';
const GUARDING_FILES = GUARDING_KEYS.map(fileNameOf);

/**
 * Returns the directory of the person whom the server named for a token, or the token's own directory while that is not
 * known. A renewed token of one person so finds the orders and starts of the last one.
 */
export function knownDirectory(own: string, files: Pick<PrivateFiles, 'read'>): string {
  const person = files.read(join(own, FILE));
  return person !== undefined && /^[0-9a-f]{32}$/.test(person) ? join(dirname(own), person) : own;
}

/**
 * True if a token has open orders or treatments of its own, from a time when the server did not say whose it is. It
 * keeps its directory until they are over.
 */
export function hasItsOwn(own: string, files: Pick<PrivateFiles, 'exists'>): boolean {
  return GUARDING_FILES.some((name) => files.exists(join(own, AREA, name)));
}

/**
 * The directory of the person with this phone number, which only one account can have, beside a token's own. Without a
 * number, or with a masked one, which several people have, it is the token's own.
 */
export function directoryOfPerson(own: string, api: string, mobile: string | undefined): string {
  if (mobile === undefined || !isPhoneLike(mobile)) return own;
  return join(dirname(own), fingerprint(api, 'person', phoneNumber(mobile)));
}

/** Records whom the server named for a token. */
export function recordPerson(
  own: string,
  api: string,
  mobile: string | undefined,
  files: Pick<PrivateFiles, 'exists' | 'write'>,
): void {
  const directory = directoryOfPerson(own, api, mobile);
  if (directory !== own && !hasItsOwn(own, files)) files.write(own, FILE, basename(directory));
}

/** Moves the person's data to the phone number that the person has bound, in place of what its last owner left. */
export function movePerson(
  own: string,
  api: string,
  mobile: string,
  files: Pick<PrivateFiles, 'exists' | 'read' | 'write' | 'move' | 'remove'>,
): void {
  const from = knownDirectory(own, files);
  const to = directoryOfPerson(own, api, mobile);
  if (from === own || from === to || to === own) return;
  files.remove(to);
  files.move(from, to);
  recordPerson(own, api, mobile, files);
}

/**
 * Removes an account's data from a directory, but for what guards money and bodies: it is there again when the account
 * comes back.
 */
export function removePersonal(directory: string, files: Pick<PrivateFiles, 'read' | 'write' | 'remove'>): void {
  const area = join(directory, AREA);
  const kept = GUARDING_FILES.flatMap((name) => {
    const text = readable(join(area, name), files);
    return text === undefined ? [] : [[name, text] as const];
  });
  files.remove(directory);
  for (const [name, text] of kept) files.write(area, name, text);
}

/** Undefined also for a file that another user may have prepared. */
function readable(path: string, files: Pick<PrivateFiles, 'read'>): string | undefined {
  try {
    return files.read(path);
  } catch (thrown) {
    return ignoreFailure(problemOf(thrown));
  }
}

/** As `FileAppStorage` names the file of a key. */
function fileNameOf(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `~${letter.charCodeAt(0).toString(16)}`);
}
