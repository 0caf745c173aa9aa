import type { Plan } from '../../src/core/lease/plan.ts';

export const sevenDays: Plan = {
  id: 'd7',
  basis: 'duration',
  modeId: 'mode-1',
  amount: 7,
  unit: 'day',
  priceFen: 1990,
};
export const tenUses: Plan = {
  id: 'u10',
  basis: 'uses',
  modeId: 'recharge-1',
  amount: 10,
  unit: 'use',
  priceFen: 9900,
};
