import { join } from 'node:path';
import { Problem } from '../../core/problem.ts';
import type { CommandHint } from '../words/command-hint.ts';
import { configDirectory } from './config-directory.ts';
import { readJsonFile } from './json-file.ts';
import type { CliEnvironment } from '../environment.ts';
import { requireNewProfileName } from './profile-name.ts';
import { nameList } from '../words/text.ts';

export type ProfileValues = Record<string, unknown>;

/** The user file: the profiles, the current one, and the real paths of the trusted folders. */
export interface UserFile {
  profile: string;
  profiles: Record<string, ProfileValues>;
  trusted: readonly string[];
}

type Place = Pick<CliEnvironment, 'env' | 'home'>;

export const PROFILE_KEYS = ['api', 'appKey', 'version', 'basePath', 'payLink', 'idempotencyHeader'] as const;
export type ProfileKey = (typeof PROFILE_KEYS)[number];

const USER_FILE = 'config.json';
export const DEFAULT_PROFILE = 'default';

/** The directory of a profile's token and session data. */
export function profileDirectory(profile: string, place: Place): string {
  return join(configDirectory(place), 'profiles', profile);
}

/** The path of the user file. */
export function userFilePath(place: Place): string {
  return join(configDirectory(place), USER_FILE);
}

/** The user file, or defaults if it does not exist. Throws the Problem `configuration` if it is damaged or writable by others. */
export function readUserFile(place: Place): UserFile {
  const path = userFilePath(place);
  const { profile = DEFAULT_PROFILE, profiles = {}, trusted = [] } = readJsonFile(path, { isOwn: true }) ?? {};
  const isMap =
    typeof profiles === 'object' &&
    profiles !== null &&
    Object.values(profiles).every((each) => typeof each === 'object' && each !== null);
  if (!isListOfText(trusted))
    throw new Problem('configuration', { message: `${path}: "trusted" is not a list of folders; fix or delete it` });
  if (typeof profile !== 'string' || !isMap)
    throw new Problem('configuration', { message: `${path} is not a valid list of profiles; fix or delete it` });
  return { profile, profiles: profiles as Record<string, ProfileValues>, trusted };
}

function isListOfText(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** Changes the user file atomically, one process at a time. */
export async function changeUserFile(environment: CliEnvironment, change: (file: UserFile) => UserFile): Promise<void> {
  await runExclusive(environment, () => rewriteUserFile(environment, change));
}

/** Changes the user file. Call it only within `runExclusive`. */
export function rewriteUserFile(environment: CliEnvironment, change: (file: UserFile) => UserFile): void {
  environment.files.write(
    configDirectory(environment),
    USER_FILE,
    `${JSON.stringify(change(readUserFile(environment)), null, 2)}\n`,
  );
}

/** Runs the work while no other process changes the user file or a token. */
export function runExclusive(environment: CliEnvironment, work: () => void): Promise<void> {
  return environment.files.runExclusive(configDirectory(environment), work);
}

/** Whether the profile exists. The default profile always exists. */
export function isProfile(name: string, { profiles }: Pick<UserFile, 'profiles'>): boolean {
  return name === DEFAULT_PROFILE || Object.hasOwn(profiles, name);
}

/** Throws the Problem `invalid-input` if the profile does not exist and must not be created. */
export function requireCreatable(name: string, file: Pick<UserFile, 'profiles'>): void {
  if (!isProfile(name, file)) requireNewProfileName(name, [DEFAULT_PROFILE, ...Object.keys(file.profiles)]);
}

/** The Problem for an unknown profile: it lists the profiles and says how to create this one. */
export function unknownProfile(
  name: string,
  { profiles }: Pick<UserFile, 'profiles'>,
  hint: CommandHint,
  namedBy = '',
): Problem {
  const known = Object.keys(profiles);
  const others = known.length === 0 ? 'there are no profiles yet' : `profiles: ${nameList(known)}`;
  return new Problem('invalid-input', {
    message: `Profile ${name}${namedBy} does not exist; ${others}. To create it: ${hint`login --profile ${name} --api URL --token-file FILE`}`,
  });
}

/** The file with some values of one profile replaced, which need not exist; undefined removes a value. Throws the Problem `invalid-input` if the profile must not be created. */
export function withValues(file: UserFile, profile: string, values: ProfileValues): UserFile {
  requireCreatable(profile, file);
  return { ...file, profiles: { ...file.profiles, [profile]: { ...file.profiles[profile], ...values } } };
}

/** The file with a copy of one profile's values under another name. */
export function copyOfProfile(file: UserFile, from: string, to: string): UserFile {
  return withValues(file, to, file.profiles[from] ?? {});
}

/** The file without a profile. If it was the current one, `next` becomes current. */
export function withoutProfile(file: UserFile, name: string, next = DEFAULT_PROFILE): UserFile {
  const profiles = Object.fromEntries(Object.entries(file.profiles).filter(([each]) => each !== name));
  return { ...file, profile: file.profile === name ? next : file.profile, profiles };
}

/** Moves a profile's token and session data, in place of what an unlisted profile may have left. Call it only within `runExclusive`. */
export function moveProfileDirectory(from: string, to: string, environment: CliEnvironment): void {
  const target = profileDirectory(to, environment);
  environment.files.remove(target);
  environment.files.move(profileDirectory(from, environment), target);
}
