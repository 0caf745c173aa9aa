import { expect, test } from 'vitest';
import { RechargeCard } from '../../../src/core/lease/recharge-card.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';

test('filling up a card leads to the operator’s plans, fetched anew', () => {
  const core = createTestApp();
  core.visit.set('plansAreFresh', true);
  expect(core.get(RechargeCard).begin('shop-1')).toEqual({ to: 'lease', rechargeOperatorId: 'shop-1' });
  expect(core.visit.get('plansAreFresh')).toBeUndefined();
});
