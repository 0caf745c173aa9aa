import type { Mutex } from '../../ports/mutex.ts';

const PREFIX = 'physiolease.';

type Locks = Pick<LockManager, 'request'>;

/** A mutex among all pages of this origin, based on the Web Locks API. The browser releases the lock of a closed page. */
export class WebLocksMutex implements Mutex {
  /** `fallback` is used in browsers without the Web Locks API (before iOS 15.4). */
  constructor(
    private readonly fallback: Mutex,
    private readonly locks: () => Locks | undefined = () => ('locks' in navigator ? navigator.locks : undefined),
  ) {}

  async runExclusive<Result>(
    name: string,
    lockTimeoutMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const locks = this.locks();
    if (!locks) return this.fallback.runExclusive(name, lockTimeoutMs, work);
    let hasStarted = false;
    const start = async (waited: boolean) => {
      hasStarted = true;
      return { result: await work(waited) };
    };
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), lockTimeoutMs);
    try {
      const immediate = await locks.request(PREFIX + name, { ifAvailable: true }, async (lock) =>
        lock ? start(false) : undefined,
      );
      const { result } =
        immediate ?? (await locks.request(PREFIX + name, { signal: timeout.signal }, () => start(true)));
      return result;
    } catch (thrown) {
      if (hasStarted) throw thrown;
      // A bug becomes an unhandled rejection, which the page reports.
      if (!(thrown instanceof DOMException)) void Promise.reject(thrown);
      return await work(true);
    } finally {
      clearTimeout(timer);
    }
  }
}
