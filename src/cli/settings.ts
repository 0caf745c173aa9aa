import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STANDARD } from '../core/api/standard.ts';
import { Problem } from '../core/problem.ts';
import { commandHint, type Addressed } from './command-hint.ts';
import { readJsonFile } from './json-file.ts';
import { isProfile, readUserFile, requireProfileName, type ProfileValues } from './profiles.ts';
import type { Surroundings } from './surroundings.ts';
import { isTrusted } from './trusted-folders.ts';

type Source = 'flag' | 'environment' | 'project file' | 'user file' | 'default';

/** What a command runs with, and where each of it was said. */
export interface Settings {
  profile: string;
  /** Who named the profile. */
  profileSource: Source;
  profileExists: boolean;
  /** As `Configuration.from` takes them, but for the address, which may be missing yet. */
  values: ProfileValues;
  sources: Record<string, Source>;
  projectFile?: string;
  /** The fields of the project file that do not count, since its folder is not trusted. */
  ignored: readonly string[];
}


const PROJECT_FILE = 'physio.config.json';
/** Where a server is and how it is greeted: what a project may say before anybody trusts it. The rest decides what a call does and where a customer pays. */
const HARMLESS = ['api', 'appKey', 'version', 'profile'];

/** Flag before environment before project file before user file. */
export function settingsOf(flags: Addressed, surroundings: Pick<Surroundings, 'env' | 'directory' | 'home' | 'safeAddress'>): Settings {
  const { env, directory } = surroundings;
  const projectFile = findProjectFile(directory);
  const project = projectFile === undefined ? {} : readJsonFile(projectFile);
  if ('token' in project || 'accessToken' in project)
    throw new Problem('configuration', { message: `${projectFile ?? PROJECT_FILE} holds a token; take it out, and use: ${commandHint(flags)`login --token-file FILE`}` });
  const user = readUserFile(surroundings);
  const { profile: ofProject, ...projectValues } = requireTexts(project, projectFile);
  const ignored = projectFile === undefined || isTrusted(projectFile, user) ? [] : Object.keys(projectValues).filter((key) => !HARMLESS.includes(key));
  for (const key of ignored) delete projectValues[key];
  const naming: [Source, string | undefined][] = [['flag', flags.profile], ['environment', set(env.PHYSIO_PROFILE)], ['project file', ofProject], ['user file', user.profile]];
  const [profileSource, named] = naming.find(([, each]) => each !== undefined) ?? ['default'];
  const profile = requireProfileName(named);
  const layers: [Source, ProfileValues][] = [
    ['default', STANDARD],
    ['user file', user.profiles[profile] ?? {}],
    ['project file', projectValues],
    ['environment', { api: set(env.PHYSIO_API) }],
    ['flag', { api: flags.api }],
  ];
  const values: ProfileValues = {};
  const sources: Record<string, Source> = {};
  for (const [source, layer] of layers) {
    for (const [key, value] of Object.entries(layer)) {
      if (value === undefined) continue;
      values[key] = value;
      sources[key] = source;
    }
  }
  if (values.api !== undefined) values.api = apiAddress(String(values.api), surroundings);
  return { profile, profileSource, profileExists: isProfile(profile, user), values, sources, projectFile, ignored };
}

/** The address of the API without a closing slash. Throws the Problem `invalid-input` for one that must not be called. */
export function apiAddress(text: string, { safeAddress }: Pick<Surroundings, 'safeAddress'>): string {
  const address = checked(text, safeAddress);
  if (address.search || address.hash) throw new Problem('invalid-input', { message: 'the API address must not hold a query or a hash' });
  return address.href.replace(/\/+$/, '');
}

function requireTexts(project: ProfileValues, file = PROJECT_FILE): ProfileValues & { profile?: string } {
  for (const key of ['api', 'profile']) {
    if (project[key] !== undefined && typeof project[key] !== 'string') throw new Problem('configuration', { message: `${file}: ${key} must be text; fix or delete it` });
  }
  return project as ProfileValues & { profile?: string };
}

function checked(text: string, safeAddress: Surroundings['safeAddress']): URL {
  try {
    return safeAddress(text);
  } catch (cause) {
    throw new Problem('invalid-input', { message: `the API address cannot be used: ${Problem.expected(cause).message}`, cause });
  }
}

/** The project file of a directory or of the nearest one above it. */
export function findProjectFile(directory: string): string | undefined {
  const path = join(directory, PROJECT_FILE);
  if (existsSync(path)) return path;
  const above = dirname(directory);
  return above === directory ? undefined : findProjectFile(above);
}

function set(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
