import type { Clock } from '../../ports/clock.ts';
import type { ForWhom } from '../destination.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { PLACED_ORDERS_MS } from '../state/activity-keys.ts';
import { ageOf } from '../basics/time.ts';
import type { PlacedHere } from './records/purchase.ts';
import { storedPlacedOrders } from './records/stored.ts';

/**
 * The orders that this phone placed, whatever has become of them, with what the server's orders do not say: for whom they
 * are, and of a number, whether it is one of a card package.
 */
export class OrdersPlacedHere {
  private readonly stored: ReturnType<typeof storedPlacedOrders>;

  constructor(
    private readonly scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.stored = storedPlacedOrders(scope);
  }

  add(
    number: string,
    forWhom: PlacedHere['forWhom'],
    about: Pick<PlacedHere, 'cardOperatorId' | 'knownRentals'> = {},
  ): void {
    const now = this.clock.now();
    this.scope.exclusively(() => {
      const recent = Object.entries(this.stored.get()).filter(([, { at }]) => ageOf(at, now) < PLACED_ORDERS_MS);
      this.stored.set({ ...Object.fromEntries(recent), [number]: { forWhom, at: now, ...about } });
    });
  }

  /** For whom the order is, as far as this phone knows. */
  forWhom(number: string): ForWhom {
    return this.stored.get()[number]?.forWhom ?? 'unsaid';
  }

  /** The orders of the rentals of its device that the user knew of when the order was placed here. */
  knownRentalsOf(number: string): readonly string[] {
    return this.stored.get()[number]?.knownRentals ?? [];
  }

  /** The operator of an order of a card package, as far as this phone knows; undefined also for any other order. */
  cardOperatorOf(number: string): string | undefined {
    return this.stored.get()[number]?.cardOperatorId;
  }

  /** The operators of the orders of card packages. */
  cardOperators(): string[] {
    return Object.values(this.stored.get()).flatMap(({ cardOperatorId }) => cardOperatorId ?? []);
  }
}
