import { resolve, join } from 'node:path';
import { Problem } from '../core/problem.ts';
import { accountDirectory } from './account-directory.ts';
import { profileDirectory } from './profiles.ts';
import type { Settings } from './settings.ts';
import { textOf } from './stdin.ts';
import type { Surroundings } from './surroundings.ts';

const KEPT = 'token';
const LONGEST = 8192;

/** The token to speak with: of the flag's file, the environment, or the profile; undefined where nobody is signed in. */
export async function findToken(flag: string | undefined, settings: Settings, surroundings: Surroundings): Promise<string | undefined> {
  if (flag !== undefined) return readTokenFile(flag, surroundings);
  const { PHYSIO_TOKEN: given } = surroundings.env;
  if (given !== undefined && given !== '') return requireToken(given, 'PHYSIO_TOKEN');
  return readKeptToken(settings, surroundings);
}

/** The token in a private file; `-` reads it from stdin, or asks for it on a terminal. Throws the Problem `invalid-input` or `storage`, never with the token in it. */
export async function readTokenFile(path: string, surroundings: Surroundings): Promise<string> {
  if (path === '-') return requireToken(await readAll(surroundings), 'stdin');
  const text = surroundings.files.read(resolve(surroundings.directory, path));
  if (text === undefined) throw new Problem('invalid-input', { message: `there is no token file ${path}` });
  return requireToken(text, path);
}

/** Keeps the token in the profile, together with the server it was given for. Where another account was signed in, what is remembered of that one is removed. */
export function keepToken(token: string, { profile, values }: Settings, surroundings: Surroundings): void {
  const directory = (of: { api?: unknown; token?: unknown }) => accountDirectory(profile, String(of.api), String(of.token), surroundings);
  const given = { api: values.api, token };
  const before = keptBefore(profile, surroundings);
  surroundings.files.write(profileDirectory(profile, surroundings), KEPT, JSON.stringify(given));
  if (before && directory(before) !== directory(given)) surroundings.files.remove(directory(before));
}

/** Forgets the token of a profile and what is remembered of every account; true where there was a token. */
export function forgetProfile(settings: Pick<Settings, 'profile'>, surroundings: Surroundings): boolean {
  const wasSignedIn = isSignedIn(settings, surroundings);
  surroundings.files.remove(profileDirectory(settings.profile, surroundings));
  return wasSignedIn;
}

/** Whether the profile keeps a token; one that is refused is there, too. */
export function isSignedIn({ profile }: Pick<Settings, 'profile'>, surroundings: Surroundings): boolean {
  try {
    return surroundings.files.read(join(profileDirectory(profile, surroundings), KEPT)) !== undefined;
  } catch {
    return true;
  }
}

function readKeptToken({ profile, values }: Settings, surroundings: Surroundings): string | undefined {
  const path = join(profileDirectory(profile, surroundings), KEPT);
  const text = surroundings.files.read(path);
  if (text === undefined) return undefined;
  const kept = parsed(text);
  if (typeof kept?.token !== 'string') throw new Problem('storage', { message: `${path} is damaged; sign in anew: physio login --token-file FILE` });
  if (kept.api !== values.api)
    throw new Problem('no-token', {
      message: `the token of profile ${profile} was given for ${String(kept.api)} and is not sent to ${String(values.api)}; sign in there: physio login --profile NAME --api ${String(values.api)} --token-file FILE`,
    });
  return requireToken(kept.token, path);
}

/** Undefined as well for one that cannot be read: it is replaced. */
function keptBefore(profile: string, surroundings: Surroundings) {
  try {
    return parsed(surroundings.files.read(join(profileDirectory(profile, surroundings), KEPT)) ?? '');
  } catch {
    return undefined;
  }
}

function parsed(text: string): { api?: unknown; token?: unknown } | undefined {
  try {
    return JSON.parse(text) as { api?: unknown; token?: unknown };
  } catch {
    return undefined;
  }
}

function requireToken(text: string, where: string): string {
  const token = text.trim();
  if (token !== '' && token.length <= LONGEST && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new Problem('invalid-input', { message: `${where} holds no token: one word of plain letters, digits and signs is expected` });
}

async function readAll(surroundings: Surroundings): Promise<string> {
  const { stdin, stderr } = surroundings;
  if (stdin.isTTY && !stderr.isTTY) throw new Problem('invalid-input', { message: 'pipe the token in, or name a file: physio login --token-file FILE' });
  if (stdin.isTTY) return (await import('./prompt.ts')).askSecret('Access token (it is not shown): ', surroundings);
  return textOf(stdin, LONGEST * 2);
}
