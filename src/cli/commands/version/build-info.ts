import { sep } from 'node:path';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

/** Set by the build. */
declare const BUILT_COMMIT: string | undefined;

/** How the program was installed: as the executable, as a package of npm, or neither: a checkout or a copied directory. */
export type Installation = 'executable' | 'npm' | 'directory';

export interface BuildInfo {
  /** The commit that was built, with `-dirty` after it if files differed from it; `unknown` when built outside git. */
  commit: string;
  node: string;
  platform: string;
  arch: string;
  installation: Installation;
}

/** What was built, and what it runs on. */
export function buildInfo(): BuildInfo {
  const { version: node, platform, arch } = process;
  const commit = (typeof BUILT_COMMIT === 'string' ? BUILT_COMMIT : undefined) ?? 'unknown';
  const installation = isSea() ? 'executable' : installationAt(fileURLToPath(import.meta.url));
  return { commit, node: node.slice(1), platform, arch, installation };
}

/** How the program with this file was installed. */
export function installationAt(file: string, separator: string = sep): Installation {
  return file.includes(`${separator}node_modules${separator}`) ? 'npm' : 'directory';
}
