import type { AbortSignalLike } from './http.ts';

/** Ends what it was handed back for; calling it twice does no harm. */
export type Unsubscribe = () => void;

/** Tells the time and lets it pass. */
export abstract class Clock {
  /**
   * Epoch milliseconds. While a process lives it never goes back: where the machine's clock is set back, it goes on by what has
   * passed since. It may jump ahead.
   */
  abstract now(): number;
  /** Resolves after `ms`; resolves early when the signal fires. Never rejects. */
  abstract sleep(ms: number, signal?: AbortSignalLike): Promise<void>;
  /** Calls `tick` each `ms` until switched off; the first time after `ms`. */
  abstract every(ms: number, tick: () => void): Unsubscribe;
}
