import { resolve, join } from 'node:path';
import { Problem } from '../core/problem.ts';
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

/** Keeps the token in the profile, together with the server it was given for. */
export function keepToken(token: string, settings: Settings, surroundings: Surroundings): void {
  const text = JSON.stringify({ api: settings.values.api, token });
  surroundings.files.write(profileDirectory(settings.profile, surroundings), KEPT, text);
}

/** Forgets the token and the visit of a profile; true where there was a token. */
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
