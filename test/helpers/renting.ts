import { RentDevice, type RentOptions, type RentTarget } from '../../src/core/checkout/rent-device.ts';
import type { SaidTerms, LeaseTerms } from '../../src/core/destination.ts';
import type { Plan } from '../../src/core/lease/plan.ts';
import type { TestApp } from './create-test-app.ts';

/** Terms of a new purchase for oneself, with these changes. */
export function leaseTerms(changes?: Partial<SaidTerms>): SaidTerms;
export function leaseTerms(changes: Partial<LeaseTerms>): LeaseTerms;
export function leaseTerms(changes: Partial<LeaseTerms> = {}): LeaseTerms {
  return { renewal: undefined, forWhom: 'self', rechargeOperatorId: undefined, ...changes };
}

/** A purchase for this device of this operator. */
export function forDevice(
  terms: Partial<SaidTerms> = {},
  { sno = 'DEV0001', operatorId = 'shop-1' }: { sno?: string; operatorId?: string } = {},
): RentTarget {
  return { sno, operatorId, terms: leaseTerms(terms) };
}

/** Rents the device at which the user of the app stands. */
export function rentingIn({ get, stands }: Pick<TestApp, 'get' | 'stands'>) {
  const renting = get(RentDevice);
  const target = (terms: Partial<SaidTerms>) => forDevice(terms, stands);
  return {
    choose: (plan: Plan, terms: Partial<SaidTerms>) => renting.choose(plan, target(terms)),
    rent: (plan: Plan | undefined, terms: Partial<SaidTerms>, options?: RentOptions) =>
      renting.rent(plan, target(terms), options),
    order: (plan: Plan | undefined, terms: Partial<SaidTerms>) => renting.order(plan, target(terms)),
  };
}
