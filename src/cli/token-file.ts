import { resolve, join } from 'node:path';
import { ignoreFailure, Problem } from '../core/problem.ts';
import { LONGEST_TOKEN_TEXT, tokenIn } from './access-token.ts';
import { accountDirectory } from './account-directory.ts';
import { commandHint, type Addressed, type CommandHint } from './command-hint.ts';
import { problemOf } from './problem-of.ts';
import { profileDirectory, runExclusive } from './profiles.ts';
import { looksLikeSecret } from './secret-text.ts';
import type { Settings } from './settings.ts';
import { textOf } from './stdin.ts';
import type { Surroundings } from './surroundings.ts';

const KEPT = 'token';

/** What a profile keeps of who is signed in. */
interface Kept {
  token?: unknown;
  /** The server that the token was given for. */
  api?: unknown;
  /** Masked. */
  phone?: unknown;
}

/** The token to speak with: of the flag's file, the environment, or the profile; undefined where nobody is signed in. */
export async function findToken(given: Addressed, settings: Settings, surroundings: Surroundings): Promise<string | undefined> {
  const hint = commandHint(given);
  if (given.tokenFile !== undefined) return readTokenFile(given.tokenFile, settings, surroundings, hint);
  const { PHYSIO_TOKEN: ofEnvironment } = surroundings.env;
  if (ofEnvironment !== undefined && ofEnvironment !== '') return tokenIn(ofEnvironment, 'PHYSIO_TOKEN', settings.values.api);
  return readKeptToken(settings, surroundings, hint);
}

/** The token in a private file; `-` reads it from stdin, or asks for it on a terminal. Throws the Problem `invalid-input` or `storage`, never with the token in it. */
export async function readTokenFile(path: string, { values }: Settings, surroundings: Surroundings, hint: CommandHint): Promise<string> {
  if (path === '-') return tokenIn(await readAll(surroundings, hint), surroundings.stdin.isTTY ? 'what was typed' : 'stdin', values.api);
  const text = surroundings.files.read(resolve(surroundings.directory, path));
  if (text !== undefined) return tokenIn(text, path, values.api);
  if (looksLikeSecret(path)) throw new Problem('invalid-input', { message: '--token-file takes the name of a file, never the token or a link: others can see a command line. Use - to paste it' });
  throw new Problem('invalid-input', { message: `there is no token file ${path}` });
}

/**
 * Keeps the token in the profile, together with the server it was given for and its user's masked phone number. Where another account was signed in,
 * what is remembered of that one is removed. Only within `runExclusive`.
 */
export function keepToken(token: string, phone: string | undefined, { profile, values }: Settings, surroundings: Surroundings): void {
  const directory = (of: Kept) => accountDirectory(profile, String(of.api), String(of.token), surroundings);
  const given: Kept = { api: values.api, token, phone };
  const before = keptBefore(profile, surroundings);
  surroundings.files.write(profileDirectory(profile, surroundings), KEPT, JSON.stringify(given));
  if (before && directory(before) !== directory(given)) surroundings.files.remove(directory(before));
}

/** Keeps another masked phone number beside the token, where that is still the one that is kept. */
export async function keepPhone(token: string | undefined, phone: string | undefined, { profile, values }: Settings, surroundings: Surroundings): Promise<void> {
  const differs = (kept: Kept | undefined) => kept?.token === token && kept?.api === values.api && kept?.phone !== phone;
  if (token === undefined || !differs(keptBefore(profile, surroundings))) return;
  await runExclusive(surroundings, () => {
    const kept = keptBefore(profile, surroundings);
    if (differs(kept)) surroundings.files.write(profileDirectory(profile, surroundings), KEPT, JSON.stringify({ ...kept, phone }));
  });
}

/** The masked phone number of the user whose token is kept for this server, as far as it is known. */
export function keptPhone({ profile, values }: Settings, surroundings: Surroundings): string | undefined {
  const kept = keptBefore(profile, surroundings);
  return kept?.api === values.api && typeof kept?.phone === 'string' ? kept.phone : undefined;
}

/** Forgets the token of a profile and what is remembered of every account; true where there was a token. */
export async function forgetProfile(settings: Pick<Settings, 'profile'>, surroundings: Surroundings): Promise<boolean> {
  let wasSignedIn = false;
  await runExclusive(surroundings, () => {
    wasSignedIn = isSignedIn(settings, surroundings);
    surroundings.files.remove(profileDirectory(settings.profile, surroundings));
  });
  return wasSignedIn;
}

/** Whether the profile keeps a token; one that is refused is there, too. */
export function isSignedIn({ profile }: Pick<Settings, 'profile'>, surroundings: Surroundings): boolean {
  try {
    return surroundings.files.read(join(profileDirectory(profile, surroundings), KEPT)) !== undefined;
  } catch (thrown) {
    ignoreFailure(problemOf(thrown));
    return true;
  }
}

function readKeptToken({ profile, values }: Settings, surroundings: Surroundings, hint: CommandHint): string | undefined {
  const path = join(profileDirectory(profile, surroundings), KEPT);
  const text = surroundings.files.read(path);
  if (text === undefined) return undefined;
  const kept = parsed(text);
  if (typeof kept?.token !== 'string') throw new Problem('storage', { message: `${path} is damaged; sign in anew: ${hint`login --token-file FILE`}` });
  if (kept.api !== values.api)
    throw new Problem('no-token', {
      message: `the token of profile ${profile} was given for ${String(kept.api)} and is not sent to ${String(values.api)}; sign in there: ${hint`login --profile NAME --api ${values.api} --token-file FILE`}`,
    });
  return tokenIn(kept.token, path, values.api);
}

/** Undefined as well for one that cannot be read: it is replaced. */
function keptBefore(profile: string, surroundings: Surroundings) {
  try {
    return parsed(surroundings.files.read(join(profileDirectory(profile, surroundings), KEPT)) ?? '');
  } catch (thrown) {
    return ignoreFailure(problemOf(thrown));
  }
}

function parsed(text: string): Kept | undefined {
  try {
    return JSON.parse(text) as Kept;
  } catch {
    return undefined;
  }
}

async function readAll(surroundings: Surroundings, hint: CommandHint): Promise<string> {
  const { stdin, stderr } = surroundings;
  if (stdin.isTTY && !stderr.isTTY) throw new Problem('invalid-input', { message: `pipe the token in, or name a file: ${hint`login --token-file FILE`}` });
  if (stdin.isTTY) return (await import('./prompt.ts')).askSecret('Access token or entry link (it is not shown): ', surroundings);
  return textOf(stdin, LONGEST_TOKEN_TEXT * 2);
}
