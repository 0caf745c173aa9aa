import type { ForWhom, LeaseTerms, SaidTerms } from '../destination.ts';
import type { PlanBasis } from './plan.ts';

/** The terms of a new rental. */
export function newRental(forWhom: SaidTerms['forWhom']): SaidTerms {
  return { renewal: undefined, forWhom, rechargeOperatorId: undefined };
}

/** The terms that extend a lease: a customer's rental stays a customer's. */
export function renewalFor<Said extends ForWhom>(forWhom: Said): LeaseTerms & { forWhom: Said } {
  return { renewal: 'device', forWhom, rechargeOperatorId: undefined };
}

/** The terms that add uses with an operator. */
export function rechargeWith(operatorId: string): SaidTerms {
  return { renewal: undefined, forWhom: 'self', rechargeOperatorId: operatorId };
}

/** For whom a rental is whose address or row has this mark. */
export function forWhomOf(assist: boolean): SaidTerms['forWhom'];
export function forWhomOf(assist: boolean | undefined): ForWhom;
export function forWhomOf(assist: boolean | undefined): ForWhom {
  if (assist === undefined) return 'unsaid';
  return assist ? 'customer' : 'self';
}

export function saysForWhom(terms: LeaseTerms): terms is SaidTerms {
  return terms.forWhom !== 'unsaid';
}

export type Restriction = 'no-duration' | 'no-card-on-renewal' | 'no-card-for-customer';

/** Why plans of this basis are not available under the terms; undefined if they are. */
export function restrictionOn(
  basis: PlanBasis,
  { renewal, forWhom, rechargeOperatorId }: LeaseTerms,
): Restriction | undefined {
  if (basis === 'duration') return rechargeOperatorId !== undefined || renewal === 'card' ? 'no-duration' : undefined;
  if (renewal === 'device') return 'no-card-on-renewal';
  return forWhom === 'customer' ? 'no-card-for-customer' : undefined;
}

/** The basis that the screen shows first. A user whose card is used up sees the uses, if the terms allow them. */
export function openingBasis(terms: LeaseTerms, { isCardUsedUp = false } = {}): PlanBasis {
  if (restrictionOn('duration', terms)) return 'uses';
  return isCardUsedUp && !restrictionOn('uses', terms) ? 'uses' : 'duration';
}
