import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';

interface Appointment {
  at: number;
  keep: () => void;
}

const turnOfTheLoop = setImmediate;

/** A clock that stands still until a test advances it. */
export class FakeClock implements Clock {
  private readonly appointments = new Set<Appointment>();

  constructor(private time = Date.parse('2026-03-02T09:00:00+08:00')) {}

  now(): number {
    return this.time;
  }

  sleep(ms: number, signal?: AbortSignalLike): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        off();
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const off = this.make(this.time + ms, wake);
      signal?.addEventListener('abort', wake);
    });
  }

  every(ms: number, tick: () => void): Unsubscribe {
    let off: Unsubscribe = () => {};
    const again = () => {
      off = this.make(this.time + ms, () => {
        again();
        tick();
      });
    };
    again();
    return () => off();
  }

  /** Lets `ms` pass: what falls due happens in order, each time followed by whatever it sets going. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await settled();
    for (let next = this.next(end); next; next = this.next(end)) {
      this.appointments.delete(next);
      this.time = Math.max(this.time, next.at);
      next.keep();
      await settled();
    }
    this.time = end;
  }

  /** How many sleeps and ticks are still to come: none once everything was switched off. */
  get pending(): number {
    return this.appointments.size;
  }

  private make(at: number, keep: () => void): Unsubscribe {
    const appointment = { at, keep };
    this.appointments.add(appointment);
    return () => void this.appointments.delete(appointment);
  }

  private next(end: number): Appointment | undefined {
    return [...this.appointments]
      .filter(({ at }) => at <= end)
      .reduce<Appointment | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined);
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => turnOfTheLoop(resolve));
}
