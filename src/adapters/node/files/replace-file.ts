import { closeSync, fchmodSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { renameWithRetries } from './rename.ts';
import { isSystemError } from './system-error.ts';

const ALL_MAY_READ = 0o644;

export interface Replacement {
  /** The permission bits of the new file. */
  mode?: number;
  /** The end of the name of the temporary file. */
  ending?: string;
}

/** Replaces a file atomically: readers see either the old or the new content. Unless `mode` says otherwise, every user may read it. An error of the system names this file. */
export function replaceFile(
  path: string,
  text: string,
  { mode = ALL_MAY_READ, ending = '.tmp' }: Replacement = {},
): void {
  const fresh = `${path}.${process.pid}-${crypto.randomUUID()}${ending}`;
  try {
    const file = openSync(fresh, 'wx', mode); // never follows a link that somebody else has put there
    try {
      fchmodSync(file, mode);
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameWithRetries(fresh, path);
  } catch (thrown) {
    rmSync(fresh, { force: true });
    throw isSystemError(thrown) ? Object.assign(thrown, { path }) : thrown;
  }
}
