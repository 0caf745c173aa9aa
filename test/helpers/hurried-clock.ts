import { SystemClock } from '../../src/adapters/system-clock.ts';
import type { Clock, Unsubscribe } from '../../src/ports/clock.ts';
import type { AbortSignalLike } from '../../src/ports/http.ts';

const TIMES_AS_FAST = 40;

/** The machine's own timers, on which time passes so much faster that nobody waits for a pause between two tries. */
export class HurriedClock implements Clock {
  private readonly real = new SystemClock();
  private readonly began = this.real.now();

  now(): number {
    return this.began + (this.real.now() - this.began) * TIMES_AS_FAST;
  }

  sleep(ms: number, signal?: AbortSignalLike): Promise<void> {
    return this.real.sleep(ms / TIMES_AS_FAST, signal);
  }

  every(ms: number, tick: () => void): Unsubscribe {
    return this.real.every(ms / TIMES_AS_FAST, tick);
  }
}
