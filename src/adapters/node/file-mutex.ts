import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Problem } from '../../core/problem.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Mutex } from '../../ports/mutex.ts';
import { preparePrivateDirectory } from './private-file.ts';
import { renameWithRetries } from './rename.ts';
import { isSystemError } from './system-error.ts';

const LOCKS_DIRECTORY = 'locks';
const FREE = 'free';
const POLL_INTERVAL_MS = 50;

/**
 * A mutex among all processes that share a directory. The lock is a directory with one entry named after its owner. Acquire, release
 * and takeover are atomic renames of that entry. If the lock cannot be created, the work runs without it.
 */
export class FileMutex implements Mutex {
  constructor(
    private readonly directory: string,
    private readonly clock: Clock,
  ) {}

  async runExclusive<Result>(
    name: string,
    lockTimeoutMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const me = `${host()}.${process.pid}.${randomBytes(6).toString('hex')}`;
    const lock = join(this.directory, LOCKS_DIRECTORY, plain(name));
    const waited = await this.acquire(lock, me, lockTimeoutMs);
    try {
      return await work(waited);
    } finally {
      transfer(lock, me, FREE);
    }
  }

  /** Acquires the lock. Resolves to true if another process may have held it meanwhile, so that state must be read again. */
  private async acquire(lock: string, me: string, lockTimeoutMs: number): Promise<boolean> {
    try {
      this.prepare(lock, me);
    } catch (thrown) {
      if (!isSystemError(thrown) && !(thrown instanceof Problem)) throw thrown;
      return true;
    }
    if (transfer(lock, FREE, me)) return false;
    const deadline = this.clock.now() + lockTimeoutMs;
    for (let left = lockTimeoutMs; left > 0; left = deadline - this.clock.now()) {
      const owner = ownerOf(lock);
      if (owner === undefined) return true;
      if ((owner === FREE || isDead(owner)) && transfer(lock, owner, me)) return true;
      await this.clock.sleep(Math.min(POLL_INTERVAL_MS, left));
    }
    transfer(lock, ownerOf(lock) ?? FREE, me);
    return true;
  }

  /** Creates the lock with its entry in one rename, which fails if the lock exists, because its directory is never empty. */
  private prepare(lock: string, me: string): void {
    if (ownerOf(lock)) return;
    const fresh = `${lock}.${me}`;
    preparePrivateDirectory(this.directory, join(this.directory, LOCKS_DIRECTORY));
    mkdirSync(join(fresh, FREE), { recursive: true, mode: 0o700 });
    try {
      renameSync(fresh, lock);
    } catch {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
}

/** Changes the owner. Returns false if `from` is no longer the owner. */
function transfer(lock: string, from: string, to: string): boolean {
  try {
    renameWithRetries(join(lock, from), join(lock, to));
    return true;
  } catch {
    return false;
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
