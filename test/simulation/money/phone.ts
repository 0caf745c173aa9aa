import { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { Locks } from '../kernel/locks.ts';
import type { Network } from '../kernel/network.ts';
import { PhoneTime, type SimulatedTime } from '../kernel/time.ts';
import type { SimulatedPage } from './page.ts';
import type { ShopOrder } from './shop.ts';

/** A phone: its pages share the storage, the locks and the clock. */
export class SimulatedPhone {
  readonly storage = new FakeAppStorage();
  readonly locks: Locks;
  readonly time = new PhoneTime();
  readonly pages: SimulatedPage[] = [];
  /** Its clock was set on, which its pages take for a sleep. */
  wasSetOn = false;
  /** When the server has first told a page of this phone the end of an order, by the time of the world; epoch ms. */
  readonly heardTheEnd = new Map<string, number>();
  /** The same of an answer that a page reads in any case. */
  readonly readTheEnd = new Map<string, number>();
  /** The orders whose end a page of this phone has recorded. */
  readonly knownToHaveEnded = new Set<string>();
  /** When the sheet of an order has answered `ok`, and has not taken it back, by the clock of the phone; epoch ms. */
  readonly saidToBePaid = new Map<string, number>();
  /** The orders of whose money a page has told the person what became of it. */
  readonly toldOfMoney = new Set<string>();
  private readonly latest = new Map<string, number>();
  private attempts = 0;

  constructor(
    readonly name: string,
    readonly world: SimulatedTime,
    readonly network: Network,
    /** The server answers a repeated order request by its idempotency key. */
    readonly isKeyed: boolean,
    /** The calls that are answered at once, because nothing depends on them. */
    readonly quickCalls: readonly string[],
  ) {
    this.locks = new Locks(world);
  }

  /** Numbers the requests. */
  nextAttempt(key: string | undefined): number {
    this.attempts += 1;
    if (key !== undefined) this.latest.set(key, this.attempts);
    return this.attempts;
  }

  /** True if a later request has had the same idempotency key. */
  hasRepeated(key: string | undefined, attempt: number): boolean {
    return key !== undefined && this.latest.get(key) !== attempt;
  }

  /** True if the money of this order was moved by a sheet of this phone. */
  hasPaid({ charge }: ShopOrder): boolean {
    return charge?.sheet?.page.phone === this;
  }
}
