import nodePath from 'node:path';
import type { CliEnvironment } from '../environment.ts';

/** A path with `~` at its beginning replaced by the home directory, for shells that leave it: cmd, PowerShell, and bash after `--file=`. */
export function withHome(
  text: string,
  { home }: Pick<CliEnvironment, 'home'>,
  path: nodePath.PlatformPath = nodePath,
): string {
  const isOfHome = text === '~' || text.startsWith('~/') || text.startsWith(`~${path.sep}`);
  return isOfHome ? path.join(home, text.slice(1)) : text;
}
