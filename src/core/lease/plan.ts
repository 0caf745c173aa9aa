export type PlanUnit = 'day' | 'use';

/** How a plan is counted: rented for a time, or uses bought for a card. */
export type PlanBasis = 'duration' | 'uses';

/** Something that can be bought. */
export interface Plan {
  id: string;
  basis: PlanBasis;
  /** The service mode or the recharge mode it belongs to; ordered together with it. */
  modeId: string;
  amount: number;
  unit: PlanUnit;
  priceFen: number;
  /** The price before a reduction, where there is one. */
  originalFen?: number;
}
