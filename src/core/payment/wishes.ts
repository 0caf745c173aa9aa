import type { Clock } from '../../ports/clock.ts';
import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { Visit, Wish } from '../session/visit.ts';
import { DAY } from '../time.ts';

/** How long after it was begun an order that is paid is the answer to the same wish; ms. */
const FULFILS = DAY;

/** Remembers what the user set out to buy, so that one wish makes one order however often it is tried. */
export class Wishes {
  constructor(
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /** The wish of that name, begun now if it is a new one. */
  of(name: string): Wish {
    const known = this.all()[name];
    if (known) return known;
    const wish: Wish = { key: newKey(this.clock.now()), beganAt: this.clock.now() };
    this.keep(name, wish);
    return wish;
  }

  /** True where the wish is so long ago that a paid order fulfils it no more. */
  isOfThePast({ beganAt }: Wish): boolean {
    return Math.abs(this.clock.now() - beganAt) >= FULFILS;
  }

  keep(name: string, wish: Wish): void {
    this.visit.set('wishes', { ...this.all(), [name]: wish });
  }

  forget(name: string): void {
    this.keepOnly(([other]) => other !== name);
  }

  /** The numbers of the orders of all other wishes. */
  ordersBut(name: string): string[] {
    return Object.entries(this.all()).flatMap(([other, { order }]) => (other !== name && order ? [order.number] : []));
  }

  /** The order is paid or gone: wishing for the same again is a new wish. */
  settle(order: Pick<PayableOrder, 'number'>): void {
    this.keepOnly(([, wish]) => wish.order?.number !== order.number);
  }

  private keepOnly(stays: (entry: [string, Wish]) => boolean): void {
    this.visit.set('wishes', Object.fromEntries(Object.entries(this.all()).filter(stays)));
  }

  private all(): Record<string, Wish> {
    return this.visit.get('wishes') ?? {};
  }
}

/** A key for one wish, unlike any other: the time and 96 random bits. */
export function newKey(now: number): string {
  const random = () => Math.floor(Math.random() * 2 ** 48).toString(36).padStart(10, '0');
  return `${now.toString(36)}-${random()}${random()}`;
}
