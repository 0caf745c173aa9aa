import type { LeaseTerms } from '../destination.ts';
import type { LeasedDevice } from '../device/device.ts';
import type { PlanBasis } from './plan.ts';

/** The terms of a new rental. */
export function newRental({ assist }: { assist: boolean }): LeaseTerms {
  return { renewal: undefined, assist, rechargeOperatorId: undefined };
}

/** The terms that extend the lease of a listed device: a customer's rental stays a customer's. */
export function renewalOf({ assist }: Pick<LeasedDevice, 'assist'>): LeaseTerms {
  return { renewal: 'device', assist, rechargeOperatorId: undefined };
}

/** The terms that add uses with an operator. */
export function rechargeWith(operatorId: string): LeaseTerms {
  return { renewal: undefined, assist: false, rechargeOperatorId: operatorId };
}

export type Restriction = 'no-duration' | 'no-card-on-renewal' | 'no-card-for-customer';

/** Why plans of this basis are not available under the terms; undefined if they are. */
export function restrictionOn(
  basis: PlanBasis,
  { renewal, assist, rechargeOperatorId }: LeaseTerms,
): Restriction | undefined {
  if (basis === 'duration') return rechargeOperatorId !== undefined || renewal === 'card' ? 'no-duration' : undefined;
  if (renewal === 'device') return 'no-card-on-renewal';
  return assist ? 'no-card-for-customer' : undefined;
}

/** The basis that the screen shows first. A user whose card is used up sees the uses, if the terms allow them. */
export function openingBasis(terms: LeaseTerms, { isCardUsedUp = false } = {}): PlanBasis {
  if (restrictionOn('duration', terms)) return 'uses';
  return isCardUsedUp && !restrictionOn('uses', terms) ? 'uses' : 'duration';
}
