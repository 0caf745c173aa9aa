/** The part of the composition root that the plans are drawn from. */
export { joinPlans as join } from '../container/plans.ts';
