import type { AbortSignalLike } from './http.ts';

/** Removes the listener or timer that it was returned for. Further calls do nothing. */
export type Unsubscribe = () => void;

/** Where an instant that the clock named before a correction belongs after it; both epoch ms. */
export type Correction = (at: number) => number;

/** The time, and timers. */
export abstract class Clock {
  /**
   * Epoch ms. If the machine's clock is set back, it continues by the elapsed time. It may jump forward, and goes back only
   * if a server's time shows that it was wrong.
   */
  abstract now(): number;
  /** Calls `listener` after each correction that makes the time jump, until the caller unsubscribes. */
  abstract onCorrection(listener: (correct: Correction) => void): Unsubscribe;
  /** Resolves after `ms`, or early if the signal aborts. Never rejects. */
  abstract sleep(ms: number, signal?: AbortSignalLike): Promise<void>;
  /** Calls `tick` every `ms` until the caller unsubscribes, for the first time after `ms`. */
  abstract every(ms: number, tick: () => void): Unsubscribe;
}
