import type { Plan, PlanBasis } from '../../../core/lease/plan.ts';
import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { yuan } from '../../words/format.ts';
import { counted } from '../../words/text.ts';
import type { Row } from '../../output/output.ts';
import type { CoreServices } from '../../environment.ts';

/** The requested plans, the number of unreadable ones, and the failures of the requests. */
export interface Offered {
  plans: Plan[];
  unreadable: number;
  problems: Problem[];
}

/** The plans for a device, of one basis or both; card plans of another operator if one is given. */
export async function offer(
  services: CoreServices,
  sno: string,
  by: PlanBasis | undefined,
  operatorId: string | undefined,
): Promise<Offered> {
  const queries = services.get(Queries);
  const requests = [
    ...(by === 'uses' || operatorId !== undefined ? [] : [queries.durationPlans(sno)]),
    ...(by === 'duration' ? [] : [queries.usePlans(operatorId === undefined ? { sno } : { operatorId })]),
  ];
  const results = await Promise.allSettled(requests);
  const answers = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return {
    plans: answers.flatMap(({ records }) => records),
    unreadable: answers.reduce((sum, { unreadable }) => sum + unreadable, 0),
    problems: results.flatMap((each) => (each.status === 'rejected' ? [Problem.of(each.reason)] : [])),
  };
}

export interface PlanOptions {
  by?: PlanBasis;
  operator?: string;
}

export function basisOf({ by, operator: operatorId }: PlanOptions): { by?: PlanBasis; operatorId?: string } {
  if (by === 'duration' && operatorId !== undefined)
    throw new Problem('invalid-input', { message: '--operator applies to plans by uses: omit it, or pass --by uses' });
  return { by, operatorId };
}

export const PLAN_FIELDS = ['id', 'by', 'amount', 'unit', 'priceFen', 'originalFen'] as const;

export function planRow({ id, basis, amount, unit, priceFen, originalFen }: Plan): Row {
  return { id, by: basis, amount, unit, priceFen, originalFen };
}

export function planText({ amount, unit, priceFen }: Plan): string {
  return `${counted(amount, unit)} for ${yuan(priceFen) ?? ''}`;
}
