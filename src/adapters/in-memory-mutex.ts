import type { Clock } from '../ports/clock.ts';
import type { Mutex } from '../ports/mutex.ts';

/** Turns among all that shares this object: one page, or one command. */
export class InMemoryMutex implements Mutex {
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly clock: Clock) {}

  async runExclusive<Result>(
    name: string,
    longestMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result> {
    const before = this.last.get(name);
    const turn = before ? this.atMost(longestMs, before).then(() => work(true)) : work(false);
    const over = turn.catch(() => undefined);
    this.last.set(name, over);
    try {
      return await turn;
    } finally {
      if (this.last.get(name) === over) this.last.delete(name);
    }
  }

  private async atMost(ms: number, ending: Promise<unknown>): Promise<void> {
    const ended = new AbortController();
    await Promise.race([ending, this.clock.sleep(ms, ended.signal)]);
    ended.abort();
  }
}
