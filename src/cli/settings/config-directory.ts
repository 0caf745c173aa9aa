import { existsSync } from 'node:fs';
import nodePath from 'node:path';
import type { CliEnvironment } from '../environment.ts';
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** The operating system, as far as it decides where files are. */
export interface System {
  platform: NodeJS.Platform;
  path: nodePath.PlatformPath;
  exists: (path: string) => boolean;
}

const THIS_SYSTEM: System = { platform: process.platform, path: nodePath, exists: existsSync };

/**
 * This program's directory: below XDG_CONFIG_HOME, else on Windows below APPDATA, else in ~/.config. Where a Windows user has files
 * in ~/.config only, they stay in use.
 */
export function configDirectory(
  { env, home }: Pick<CliEnvironment, 'env' | 'home'>,
  { platform, path, exists }: System = THIS_SYSTEM,
): string {
  const within = (parent: string | undefined) =>
    parent !== undefined && path.isAbsolute(parent) ? path.join(parent, 'physio') : undefined;
  const inHome = path.join(home, '.config', 'physio');
  const { XDG_CONFIG_HOME: configHome, APPDATA: appData } = env;
  const given = within(configHome);
  if (given !== undefined) return given;
  const roaming = platform === 'win32' ? within(appData) : undefined;
  return roaming === undefined || (exists(inHome) && !exists(roaming)) ? inHome : roaming;
}

/** Where a user without a home directory has it, such as the arbitrary user of a container: nothing is found there, and nothing can be written. */
const NO_HOME = '/nonexistent';

/** The user's home directory, from the environment or the system's list of users. An empty HOME counts as none. */
export function homeDirectory(sources: readonly (() => string)[] = [homedir, () => userInfo().homedir]): string {
  for (const source of sources) {
    try {
      const home = source();
      if (isAbsolute(home)) return home;
    } catch {
      // The system does not know this user.
    }
  }
  return NO_HOME;
}
