import type { Mutex } from '../../ports/mutex.ts';

const PREFIX = 'physiolease.';

type Locks = Pick<LockManager, 'request'>;

/** Turns among all pages of this address, by the browser's own locks: a page that is closed gives its turn away. */
export class WebLocksMutex implements Mutex {
  /** `amongThisPage` serves browsers without locks (before iOS 15.4). */
  constructor(
    private readonly amongThisPage: Mutex,
    private readonly locks: () => Locks | undefined = () => ('locks' in navigator ? navigator.locks : undefined),
  ) {}

  async runExclusive<Result>(
    name: string,
    longestMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const locks = this.locks();
    if (!locks) return this.amongThisPage.runExclusive(name, longestMs, work);
    let began = false;
    const begin = async (waited: boolean) => {
      began = true;
      return { result: await work(waited) };
    };
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), longestMs);
    try {
      const atOnce = await locks.request(PREFIX + name, { ifAvailable: true }, async (lock) =>
        lock ? begin(false) : undefined,
      );
      const { result } = atOnce ?? (await locks.request(PREFIX + name, { signal: limit.signal }, () => begin(true)));
      return result;
    } catch (thrown) {
      if (began) throw thrown;
      return await work(true);
    } finally {
      clearTimeout(timer);
    }
  }
}
