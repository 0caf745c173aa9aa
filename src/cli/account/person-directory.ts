import { basename, dirname, join } from 'node:path';
import { isSameDevice } from '../../core/basics/device-code.ts';
import { ignoreFailure } from '../../core/problem.ts';
import { isPhoneLike, phoneNumber } from '../../core/basics/phone.ts';
import { fingerprint } from '../../core/session/fingerprint.ts';
import {
  ACTIVITY_KEYS,
  GUARDING_KEYS,
  guardsForMs,
  LAPSED_PAYMENTS,
  STOP_KEYS,
} from '../../core/state/activity-keys.ts';
import { latestInstantIn } from '../../core/state/latest-instant.ts';
import { isLinked } from './call-log.ts';
import type { PrivateFiles } from '../environment.ts';
import { problemOf } from '../words/problem-of.ts';

/** In a token's own directory: the name of the directory of the person to whom the server gave the token. */
const FILE = 'person';
const AREA = 'account';
/** As `FileLock` names the directory of its locks. */
const LOCKS = 'locks';
/** In each account's directory: the fingerprint of its server. */
const SERVER = 'server';
const GUARDING_FILES = GUARDING_KEYS.map(fileNameOf);
const PURCHASES = ACTIVITY_KEYS.purchases;
const OPEN_KEYS = [...Object.values(ACTIVITY_KEYS), LAPSED_PAYMENTS];

/**
 * Returns the directory of the person whom the server named for a token, or the token's own directory while that is not
 * known. A renewed token of one person so finds the orders and starts of the last one.
 */
export function knownDirectory(own: string, files: Pick<PrivateFiles, 'read'>): string {
  const person = files.read(join(own, FILE));
  return person !== undefined && /^[0-9a-f]{32}$/.test(person) ? join(dirname(own), person) : own;
}

/** True if a directory has what still guards money or a body: an order that nobody pays or cancels has no end. `now`: epoch ms. */
function hasItsOwn(
  own: string,
  now: number,
  files: Pick<PrivateFiles, 'exists' | 'read'>,
  keys = GUARDING_KEYS,
): boolean {
  return keys.some((key) => {
    const path = join(own, AREA, fileNameOf(key));
    if (!files.exists(path)) return false;
    const latest = key === PURCHASES ? undefined : latestInstantIn(readable(path, files));
    return latest === undefined || now - latest < (guardsForMs(key) ?? Infinity);
  });
}

/**
 * True if a directory has open orders or treatments. A token that has its own, from a time when the server did not say whose
 * it is, keeps to them until they are over; `recordPerson` passes on what it has of stops alone. `now`: epoch ms.
 */
export function hasOrdersOrStarts(own: string, now: number, files: Pick<PrivateFiles, 'exists' | 'read'>): boolean {
  return hasItsOwn(
    own,
    now,
    files,
    GUARDING_KEYS.filter((key) => !STOP_KEYS.includes(key)),
  );
}

/**
 * The directory of the person with this phone number, which only one account can have, beside a token's own. Without a
 * number, or with a masked one, which several people have, it is the token's own.
 */
export function directoryOfPerson(own: string, api: string, mobile: string | undefined): string {
  if (mobile === undefined || !isPhoneLike(mobile)) return own;
  return join(dirname(own), fingerprint(api, 'person', phoneNumber(mobile)));
}

/** Records the server of an account's directory. Nothing of a command depends on it: what cannot be written is left out. */
export function recordServer(directory: string, api: string, files: Pick<PrivateFiles, 'exists' | 'write'>): void {
  try {
    if (!isLinked(directory) && !files.exists(join(directory, SERVER)))
      files.write(directory, SERVER, fingerprint(api));
  } catch (thrown) {
    ignoreFailure(problemOf(thrown));
  }
}

