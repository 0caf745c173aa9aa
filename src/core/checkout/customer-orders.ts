import type { Clock } from '../../ports/clock.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { ageOf, DAY } from '../time.ts';
import { storedCustomerOrders } from './stored.ts';

/** How long an order can be of use for another one. */
const MAX_AGE_MS = 30 * DAY;

/** The orders that this phone placed for customers. The server's orders do not say for whom they are. */
export class CustomerOrders {
  private readonly stored: ReturnType<typeof storedCustomerOrders>;

  constructor(
    scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.stored = storedCustomerOrders(scope);
  }

  add(number: string): void {
    const now = this.clock.now();
    const recent = Object.entries(this.stored.get() ?? {}).filter(([, at]) => ageOf(at, now) < MAX_AGE_MS);
    this.stored.set({ ...Object.fromEntries(recent), [number]: now });
  }

  /** True if the order is for a customer; undefined if this phone does not know. */
  isForCustomer(number: string): true | undefined {
    return this.stored.get()?.[number] === undefined ? undefined : true;
  }
}
