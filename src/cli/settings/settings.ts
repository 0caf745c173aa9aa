import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STANDARD } from '../../core/api/calls.ts';
import type { ConfigurationValues } from '../../core/api/configuration/configuration.ts';
import { Problem } from '../../core/problem.ts';
import { commandHint, type TargetOptions } from '../words/command-hint.ts';
import { readJsonFile } from './json-file.ts';
import { requireProfileName } from './profile-name.ts';
import {
  DEFAULT_PROFILE,
  isProfile,
  type ProfileKey,
  readUserFile,
  type ProfileValues,
  type UserFile,
  userFilePath,
} from './profiles.ts';
import type { CliEnvironment } from '../environment.ts';
import { nameList } from '../words/text.ts';
import { type Distrust, distrustOf, PROJECT_FILE } from './trusted-folders.ts';

type Source = 'flag' | 'environment' | 'project file' | 'user file' | 'default';

/** The effective settings and their sources. */
export interface Settings {
  profile: string;
  /** The source of the profile name. */
  profileSource: Source;
  profileExists: boolean;
  /** The user file that the settings were read from. */
  userFile: UserFile;
  /** Input for `Configuration.from`; the address may be missing. */
  values: ProfileValues;
  sources: Record<string, Source>;
  /** The command has the same server without --api. */
  impliesApi: boolean;
  projectFile?: string;
  distrust?: Distrust;
  /** Fields of the project file that are ignored because it is not trusted. */
  ignored: readonly string[];
  /** Fields of such a file that nothing reads in a trusted folder, either. */
  ignoredUnknown: readonly string[];
}

/** Settings that an untrusted project file may set. */
const HARMLESS = ['api', 'appKey', 'version', 'profile'] as const;

/** All others: they decide what a call does and where a customer pays. */
const OF_TRUSTED: Record<
  Exclude<keyof ConfigurationValues | ProfileKey, (typeof HARMLESS)[number] | 'apiBase'>,
  true
> = {
  basePath: true,
  brand: true,
  endpoints: true,
  idempotencyHeader: true,
  language: true,
  links: true,
  notice: true,
  payLink: true,
  report: true,
  support: true,
  tables: true,
};

/** Precedence: flags, environment, project file, user file. A payment link beside an address is of that server, and used with no other. */
export function settingsOf(
  flags: TargetOptions,
  environment: Pick<CliEnvironment, 'env' | 'directory' | 'home' | 'safeAddress'>,
): Settings {
  const { env, directory } = environment;
  const projectFile = findProjectFile(directory);
  const project = (projectFile === undefined ? undefined : readJsonFile(projectFile)) ?? {};
  if ('token' in project || 'accessToken' in project)
    throw new Problem('configuration', {
      message: `${projectFile ?? PROJECT_FILE} contains a token; remove it and sign in: ${commandHint(flags)`login --token-file FILE`}`,
    });
  const user = readUserFile(environment);
  const { profile: ofProject, ...projectValues } = requireTexts(project, projectFile);
  const distrust = projectFile === undefined ? undefined : distrustOf(projectFile, user);
  const left =
    distrust === undefined ? [] : Object.keys(projectValues).filter((key) => !HARMLESS.some((name) => name === key));
  for (const key of left) delete projectValues[key];
  const naming: [Source, string | undefined][] = [
    ['flag', flags.profile],
    ['environment', set(env.PHYSIO_PROFILE)],
    ['project file', ofProject],
    ['user file', user.profile],
  ];
  const [profileSource, named] = naming.find(([, each]) => each !== undefined) ?? ['default'];
  const profile = requireProfileName(named ?? DEFAULT_PROFILE);
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
  if (values.api !== undefined) values.api = apiAddress(String(values.api), environment);
  for (const place of ['payLink', 'basePath']) {
    const layer = layers.find(([source]) => source === sources[place])?.[1];
    if (layer?.api === undefined || isAddress(layer.api, values.api)) continue;
    delete values[place];
    delete sources[place];
  }
  const withoutFlag = layers.slice(0, -1).findLast(([, { api }]) => api !== undefined)?.[1].api;
  return {
    profile,
    profileSource,
    profileExists: isProfile(profile, user),
    userFile: user,
    values,
    sources,
    impliesApi: isAddress(withoutFlag, values.api),
    projectFile,
    distrust,
    ignored: left.filter((key) => Object.hasOwn(OF_TRUSTED, key)),
    ignoredUnknown: left.filter((key) => !Object.hasOwn(OF_TRUSTED, key)),
  };
}

/** The API address without a trailing slash. Throws the Problem `invalid-input` for an unsafe one. */
export function apiAddress(text: string, { safeAddress }: Pick<CliEnvironment, 'safeAddress'>): string {
  const address = checked(text, safeAddress);
  if (address.search || address.hash)
    throw new Problem('invalid-input', { message: 'Invalid API address: it must not contain a query or a fragment' });
  return address.href.replace(/\/+$/, '');
}

/** Whether a text of a file or a variable is this API address. */
function isAddress(text: unknown, api: unknown): boolean {
  return URL.canParse(String(text)) && new URL(String(text)).href.replace(/\/+$/, '') === api;
}

function requireTexts(project: ProfileValues, file = PROJECT_FILE): ProfileValues & { profile?: string } {
  for (const key of ['api', 'profile']) {
    if (project[key] !== undefined && typeof project[key] !== 'string')
      throw new Problem('configuration', { message: `${file}: ${key} must be text; fix or delete it` });
  }
  return project as ProfileValues & { profile?: string };
}

function checked(text: string, safeAddress: CliEnvironment['safeAddress']): URL {
  try {
    return safeAddress(text);
  } catch (cause) {
    throw new Problem('invalid-input', { message: `Invalid API address: ${Problem.expected(cause).message}`, cause });
  }
}

/** The project file in a directory or the nearest one above it. */
export function findProjectFile(directory: string): string | undefined {
  const path = join(directory, PROJECT_FILE);
  if (existsSync(path)) return path;
  const above = dirname(directory);
  return above === directory ? undefined : findProjectFile(above);
}

/** A variable that is set to more than spaces and the carriage return of a file with Windows line ends. */
function set(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}

/** Settings of a file that nothing reads, probably misspelled. */
export interface UnknownSettings {
  file: string;
  names: string[];
}

/** The unknown settings of the user file and the project file. */
export async function unknownSettings(
  { values, sources, projectFile = '' }: Settings,
  environment: CliEnvironment,
): Promise<UnknownSettings[]> {
  const { Configuration } = await import('../../core/api/configuration/configuration.ts');
  const { api: _, payLink: __, ...rest } = values;
  // The page's name for `api`.
  const unknown = [...('apiBase' in rest ? ['apiBase'] : []), ...Configuration.unknownIn(rest)];
  const from = (source: string) => unknown.filter((name) => sources[name.split('.')[0] ?? ''] === source);
  return [
    { file: userFilePath(environment), names: from('user file') },
    { file: projectFile, names: from('project file') },
  ].filter(({ names }) => names.length > 0);
}

/** The warning about unknown settings. */
export function unknownSettingsText({ file, names }: UnknownSettings): string {
  return `Unknown settings: ${nameList(names)} in ${file}; fix the spelling or delete them`;
}
