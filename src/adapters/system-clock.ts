import type { Clock, Off } from '../ports/clock.ts';
import type { CancelSignal } from '../ports/http.ts';

/** The timers of the machine it runs on, and its time, put right by as much as it is known to be `aheadMs`. */
export class SystemClock implements Clock {
  constructor(private readonly aheadMs = 0) {}

  now(): number {
    return Date.now() - this.aheadMs;
  }

  sleep(ms: number, signal?: CancelSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener('abort', wake);
    });
  }

  every(ms: number, tick: () => void): Off {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  }
}
