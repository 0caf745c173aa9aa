import type { Clock } from '../ports/clock.ts';
import type { Mutex } from '../ports/mutex.ts';

/** A mutex within one page or one command: among all callers that share this object. */
export class InMemoryMutex implements Mutex {
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly clock: Clock) {}

  async runExclusive<Result>(
    name: string,
    lockTimeoutMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const previous = this.last.get(name);
    const run = previous ? this.withTimeout(lockTimeoutMs, previous).then(() => work(true)) : work(false);
    const settled = run.catch(() => undefined);
    this.last.set(name, settled);
    try {
      return await run;
    } finally {
      if (this.last.get(name) === settled) this.last.delete(name);
    }
  }

  private async withTimeout(ms: number, pending: Promise<unknown>): Promise<void> {
    const done = new AbortController();
    await Promise.race([pending, this.clock.sleep(ms, done.signal)]);
    done.abort();
  }
}
