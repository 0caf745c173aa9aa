import type { Clock, Correction, Unsubscribe } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';

/** A clock whose timers a test fires. */
export abstract class TimerClock implements Clock {
  protected readonly listeners = new Set<(correct: Correction) => void>();

  abstract now(): number;

  onCorrection(listener: (correct: Correction) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  sleep(ms: number, signal?: AbortSignalLike): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        cancel();
        signal?.removeEventListener('abort', wake);
        if (!this.isOver) resolve();
      };
      const cancel = this.schedule(ms, wake);
      signal?.addEventListener('abort', wake);
    });
  }

  every(ms: number, tick: () => void): Unsubscribe {
    let cancel: Unsubscribe = () => {};
    const scheduleNext = () => {
      cancel = this.schedule(ms, () => {
        scheduleNext();
        tick();
      });
    };
    scheduleNext();
    return () => cancel();
  }

  /** Nobody wakes any more. */
  protected get isOver(): boolean {
    return false;
  }

  /** Calls `fire` once after `ms`, unless the caller cancels it. */
  protected abstract schedule(ms: number, fire: () => void): Unsubscribe;
}
