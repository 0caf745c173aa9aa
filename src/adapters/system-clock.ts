import type { Clock, Correction, Unsubscribe } from '../ports/clock.ts';
import type { AbortSignalLike } from '../ports/http.ts';

/** A smaller difference from the server's time, or between two clocks of the machine, means nothing; ms. */
const TOLERANCE_MS = 120_000;
/** An answer that took longer says too little about the time; ms. */
const MAX_ROUND_TRIP_MS = 5_000;

/**
 * The machine's clock, corrected by its known skew, and its timers. A step of the machine's clock against the steady
 * clock, which nobody can set, is a correction of the clock or a sleep, in which the steady clock of some phones stands
 * still. A step back, and one that ends a known skew, is a correction: the time goes on as if there was none. Any other
 * step counts as a sleep until a server has been asked.
 */
export class SystemClock implements Clock {
  /** Called after each step, and to have an unexpected time of a server confirmed by another answer. */
  onDoubt: () => void = () => undefined;
  private last = { at: -Infinity, wall: Date.now(), uptime: performance.now() };
  /** Since when the time may be ahead by steps that count as sleeps until a server was asked; epoch ms. */
  private supposedSleep: { until: number; ms: number } | undefined;
  private readonly listeners = new Set<(correct: Correction) => void>();
  /** The skew according to one answer, which another one must confirm; ms. */
  private claimedSkewMs: number | undefined;

  /** `skewMs` is positive if the machine's clock is fast. `isInDoubt`: no server was asked yet, so that its first answer counts. */
  constructor(
    private skewMs = 0,
    private isInDoubt = false,
  ) {}

  /** How far the machine's clock is known to be fast, ms. */
  get skew(): number {
    return this.skewMs;
  }

  now(): number {
    const [wall, uptime] = [Date.now(), performance.now()];
    const stepMs = wall - this.last.wall - (uptime - this.last.uptime);
    const isBack = wall - this.skewMs < this.last.at;
    const endsSkew = this.skewMs !== 0 && Math.abs(this.skewMs + stepMs) < TOLERANCE_MS;
    const isStep = Math.abs(stepMs) > TOLERANCE_MS;
    if (isBack) this.skewMs = wall - (this.last.at + Math.floor(uptime - this.last.uptime));
    else if (isStep && endsSkew) this.skewMs += Math.round(stepMs);
    const at = wall - this.skewMs;
    if (isStep && !isBack && !endsSkew) {
      const { until, ms } = this.supposedSleep ?? { until: at, ms: 0 };
      this.supposedSleep = { until, ms: ms + stepMs };
    }
    this.last = { at, wall, uptime };
    if (isStep) {
      this.isInDoubt = true;
      this.onDoubt();
    }
    return at;
  }

  /**
   * Takes the time that an answer of a server names, epoch ms, and how long the answer took. A time that differs by more
   * than two minutes counts once a second answer agrees with it, or at once after a step. The time may then go back.
   */
  takeServerTime(serverAt: number, roundTripMs: number): void {
    if (!Number.isFinite(serverAt) || roundTripMs > MAX_ROUND_TRIP_MS) return;
    this.now();
    const skewMs = Date.now() - serverAt - roundTripMs / 2;
    const agrees = (known: number) => Math.abs(known - skewMs) <= TOLERANCE_MS;
    if (!agrees(this.skewMs) && !this.isInDoubt && !(this.claimedSkewMs !== undefined && agrees(this.claimedSkewMs))) {
      this.claimedSkewMs = skewMs;
      return this.onDoubt();
    }
    if (!agrees(this.skewMs)) {
      const before = this.skewMs;
      this.skewMs = Math.abs(skewMs) <= TOLERANCE_MS ? 0 : Math.round(skewMs);
      this.last = { ...this.last, at: Date.now() - this.skewMs };
      this.tellCorrection(before - this.skewMs);
    }
    this.claimedSkewMs = undefined;
    this.isInDoubt = false;
    this.supposedSleep = undefined;
  }

  onCorrection(listener: (correct: Correction) => void): Unsubscribe {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** A correction that takes back a supposed sleep leaves the instants before it where they are. */
  private tellCorrection(byMs: number): void {
    const { until, ms } = this.supposedSleep ?? { until: -Infinity, ms: 0 };
    const isOfSleep = Math.abs(ms + byMs) <= TOLERANCE_MS;
    const correct: Correction = (at) => (isOfSleep && at < until ? at : at + byMs);
    // What one listener throws keeps neither the others nor the answer from its reader.
    for (const listener of this.listeners) void (async () => listener(correct))();
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
