import type { Clock } from '../../ports/clock.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { CUSTOMER_ORDERS_MS } from '../state/activity-keys.ts';
import { ageOf } from '../time.ts';
import { storedCustomerOrders } from './stored.ts';

/** The orders that this phone placed for customers. The server's orders do not say for whom they are. */
export class CustomerOrders {
  private readonly stored: ReturnType<typeof storedCustomerOrders>;

  constructor(
    private readonly scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.stored = storedCustomerOrders(scope);
  }

  add(number: string): void {
    const now = this.clock.now();
    this.scope.exclusively(() => {
      const recent = Object.entries(this.stored.get()).filter(([, at]) => ageOf(at, now) < CUSTOMER_ORDERS_MS);
      this.stored.set({ ...Object.fromEntries(recent), [number]: now });
    });
  }

  /** For whom the order is, as far as this phone knows. */
  forWhom(number: string): 'customer' | 'unsaid' {
    return this.stored.get()[number] === undefined ? 'unsaid' : 'customer';
  }
}
