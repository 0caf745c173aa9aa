import { resolve, join } from 'node:path';
import { ignoreFailure, Problem } from '../../core/problem.ts';
import { MAX_TOKEN_TEXT_LENGTH, parseToken } from './access-token.ts';
import { accountDirectory, ACCOUNTS } from './account-directory.ts';
import { CLOCK_FILE } from './clock-skew.ts';
import { knownDirectory, removePersonal } from './person-directory.ts';
import type { TargetOptions, CommandHint } from '../words/command-hint.ts';
import { forgetDevices } from './known-devices.ts';
import { withHome } from '../input/home-path.ts';
import { problemOf } from '../words/problem-of.ts';
import { profileDirectory, runExclusive } from '../settings/profiles.ts';
import { looksLikeSecret } from '../words/secret-text.ts';
import type { Settings } from '../settings/settings.ts';
import { readText } from '../input/stdin.ts';
import type { CliEnvironment } from '../environment.ts';

const TOKEN_FILE = 'token';

/** The stored credentials of a profile. */
interface StoredCredentials {
  token?: unknown;
  /** The server that issued the token. */
  api?: unknown;
  /** Masked. */
  phone?: unknown;
}

/** The token from the flag's file, the environment or the profile; undefined if nobody is signed in. */
export async function findToken(
  given: TargetOptions,
  settings: Settings,
  environment: CliEnvironment,
  hint: CommandHint,
): Promise<string | undefined> {
  if (given.tokenFile !== undefined) return readTokenFile(given.tokenFile, settings, environment, hint);
  const { PHYSIO_TOKEN: ofEnvironment } = environment.env;
  if (ofEnvironment !== undefined && ofEnvironment !== '')
    return parseToken(ofEnvironment, 'PHYSIO_TOKEN', settings.values.api);
  return readStoredToken(settings, environment, hint);
}

/** The token in a private file; `-` reads stdin or prompts on a terminal. Throws the Problem `invalid-input` or `storage`, never with the token in it. */
export async function readTokenFile(
  path: string,
  { values }: Settings,
  environment: CliEnvironment,
  hint: CommandHint,
): Promise<string> {
  if (path === '-')
    return parseToken(
      await readAll(values.api, environment, hint),
      environment.stdin.isTTY ? 'The input' : 'Stdin',
      values.api,
    );
  // What a shell's pipe is called: /dev/stdin, or /dev/fd/63 for <(COMMAND).
  if (/^\/dev\/(stdin$|fd\/)/.test(path))
    throw new Problem('storage', { message: `${path} is a link; to pipe a token in: --token-file -` });
  const text = environment.files.read(resolve(environment.directory, withHome(path, environment)));
  if (text !== undefined) return parseToken(text, path, values.api);
  if (looksLikeSecret(path))
    throw new Problem('invalid-input', {
      message:
        '--token-file takes a file name, never the token or a link: other users can see command lines. Use - to paste it',
    });
  throw new Problem('invalid-input', { message: `Token file ${path} does not exist` });
}

/**
 * Stores the token in the profile, with its server and its user's masked phone number. Deletes what is personal of another account that was signed in.
 * Call it only within `runExclusive`.
 */
export function storeToken(
  token: string,
  phone: string | undefined,
  { profile, values }: Settings,
  environment: CliEnvironment,
): void {
  const directory = (of: StoredCredentials) => accountDirectory(profile, String(of.api), String(of.token), environment);
  const given: StoredCredentials = { api: values.api, token, phone };
  const before = readStored(profile, environment);
  environment.files.write(profileDirectory(profile, environment), TOKEN_FILE, JSON.stringify(given));
  if (!before || directory(before) === directory(given)) return;
  const { files } = environment;
  const [left, now] = [before, given].map((each) => knownDirectory(directory(each), files));
  const isAnotherPerson = left !== now && now !== directory(given);
  if (left !== now) forgetDevices(profile, environment);
  removePersonal(directory(before), files);
  if (left !== undefined && isAnotherPerson) removePersonal(left, files);
}

/** Updates the masked phone number beside the token, if that token is still stored. */
export async function storePhone(
  token: string | undefined,
  phone: string | undefined,
  { profile, values }: Settings,
  environment: CliEnvironment,
): Promise<void> {
  const differs = (kept: StoredCredentials | undefined) =>
    kept?.token === token && kept?.api === values.api && kept?.phone !== phone;
  if (token === undefined || !differs(readStored(profile, environment))) return;
  await runExclusive(environment, () => {
    const kept = readStored(profile, environment);
    if (differs(kept))
      environment.files.write(profileDirectory(profile, environment), TOKEN_FILE, JSON.stringify({ ...kept, phone }));
  });
}

