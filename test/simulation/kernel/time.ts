import { TimerClock } from '../../../src/adapters/fake/timer-clock.ts';
import type { Unsubscribe } from '../../../src/ports/clock.ts';
import type { Life } from './life.ts';
import { settled } from './settled.ts';

interface Timer {
  at: number;
  life: Life;
  fire: () => void;
}

/** The time of the world, which passes only when the scheduler says so. */
export class SimulatedTime {
  private readonly timers = new Set<Timer>();

  /** Epoch ms. */
  constructor(private time = Date.parse('2026-03-02T09:00:00+08:00')) {}

  now(): number {
    return this.time;
  }

  /** True if a timer of a page that goes on will fire. */
  get isAwaited(): boolean {
    for (const { life } of this.timers) if (life.goesOn) return true;
    return false;
  }

  /**
   * Lets `ms` pass: fires the due timers of the pages that go on, in order, and lets all promises settle after each. The
   * timers of a frozen page fire once it has thawed.
   */
  async pass(ms: number): Promise<void> {
    const end = this.time + ms;
    for (let next = this.next(end); next; next = this.next(end)) {
      this.timers.delete(next);
      this.time = Math.max(this.time, next.at);
      next.fire();
      await settled();
    }
    this.time = end;
  }

  /** A moment passes, so that nothing happens at the same time. Timers fire when more time passes. */
  tick(): void {
    this.time += 1;
  }

  schedule(life: Life, ms: number, fire: () => void): Unsubscribe {
    const timer = { at: this.time + ms, life, fire };
    this.timers.add(timer);
    return () => void this.timers.delete(timer);
  }

  private next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.timers) {
      if (timer.life.isOver) this.timers.delete(timer);
      else if (timer.life.goesOn && timer.at <= end && (!first || timer.at < first.at)) first = timer;
    }
    return first;
  }
}

/** The clock of one phone, which may be wrong. */
export class PhoneTime {
  /** How far it is ahead of the world; ms. */
  aheadMs = 0;
}

/**
 * The clock of one page, which has measured at its start how wrong the clock of its phone is. If that is set on, the page
 * takes it for a sleep until a server's time shows the mistake; if it is set back, the page goes on by the time that passes.
 */
export class SimulatedClock extends TimerClock {
  private aheadMs = 0;
  private known: number;
  /** Where the clock has jumped to; what it named before was right. */
  private jumpedTo = -Infinity;

  constructor(
    private readonly time: SimulatedTime,
    private readonly life: Life,
    private readonly phone = new PhoneTime(),
  ) {
    super();
    this.known = phone.aheadMs;
  }

  now(): number {
    const jumpMs = this.phone.aheadMs - this.known;
    this.known = this.phone.aheadMs;
    if (jumpMs > 0) {
      this.aheadMs += jumpMs;
      this.jumpedTo = this.time.now() + this.aheadMs;
    }
    return this.time.now() + this.aheadMs;
  }

  /** A server's time has shown how wrong the clock is: it is right from now on. */
  correct(): void {
    this.now();
    const byMs = -this.aheadMs;
    if (byMs === 0) return;
    this.aheadMs = 0;
    const { jumpedTo } = this;
    this.jumpedTo = -Infinity;
    for (const listener of this.listeners) listener((at) => (at < jumpedTo ? at : at + byMs));
  }

  protected override get isOver(): boolean {
    return this.life.isOver;
  }

  protected schedule(ms: number, fire: () => void): Unsubscribe {
    return this.time.schedule(this.life, ms, fire);
  }
}