/** Records whom the server named for a token. */
export function recordPerson(
  own: string,
  api: string,
  mobile: string | undefined,
  now: number,
  files: Pick<PrivateFiles, 'exists' | 'read' | 'write' | 'remove'>,
): void {
  const directory = directoryOfPerson(own, api, mobile);
  if (directory === own || hasOrdersOrStarts(own, now, files)) return;
  passStopsOn(own, directory, files);
  files.write(own, FILE, basename(directory));
}

/** A stop does not wait for the name of its person. */
function passStopsOn(own: string, person: string, files: Pick<PrivateFiles, 'read' | 'write' | 'remove'>): void {
  const [from, to] = [join(own, AREA), join(person, AREA)];
  for (const name of STOP_KEYS.map(fileNameOf)) {
    const stops = rowsIn(readable(join(from, name), files));
    if (stops.length === 0) continue;
    const isOther = ([sno]: [string, unknown]) => !stops.some(([stopped]) => isSameDevice(stopped, sno));
    const others = rowsIn(readable(join(to, name), files)).filter(isOther);
    files.write(to, name, JSON.stringify(Object.fromEntries([...others, ...stops])));
    files.remove(join(from, name));
  }
}

/**
 * The server names this number for a token whose person is known with another one, or that has orders or starts of its own: the number was
 * changed or bound elsewhere, for example in WeChat.
 * The token proves that it is the same person, so the orders and starts move to the new number. They stay if there are some with the new
 * number already, and the token keeps to them. Call it with the number of each answer, within `runExclusive`.
 */
export function followPerson(
  own: string,
  api: string,
  mobile: string | undefined,
  now: number,
  files: Pick<PrivateFiles, 'exists' | 'list' | 'read' | 'write' | 'move' | 'remove'>,
): void {
  if (mobile !== undefined && isElsewhere(own, api, mobile, now, files)) movePerson(own, api, mobile, now, files);
}

/** True if `followPerson` moves the person's orders and starts. */
export function isElsewhere(
  own: string,
  api: string,
  mobile: string | undefined,
  now: number,
  files: Pick<PrivateFiles, 'exists' | 'read'>,
): boolean {
  const from = knownDirectory(own, files);
  const to = directoryOfPerson(own, api, mobile);
  return to !== own && to !== from && !hasItsOwn(to, now, files) && (from !== own || hasItsOwn(own, now, files));
}

/**
 * True if other accounts of this profile at this server may have open orders, running treatments or payments that nobody has asked back, as
 * long as these guard. The person of a token may be among them, with an earlier token and an earlier number. An account whose server an earlier
 * release did not record counts. `now`: epoch ms.
 */
export function othersAreOpen(
  directory: string,
  api: string,
  now: number,
  files: Pick<PrivateFiles, 'list' | 'read'>,
): boolean {
  const accounts = dirname(directory);
  const isOfServer = (name: string) =>
    (readable(join(accounts, name, SERVER), files) ?? fingerprint(api)) === fingerprint(api);
  const others = files.list(accounts).filter((name) => name !== basename(directory) && isOfServer(name));
  return others.some((name) =>
    OPEN_KEYS.some((key) => {
      const latest = latestInstantIn(readable(join(accounts, name, AREA, fileNameOf(key)), files));
      return latest !== undefined && now - latest < (guardsForMs(key) ?? 0);
    }),
  );
}

/** A stored purchase or lapsed payment, as far as it can be read. */
type PurchaseRow = { state?: unknown; order?: { number?: unknown } };

/**
 * Names what the accounts in a directory may have open: payments by the numbers of their orders, and treatments by those
 * of their devices. Rows stay until a command settles them, so some may be over.
 */
export function openIn(accounts: string, files: Pick<PrivateFiles, 'list' | 'read'>): string[] {
  const rowsOf = (key: string) =>
    files.list(accounts).flatMap((name) => rowsIn(readable(join(accounts, name, AREA, fileNameOf(key)), files)));
  const { purchases, ...ofDevices } = ACTIVITY_KEYS;
  const payments = [...rowsOf(purchases), ...rowsOf(LAPSED_PAYMENTS)]
    .map(([, row]) => row as PurchaseRow)
    .filter(({ state }) => state !== 'draft' && state !== 'ordered')
    .map(({ order }) =>
      typeof order?.number === 'string' ? `order ${order.number}` : 'an order that was not answered',
    );
  const devices = Object.values(ofDevices)
    .flatMap(rowsOf)
    .map(([sno]) => `device ${sno}`);
  return [...new Set([...payments, ...devices])];
}

