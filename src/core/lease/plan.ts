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
