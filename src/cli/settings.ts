import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STANDARD } from '../core/cloud/standard.ts';
import { Problem } from '../core/problem.ts';
import { readJsonFile } from './json-file.ts';
import { readUserFile, requireProfileName, type ProfileValues } from './profiles.ts';
import type { Surroundings } from './surroundings.ts';

type Source = 'flag' | 'environment' | 'project file' | 'user file' | 'default';

/** What a command runs with, and where each of it was said. */
export interface Settings {
  profile: string;
  /** As `Configuration.from` takes them, but for the address, which may be missing yet. */
  values: ProfileValues;
  sources: Record<string, Source>;
  projectFile?: string;
}

export interface Flags {
  profile?: string;
  api?: string;
}

const PROJECT_FILE = 'physio.config.json';

/** Flag before environment before project file before user file. */
export function settingsOf(flags: Flags, surroundings: Pick<Surroundings, 'env' | 'directory' | 'home' | 'safeAddress'>): Settings {
  const { env, directory } = surroundings;
  const projectFile = lookUpwards(directory);
  const project = projectFile === undefined ? {} : readJsonFile(projectFile);
  if ('token' in project || 'accessToken' in project)
    throw new Problem('configuration', { message: `${projectFile ?? PROJECT_FILE} holds a token; take it out, and use: physio login --token-file FILE` });
  const user = readUserFile(surroundings);
  const { profile: named, ...projectValues } = project;
  const profile = requireProfileName(flags.profile ?? set(env.PHYSIO_PROFILE) ?? (typeof named === 'string' ? named : undefined) ?? user.profile);
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
  return { profile, values, sources, projectFile };
}

/** The address of the API without a closing slash. Throws the Problem `invalid-input` for one that must not be called. */
export function apiAddress(text: string, { safeAddress }: Pick<Surroundings, 'safeAddress'>): string {
  const address = checked(text, safeAddress);
  if (address.search || address.hash) throw new Problem('invalid-input', { message: 'the API address must not hold a query or a hash' });
  return address.href.replace(/\/+$/, '');
}

function checked(text: string, safeAddress: Surroundings['safeAddress']): URL {
  try {
    return safeAddress(text);
  } catch (cause) {
    throw new Problem('invalid-input', { message: `the API address cannot be used: ${Problem.of(cause).message}`, cause });
  }
}

function lookUpwards(directory: string): string | undefined {
  const path = join(directory, PROJECT_FILE);
  if (existsSync(path)) return path;
  const above = dirname(directory);
  return above === directory ? undefined : lookUpwards(above);
}

function set(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