/** The rows of a stored list or record; none of a damaged one. */
function rowsIn(text: string | undefined): [string, unknown][] {
  try {
    const rows = Object.entries((JSON.parse(text ?? 'null') as object | null) ?? {});
    return rows.filter(([, row]) => row !== null);
  } catch {
    return [];
  }
}

/**
 * Moves the person's data to the phone number that the person has bound. What guards the money and body of the number's
 * last owner stays that person's: it moves to a directory that only the tokens of that person name.
 */
export function movePerson(
  own: string,
  api: string,
  mobile: string,
  now: number,
  files: Pick<PrivateFiles, 'exists' | 'list' | 'read' | 'write' | 'move' | 'remove'>,
): void {
  const from = knownDirectory(own, files);
  const to = directoryOfPerson(own, api, mobile);
  if (from === to || to === own || (from === own && !hasItsOwn(own, now, files))) return;
  removePersonal(to, files);
  if (hasItsOwn(to, now, files)) setAside(to, files);
  else files.remove(to);
  files.move(from, to);
  for (const token of tokensOf(from, files)) files.remove(join(token, FILE)); // the server is asked again whose they are
  recordPerson(own, api, mobile, now, files);
}

/** Moves a person's data to a directory without a phone number. The tokens of that person follow. */
function setAside(person: string, files: Pick<PrivateFiles, 'list' | 'read' | 'write' | 'move'>): void {
  const accounts = dirname(person);
  const aside = crypto.randomUUID().replaceAll('-', '');
  files.move(person, join(accounts, aside));
  for (const token of tokensOf(person, files)) files.write(token, FILE, aside);
}

/** The own directories of the tokens that are known to be of a person. */
function tokensOf(person: string, files: Pick<PrivateFiles, 'list' | 'read'>): string[] {
  const accounts = dirname(person);
  const owns = files.list(accounts).map((name) => join(accounts, name));
  return owns.filter((own) => readable(join(own, FILE), files) === basename(person));
}

/**
 * Removes an account's data from a directory, but for what guards money and bodies: it is there again when the account
 * comes back. Those files and the locks are never touched, because a command of the account may be running.
 */
export function removePersonal(directory: string, files: Pick<PrivateFiles, 'list' | 'remove'>): void {
  const remove = (place: string, isKept: (name: string) => boolean) => {
    for (const name of files.list(place)) if (!isKept(name)) files.remove(join(place, name));
  };
  remove(join(directory, AREA), (name) => GUARDING_FILES.some((file) => name === file || name.startsWith(`${file}.`)));
  const keepsGuards = files.list(join(directory, AREA)).length > 0;
  remove(directory, (name) => name === AREA || name === LOCKS || (name === SERVER && keepsGuards));
}

/** Removes an account's directory, but for what still guards money or a body. `now`: epoch ms. */
export function discardAccount(
  directory: string,
  now: number,
  files: Pick<PrivateFiles, 'list' | 'read' | 'remove'>,
): void {
  if (GUARDING_KEYS.some((key) => stillGuards(directory, key, now, files))) removePersonal(directory, files);
  else files.remove(directory);
}

/** What cannot be read, or names no time, may guard for ever. */
function stillGuards(directory: string, key: string, now: number, files: Pick<PrivateFiles, 'read'>): boolean {
  try {
    const text = files.read(join(directory, AREA, fileNameOf(key)));
    const latest = latestInstantIn(text);
    return text !== undefined && (latest === undefined || now - latest < (guardsForMs(key) ?? Infinity));
  } catch (thrown) {
    ignoreFailure(problemOf(thrown));
    return true;
  }
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
