import type { Renewal } from '../destination.ts';
import type { PlanBasis } from './plan.ts';

/** The terms that restrict the plans. */
export interface LeaseTerms {
  renewal?: Renewal;
  /** The user rents on behalf of a customer. */
  assist?: boolean;
  /** Operator whose card the user recharges from the list of cards. */
  rechargeOperatorId?: string;
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
