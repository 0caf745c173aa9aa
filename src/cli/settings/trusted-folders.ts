import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Problem } from '../../core/problem.ts';
import { shellWord } from '../words/text.ts';
import type { UserFile } from './profiles.ts';

/**
 * Why a project file is not trusted: the user has not trusted its folder, or everybody can write `open` now. Undefined if
 * it is trusted. The real path of the folder counts, so a moved folder is another one.
 */
export function distrustOf(projectFile: string, { trusted }: Pick<UserFile, 'trusted'>): Distrust | undefined {
  if (trusted.length === 0) return {};
  const folder = realpathSync(dirname(projectFile));
  if (!trusted.includes(folder)) return {};
  const open = openPartOf(folder);
  return open === undefined ? undefined : { open };
}

export interface Distrust {
  readonly open?: string;
}

const EVERYBODY_MAY_WRITE = 0o002;
export const PROJECT_FILE = 'physio.config.json';

/**
 * The real path of a folder to trust. Throws the Problem `invalid-input` if it does not exist, or if everybody can write it or its
 * project file, and so decides what is trusted.
 */
export function folderToTrust(directory: string, name: string): string {
  const path = resolve(directory, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Problem('invalid-input', { message: `Folder ${name} does not exist` });
  const folder = realpathSync(path);
  const open = openPartOf(folder);
  if (open !== undefined)
    throw new Problem('invalid-input', {
      message: `Every user of this computer can write ${open}, and so decides what is trusted; run: chmod o-w ${shellWord(open)}`,
    });
  return folder;
}

/** The folder or its project file, if everybody can write it. Windows has no such mode. */
function openPartOf(folder: string): string | undefined {
  if (process.platform === 'win32') return undefined;
  return [folder, join(folder, PROJECT_FILE)].find((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && (found.mode & EVERYBODY_MAY_WRITE) !== 0;
  });
}

/** The real path of a folder that may no longer exist. */
export function formerFolder(directory: string, name: string): string {
  const path = resolve(directory, name);
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The user file with a folder added to or removed from the trusted ones. */
export function withTrust(file: UserFile, folder: string, trusted: boolean): UserFile {
  const others = file.trusted.filter((each) => each !== folder);
  return { ...file, trusted: trusted ? [...others, folder] : others };
}
