import type { Clock } from '../../ports/clock.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import type { PayableOrder } from '../order/order.ts';
import type { Visit, Wish } from '../session/visit.ts';
import { ageOf, MINUTE } from '../time.ts';

/** How long after its last try an intent to buy is still the same purchase; ms. */
const SAME_PURCHASE = 10 * MINUTE;

/** Remembers what the user set out to buy, so that one intent makes one order however often it is tried. */
export class Wishes {
  constructor(
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /** The intent of that name; a new one where there is none, or where an order that was sent for minutes ago never came to light. */
  of(name: string): Wish {
    const known = this.all()[name];
    if (known && (known.order || this.isRecent(known))) return known;
    const wish: Wish = { key: newIdempotencyKey(this.clock.now()), at: this.clock.now() };
    this.keep(name, wish);
    return wish;
  }

  /** True within ten minutes of its last try. */
  isRecent({ at }: Wish): boolean {
    return ageOf(at, this.clock.now()) < SAME_PURCHASE;
  }

  /** What has passed since its last try; ms. */
  ageOf({ at }: Wish): number {
    return ageOf(at, this.clock.now());
  }

  keep(name: string, wish: Wish): void {
    this.visit.set('wishes', { ...this.all(), [name]: wish });
  }

  /** It is tried now. */
  renew(name: string, wish: Wish): void {
    this.keep(name, { ...wish, at: this.clock.now() });
  }

  forget(name: string): void {
    this.keepOnly(([other]) => other !== name);
  }

  /** The numbers of the orders of all other intents. */
  ordersBut(name: string): string[] {
    return Object.entries(this.all()).flatMap(([other, { order }]) => (other !== name && order ? [order.number] : []));
  }

  /** The order is paid or gone: the same again is a new intent. */
  settle(order: Pick<PayableOrder, 'number'>): void {
    this.keepOnly(([, wish]) => wish.order?.number !== order.number);
  }

  private keepOnly(stays: (entry: [string, Wish]) => boolean): void {
    this.visit.set('wishes', Object.fromEntries(Object.entries(this.all()).filter(stays)));
  }

  /** One that lies ahead of a clock that was set back is counted from now: it lives no longer for that. */
  private all(): Record<string, Wish> {
    const all = this.visit.get('wishes') ?? {};
    const now = this.clock.now();
    if (Object.values(all).every(({ at }) => at <= now)) return all;
    const counted = Object.fromEntries(Object.entries(all).map(([name, wish]) => [name, { ...wish, at: Math.min(wish.at, now) }]));
    this.visit.set('wishes', counted);
    return counted;
  }
}
