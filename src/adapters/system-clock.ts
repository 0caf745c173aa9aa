import type { Clock, Unsubscribe } from '../ports/clock.ts';
import type { AbortSignalLike } from '../ports/http.ts';

/** The machine's clock, corrected by its known skew, and its timers. */
export class SystemClock implements Clock {
  /** How far the machine's clock was set back during this process, ms; added to its time. */
  private setBackMs = 0;
  private last = { at: -Infinity, uptime: 0 };

  /** `skewMs` is positive if the machine's clock is fast. */
  constructor(private readonly skewMs = 0) {}

  now(): number {
    const uptime = performance.now();
    let at = Date.now() - this.skewMs + this.setBackMs;
    if (at < this.last.at) {
      const monotonic = this.last.at + Math.floor(uptime - this.last.uptime);
      this.setBackMs += monotonic - at;
      at = monotonic;
    }
    this.last = { at, uptime };
    return at;
  }

  sleep(ms: number, signal?: AbortSignalLike): Promise<void> {
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

  every(ms: number, tick: () => void): Unsubscribe {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  }
}
