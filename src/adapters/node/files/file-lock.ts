import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../../core/problem.ts';
import { preparePrivateDirectory } from './private-file.ts';
import { isTransient, renameWithRetries } from './rename.ts';
import { isSystemError } from './system-error.ts';

const LOCKS_DIRECTORY = 'locks';
const FREE = 'free';

/** `unusable`: the lock does not exist, or nobody can change it, as on a disk that is read-only. To wait for it would be in vain. */
type Taken = boolean | 'unusable';

/**
 * A lock among all processes that share a directory, for one owner in this process. The lock is a directory with one entry named after
 * its owner. Acquire, release and takeover are atomic renames of that entry.
 */
export class FileLock {
  private readonly me = `${host()}.${process.pid}.${randomBytes(6).toString('hex')}`;
  private readonly path: string;

  constructor(
    private readonly directory: string,
    name: string,
  ) {
    this.path = join(directory, LOCKS_DIRECTORY, plain(name));
  }

  /** Creates the lock if there is none. Returns false if it cannot be created. */
  prepare(): boolean {
    try {
      if (!ownerOf(this.path)) this.create();
      return true;
    } catch (thrown) {
      if (!isSystemError(thrown) && !(thrown instanceof Problem)) throw thrown;
      return false;
    }
  }

  /** Takes the lock if it is free. */
  take(): Taken {
    return transfer(this.path, FREE, this.me);
  }

  /** Takes the lock if it is free or its owner has exited. */
  takeOver(): Taken {
    const owner = ownerOf(this.path);
    if (owner === undefined) return 'unusable';
    return (owner === FREE || isDead(owner)) && transfer(this.path, owner, this.me);
  }

  /** Takes the lock from any owner. */
  force(): void {
    transfer(this.path, ownerOf(this.path) ?? FREE, this.me);
  }

  /** Does nothing if another owner has taken the lock over. */
  release(): void {
    transfer(this.path, this.me, FREE);
  }

  /** Creates the lock with its entry in one rename, which fails if the lock exists, because its directory is never empty. */
  private create(): void {
    const fresh = `${this.path}.${this.me}`;
    preparePrivateDirectory(this.directory, join(this.directory, LOCKS_DIRECTORY));
    mkdirSync(join(fresh, FREE), { recursive: true, mode: 0o700 });
    try {
      renameSync(fresh, this.path);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
}

/** Changes the owner. Returns false if `from` is no longer the owner. */
function transfer(lock: string, from: string, to: string): Taken {
  try {
    renameWithRetries(join(lock, from), join(lock, to));
    return true;
  } catch (thrown) {
    const { code = '' } = thrown as NodeJS.ErrnoException;
    return code === 'ENOENT' || isTransient(code) ? false : 'unusable';
  }
}

/** Returns undefined if the lock does not exist. */
function ownerOf(lock: string): string | undefined {
  try {
    return readdirSync(lock)[0] ?? '';
  } catch {
    return undefined;
  }
}

/** Whether the owner has exited. Processes on other machines count as running. */
function isDead(owner: string): boolean {
  const [machine, pid] = owner.split('.');
  if (machine !== host()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function host(): string {
  return plain(hostname());
}

/** Makes a portable file name. Names that map to the same file only share a lock. */
function plain(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_');
}
