import { RentDevice, type RentOptions, type RentTarget } from '../../src/core/checkout/rent-device.ts';
import type { LeaseTerms } from '../../src/core/destination.ts';
import type { Plan } from '../../src/core/lease/plan.ts';
import type { TestApp } from './create-test-app.ts';

/** Terms of a new purchase for oneself, with these changes. */
export function leaseTerms(changes: Partial<LeaseTerms> = {}): LeaseTerms {
  return { renewal: undefined, assist: false, rechargeOperatorId: undefined, ...changes };
}

/** A purchase for this device of this operator. */
export function forDevice(
  terms: Partial<LeaseTerms> = {},
  { sno = 'DEV0001', operatorId = 'shop-1' }: { sno?: string; operatorId?: string } = {},
): RentTarget {
  return { sno, operatorId, terms: leaseTerms(terms) };
}

/** Rents the device at which the user of the app stands. */
export function rentingIn({ get, stands }: Pick<TestApp, 'get' | 'stands'>) {
  const renting = get(RentDevice);
  const target = (terms: Partial<LeaseTerms>) => forDevice(terms, stands);
  return {
    choose: (plan: Plan, terms: Partial<LeaseTerms>) => renting.choose(plan, target(terms)),
    rent: (plan: Plan | undefined, terms: Partial<LeaseTerms>, options?: RentOptions) =>
      renting.rent(plan, target(terms), options),
    order: (plan: Plan | undefined, terms: Partial<LeaseTerms>) => renting.order(plan, target(terms)),
  };
}
