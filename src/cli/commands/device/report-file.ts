import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Problem } from '../../../core/problem.ts';

/** Everybody may read it: a monitoring agent runs as another user. */
const MODE = 0o644;

/** A file that is replaced as a whole: its readers see either the old or the new text. */
export class ReportFile {
  private readonly path: string;

  /** Throws the Problem `invalid-input` if the file cannot be replaced. */
  constructor(
    directory: string,
    private readonly name: string,
  ) {
    const path = resolve(directory, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) throw unusable(`${name} is not a regular file; choose another one`);
    this.path = stats ? realpathSync(path) : path;
    try {
      accessSync(dirname(this.path), constants.W_OK | constants.X_OK);
    } catch (thrown) {
      const { code = '' } = thrown as NodeJS.ErrnoException;
      throw unusable(
        code === 'ENOENT'
          ? `directory ${dirname(name)} does not exist; create it first`
          : `cannot write to directory ${dirname(name)} (${code}); choose another one`,
      );
    }
  }

  /** Throws the Problem `storage` if it cannot be written. The old file remains then. */
  replace(text: string): void {
    const fresh = `${this.path}.${crypto.randomUUID()}.tmp`;
    try {
      const file = openSync(fresh, 'wx', MODE); // never follows a link that somebody else has put there
      try {
        fchmodSync(file, MODE);
        writeFileSync(file, text);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(fresh, this.path);
    } catch (cause) {
      rmSync(fresh, { force: true });
      const { code = 'unknown reason' } = cause as NodeJS.ErrnoException;
      throw new Problem('storage', { message: `could not write ${this.name} (${code})`, cause });
    }
  }
}

function unusable(message: string): Problem {
  return new Problem('invalid-input', { message: `invalid --output: ${message}` });
}
