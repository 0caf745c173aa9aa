import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Problem } from '../../core/problem.ts';
import type { UserFile } from './profiles.ts';

/** Whether the folder of a project file is trusted. Its real path counts, so a moved folder is another one. */
export function isTrusted(projectFile: string, { trusted }: Pick<UserFile, 'trusted'>): boolean {
  return trusted.length > 0 && trusted.includes(realpathSync(dirname(projectFile)));
}

/** The real path of a folder. Throws the Problem `invalid-input` if it does not exist. */
export function existingFolder(directory: string, name: string): string {
  const path = resolve(directory, name);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Problem('invalid-input', { message: `folder ${name} does not exist` });
  return realpathSync(path);
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
