import type { Clock, Unsubscribe } from '../ports/clock.ts';
import type { AbortSignalLike } from '../ports/http.ts';

/** The timers of the machine it runs on, and its time, put right by as much as it is known to be `aheadMs`. */
export class SystemClock implements Clock {
  /** Added to the machine's time, since that was set back while this process lived; ms. */
  private setBackMs = 0;
  private last = { at: -Infinity, uptime: 0 };

  constructor(private readonly aheadMs = 0) {}

  now(): number {
    const uptime = performance.now();
    let at = Date.now() - this.aheadMs + this.setBackMs;
    if (at < this.last.at) {
      const goesOn = this.last.at + Math.floor(uptime - this.last.uptime);
      this.setBackMs += goesOn - at;
      at = goesOn;
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
