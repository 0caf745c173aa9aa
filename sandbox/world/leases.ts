import type { WorldClock } from './clock.ts';
import { DAY } from './units.ts';

export interface Lease {
  orderNo: string;
  sno: string;
  userId: string;
  /** True if an assistant placed it on behalf of a customer. */
  assist: boolean;
  expiresAt: number;
}

/** All leases: the user, the device and the end. */
export class Leases {
  readonly all: Lease[] = [];

  constructor(private readonly clock: WorldClock) {}

  isRunning = (lease: Lease): boolean => lease.expiresAt > this.clock.now();

  /** The current lease of a device. */
  on(sno: string): Lease | undefined {
    return this.all.find((lease) => lease.sno === sno && this.isRunning(lease));
  }

  /** Begins a lease, or extends the buyer's current one. */
  grant({ days, ...lease }: Omit<Lease, 'expiresAt'> & { days: number }): Lease {
    const running = this.on(lease.sno);
    if (running?.userId === lease.userId && running.assist === lease.assist) {
      running.expiresAt += days * DAY;
      running.orderNo = lease.orderNo;
      return running;
    }
    const begun = { ...lease, expiresAt: this.clock.now() + days * DAY };
    this.all.unshift(begun);
    return begun;
  }

  /** Takes the days of a refunded order back from the lease that they went to. */
  shorten(orderNo: string, sno: string | undefined, days: number): void {
    const lease = this.all.find((each) => each.orderNo === orderNo) ?? (sno === undefined ? undefined : this.on(sno));
    if (lease) lease.expiresAt -= days * DAY;
  }
}
