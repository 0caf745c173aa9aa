import type { Renewal } from '../destination.ts';
import type { PlanBasis } from './plan.ts';

/** Under which terms plans are looked at. */
export interface LeaseTerms {
  renewal?: Renewal;
  /** On behalf of a customer. */
  assist?: boolean;
  /** Filling up the card of this operator, from the list of cards. */
  rechargeOperatorId?: string;
}

export type Restriction = 'no-duration' | 'no-card-on-renewal' | 'no-card-for-customer';

/** Why plans of that basis are not for sale here, if they are not. */
export function restrictionOn(
  basis: PlanBasis,
  { renewal, assist, rechargeOperatorId }: LeaseTerms,
): Restriction | undefined {
  if (basis === 'duration') return rechargeOperatorId !== undefined || renewal === 'card' ? 'no-duration' : undefined;
  if (renewal === 'device') return 'no-card-on-renewal';
  return assist ? 'no-card-for-customer' : undefined;
}

/** The basis that is shown first. */
export function openingBasis(terms: LeaseTerms): PlanBasis {
  return restrictionOn('duration', terms) ? 'uses' : 'duration';
}
