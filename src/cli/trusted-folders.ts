import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Problem } from '../core/problem.ts';
import type { UserFile } from './profiles.ts';

/** Whether the user has trusted the folder that a project file lies in. A folder is its real path: one that was moved or replaced by a link is another. */
export function isTrusted(projectFile: string, { trusted }: Pick<UserFile, 'trusted'>): boolean {
  return trusted.length > 0 && trusted.includes(realpathSync(dirname(projectFile)));
}

/** The real path of a folder. Throws the Problem `invalid-input` where there is no such folder. */
export function existingFolder(directory: string, name: string): string {
  const path = resolve(directory, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new Problem('invalid-input', { message: `there is no folder ${name}` });
  return realpathSync(path);
}

/** The same for a folder that may be gone. */
export function formerFolder(directory: string, name: string): string {
  const path = resolve(directory, name);
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The user file with a folder among the trusted ones, or no longer. */
export function withTrust(file: UserFile, folder: string, trusted: boolean): UserFile {
  const others = file.trusted.filter((each) => each !== folder);
  return { ...file, trusted: trusted ? [...others, folder] : others };
}
