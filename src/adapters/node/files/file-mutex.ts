import type { Clock } from '../../../ports/clock.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import { FileLock } from './file-lock.ts';

const POLL_INTERVAL_MS = 50;

/** A mutex among all processes that share a directory. If the lock cannot be created or changed, the work runs without it. */
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
    const lock = new FileLock(this.directory, name);
    const waited = await this.acquire(lock, lockTimeoutMs);
    try {
      return await work(waited);
    } finally {
      lock.release();
    }
  }

  /** Acquires the lock. Resolves to true if another process may have held it meanwhile, so that state must be read again. */
  private async acquire(lock: FileLock, lockTimeoutMs: number): Promise<boolean> {
    if (!lock.prepare()) return true;
    const taken = lock.take();
    if (taken !== false) return taken === 'unusable';
    const deadline = this.clock.now() + lockTimeoutMs;
    for (let left = lockTimeoutMs; left > 0; left = deadline - this.clock.now()) {
      if (lock.takeOver() !== false) return true;
      await this.clock.sleep(Math.min(POLL_INTERVAL_MS, left));
    }
    lock.force();
    return true;
  }
}
