import { existsSync } from 'node:fs';
import nodePath from 'node:path';
import type { CliEnvironment } from '../environment.ts';

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
