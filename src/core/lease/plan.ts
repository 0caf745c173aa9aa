export type PlanUnit = 'day' | 'use';

/** `duration`: a rental period. `uses`: a number of uses on a card. */
export type PlanBasis = 'duration' | 'uses';

/** A plan that the user can buy. */
export interface Plan {
  id: string;
  basis: PlanBasis;
  /** Id of its service mode or recharge mode; part of the order request. */
  modeId: string;
  amount: number;
  unit: PlanUnit;
  priceFen: number;
  /** The price before a discount, if any. */
  originalFen?: number;
}

/** The words of a plan that a buyer agrees to, and that name it: a purchase is of all of them. */
export function agreedOf({ basis, modeId, id, priceFen, amount, unit }: Plan) {
  return [basis, modeId, id, priceFen, amount, unit] as const;
}

/** True if both plans sell the same for the same price. The price before a discount does not matter. */
export function isSamePlan(plan: Plan, other: Plan): boolean {
  const agreed = agreedOf(other);
  return agreedOf(plan).every((word, index) => word === agreed[index]);
}
