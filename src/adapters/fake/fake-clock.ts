import type { Unsubscribe } from '../../ports/clock.ts';
import { TimerClock } from './timer-clock.ts';

interface Timer {
  at: number;
  fire: () => void;
}

/** Captured before a test replaces the global timers. */
const nextMacrotask = setImmediate;

/** A clock that only a test advances. */
export class FakeClock extends TimerClock {
  private readonly timers = new Set<Timer>();
  private correctedMs = 0;

  constructor(private time = Date.parse('2026-03-02T09:00:00+08:00')) {
    super();
  }

  now(): number {
    return this.time;
  }

  /** Advances by `ms`. Fires the due timers in order, and lets all promises settle after each. */
  async advance(ms: number): Promise<void> {
    const uncorrected = this.time + ms - this.correctedMs;
    const end = () => uncorrected + this.correctedMs;
    await settled();
    for (let next = this.next(end()); next; next = this.next(end())) {
      this.timers.delete(next);
      this.time = Math.max(this.time, next.at);
      next.fire();
      await settled();
    }
    this.time = end();
  }

  /** Passes `ms` as on a page that the system suspends: the timers that fell due meanwhile fire at its end. */
  async suspend(ms: number): Promise<void> {
    await settled();
    this.time += ms;
    await this.advance(0);
  }

  /** Corrects the time, which was wrong by `-ms`. Timers measure what passes, so they keep their distance. */
  corrects(ms: number): void {
    this.time += ms;
    this.correctedMs += ms;
    for (const timer of this.timers) timer.at += ms;
    for (const listener of this.listeners) listener((at) => at + ms);
  }

  /** The number of scheduled sleeps and ticks. */
  get pending(): number {
    return this.timers.size;
  }

  protected schedule(ms: number, fire: () => void): Unsubscribe {
    const timer = { at: this.time + ms, fire };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  private next(end: number): Timer | undefined {
    return [...this.timers]
      .filter(({ at }) => at <= end)
      .reduce<Timer | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined);
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => nextMacrotask(resolve));
}
