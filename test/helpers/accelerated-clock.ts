import { SystemClock } from '../../src/adapters/system-clock.ts';
import type { Clock, Correction, Unsubscribe } from '../../src/ports/clock.ts';
import type { AbortSignalLike } from '../../src/ports/http.ts';

const TIMES_AS_FAST = 40;

/** Real timers with accelerated time, so that tests do not wait for the pauses between retries. */
export class AcceleratedClock implements Clock {
  private readonly real = new SystemClock();
  private readonly startedAt = this.real.now();

  now(): number {
    return this.startedAt + (this.real.now() - this.startedAt) * TIMES_AS_FAST;
  }

  onCorrection(listener: (correct: Correction) => void): Unsubscribe {
    return this.real.onCorrection(listener);
  }

  sleep(ms: number, signal?: AbortSignalLike): Promise<void> {
    return this.real.sleep(ms / TIMES_AS_FAST, signal);
  }

  every(ms: number, tick: () => void): Unsubscribe {
    return this.real.every(ms / TIMES_AS_FAST, tick);
  }
}
