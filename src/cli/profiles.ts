import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../core/problem.ts';
import type { CommandHint } from './command-hint.ts';
import { readJsonFile, requireOwnFile } from './json-file.ts';
import type { Surroundings } from './surroundings.ts';
import { nameList } from './text.ts';

export type ProfileValues = Record<string, unknown>;

/** The user file: the profiles, the one in use, and the folders whose project file counts whole, by their real paths. */
export interface UserFile {
  profile: string;
  profiles: Record<string, ProfileValues>;
  trusted: readonly string[];
}

type Place = Pick<Surroundings, 'env' | 'home'>;

export const PROFILE_KEYS = ['api', 'appKey', 'version', 'payLink', 'idempotencyHeader'] as const;
const USER_FILE = 'config.json';
const DEFAULT_PROFILE = 'default';
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;

/** The directory of this program below XDG_CONFIG_HOME. */
function configDirectory({ env, home }: Place): string {
  const { XDG_CONFIG_HOME: given } = env;
  return join(given !== undefined && given.startsWith('/') ? given : join(home, '.config'), 'physio');
}

/** Where a profile's token and visit lie. */
export function profileDirectory(profile: string, place: Place): string {
  return join(configDirectory(place), 'profiles', profile);
}

export function requireProfileName(name = DEFAULT_PROFILE): string {
  if (NAME.test(name)) return name;
  throw new Problem('invalid-input', { message: 'a profile is named by up to 64 letters, digits, dots, - and _, and does not begin with a dot' });
}

/** Where the user file lies. */
export function userFilePath(place: Place): string {
  return join(configDirectory(place), USER_FILE);
}

/** What the user file says; nothing where there is none. Throws the Problem `configuration` for a damaged one, and for one that others could have written. */
export function readUserFile(place: Place): UserFile {
  const path = userFilePath(place);
  if (!existsSync(path)) return { profile: DEFAULT_PROFILE, profiles: {}, trusted: [] };
  requireOwnFile(path);
  const { profile = DEFAULT_PROFILE, profiles = {}, trusted = [] } = readJsonFile(path);
  const isMap = typeof profiles === 'object' && profiles !== null && Object.values(profiles).every((each) => typeof each === 'object' && each !== null);
  if (!isListOfText(trusted)) throw new Problem('configuration', { message: `${path}: "trusted" is not a list of folders; fix or delete it` });
  if (typeof profile !== 'string' || !isMap) throw new Problem('configuration', { message: `${path} is no list of profiles; mend it or remove it` });
  return { profile, profiles: profiles as Record<string, ProfileValues>, trusted };
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Changes the user file, whole or not at all, and one process after the other: none loses what another has set. */
export async function changeUserFile(surroundings: Surroundings, change: (file: UserFile) => UserFile): Promise<void> {
  await runExclusive(surroundings, () => rewriteUserFile(surroundings, change));
}

/** Changes the user file, only within `runExclusive`. */
export function rewriteUserFile(surroundings: Surroundings, change: (file: UserFile) => UserFile): void {
  surroundings.files.write(configDirectory(surroundings), USER_FILE, `${JSON.stringify(change(readUserFile(surroundings)), null, 2)}\n`);
}

/** Runs the work while no other process changes the user file or a profile's token. */
export function runExclusive(surroundings: Surroundings, work: () => void): Promise<void> {
  return surroundings.files.runExclusive(configDirectory(surroundings), work);
}

/** Whether there is such a profile. The default one always is: it is what runs where nothing was set. */
export function isProfile(name: string, { profiles }: Pick<UserFile, 'profiles'>): boolean {
  return name === DEFAULT_PROFILE || Object.hasOwn(profiles, name);
}

/** That there is no such profile, which there are, and how it is made. */
export function noSuchProfile(name: string, { profiles }: Pick<UserFile, 'profiles'>, hint: CommandHint, namedBy = ''): Problem {
  const known = Object.keys(profiles);
  const others = known.length === 0 ? 'there is none yet' : `there are: ${nameList(known)}`;
  return new Problem('invalid-input', { message: `there is no profile ${name}${namedBy}; ${others}. Create it: ${hint`login --profile ${name} --api URL --token-file FILE`}` });
}

/** The file with some values of one profile replaced; undefined takes a value away. */
export function withValues(file: UserFile, profile: string, values: ProfileValues): UserFile {
  return { ...file, profiles: { ...file.profiles, [profile]: { ...file.profiles[profile], ...values } } };
}