/** The masked phone number of the signed-in user at this server, if known. `used`: the token that a command has read; undefined once another one is stored. */
export function storedPhone(
  { profile, values }: Settings,
  environment: CliEnvironment,
  used: string | undefined,
): string | undefined {
  const kept = readStored(profile, environment);
  if (kept?.api !== values.api || (used !== undefined && kept?.token !== used)) return undefined;
  return typeof kept?.phone === 'string' ? kept.phone : undefined;
}

/**
 * Deletes the token and what is personal of every account of a profile; true if there was a token. What guards money and
 * bodies stays: the same person may sign in again, and must neither order nor start twice.
 */
export async function deleteSignIn(
  { profile }: Pick<Settings, 'profile'>,
  environment: CliEnvironment,
): Promise<boolean> {
  let wasSignedIn = false;
  await runExclusive(environment, () => {
    const { files } = environment;
    const directory = profileDirectory(profile, environment);
    const accounts = join(directory, ACCOUNTS);
    wasSignedIn = isSignedIn({ profile }, environment);
    for (const name of files.list(accounts)) removePersonal(join(accounts, name), files);
    if (files.list(accounts).length === 0) return files.remove(directory);
    for (const name of files.list(directory))
      if (name !== ACCOUNTS && name !== CLOCK_FILE) files.remove(join(directory, name));
  });
  return wasSignedIn;
}

/** Deletes the token and the data of every account of a profile; true if there was a token. Call it only within `runExclusive`. */
export function removeProfileData(profile: string, environment: CliEnvironment): boolean {
  const wasSignedIn = isSignedIn({ profile }, environment);
  environment.files.remove(profileDirectory(profile, environment));
  return wasSignedIn;
}

/** The masked phone number of a profile's signed-in user and the server of the token, as far as they are known. */
export function storedSignIn(profile: string, environment: CliEnvironment): { phone?: string; api?: string } {
  const { phone, api } = readStored(profile, environment) ?? {};
  return { phone: typeof phone === 'string' ? phone : undefined, api: typeof api === 'string' ? api : undefined };
}

/** The same in words. */
export function storedAccount(profile: string, environment: CliEnvironment): string | undefined {
  const { phone, api = '' } = storedSignIn(profile, environment);
  if (!URL.canParse(api)) return undefined;
  const { host } = new URL(api);
  return phone === undefined ? `at ${host}` : `as ${phone} at ${host}`;
}

/** Whether the profile stores a token, even one that cannot be read. */
export function isSignedIn({ profile }: Pick<Settings, 'profile'>, environment: CliEnvironment): boolean {
  try {
    return environment.files.exists(join(profileDirectory(profile, environment), TOKEN_FILE));
  } catch (thrown) {
    ignoreFailure(problemOf(thrown));
    return true;
  }
}

function readStoredToken(
  { profile, values }: Settings,
  environment: CliEnvironment,
  hint: CommandHint,
): string | undefined {
  const path = join(profileDirectory(profile, environment), TOKEN_FILE);
  const text = environment.files.read(path);
  if (text === undefined) return undefined;
  const kept = parsed(text);
  if (typeof kept?.token !== 'string' || typeof kept.api !== 'string')
    throw new Problem('storage', { message: `${path} is damaged; sign in again: ${hint`login --token-file FILE`}` });
  if (kept.api !== values.api)
    throw new Problem('no-token', {
      message: `The token of profile ${profile} was issued for ${kept.api} and is not sent to ${String(values.api)}; sign in there: ${hint`login --profile NAME --api ${values.api} --token-file FILE`}`,
    });
  return parseToken(kept.token, path, values.api);
}

/** Undefined also for unreadable credentials: they are replaced. */
function readStored(profile: string, environment: CliEnvironment) {
  try {
    return parsed(environment.files.read(join(profileDirectory(profile, environment), TOKEN_FILE)) ?? '');
  } catch (thrown) {
    return ignoreFailure(problemOf(thrown));
  }
}

function parsed(text: string): StoredCredentials | undefined {
  try {
    return JSON.parse(text) as StoredCredentials;
  } catch {
    return undefined;
  }
}

/** Prompts for a token or an entry link, without echo, and names the server that will receive it. Returns the text as it was typed. */
export async function askToken(api: unknown, environment: CliEnvironment): Promise<string> {
  const { askSecret } = await import('../input/prompt.ts');
  const server = api === undefined ? '' : ` for ${new URL(String(api)).host}`;
  return askSecret(`Access token or entry link${server} (input is hidden): `, environment);
}

async function readAll(api: unknown, environment: CliEnvironment, hint: CommandHint): Promise<string> {
  const { stdin, stderr } = environment;
  if (stdin.isTTY && !stderr.isTTY)
    throw new Problem('invalid-input', {
      message: `Pipe the token in, or give a file: ${hint`login --token-file FILE`}`,
    });
  if (stdin.isTTY) return askToken(api, environment);
  return readText(stdin, MAX_TOKEN_TEXT_LENGTH * 2);
}
