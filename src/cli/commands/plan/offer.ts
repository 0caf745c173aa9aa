import type { Plan, PlanBasis } from '../../../core/lease/plan.ts';
import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { yuan } from '../../format.ts';
import type { Row } from '../../output.ts';
import type { CoreServices } from '../../surroundings.ts';

/** The plans that were asked for, how many of them cannot be read, and what kept others from coming. */
export interface Offered {
  plans: Plan[];
  unreadable: number;
  problems: Problem[];
}

/** The plans of a device, of one basis or of both; by uses of another operator where one is named. */
export async function offer(joined: CoreServices, sno: string, by: PlanBasis | undefined, operatorId: string | undefined): Promise<Offered> {
  const queries = joined.get(Queries);
  const asked = [
    ...(by === 'uses' || operatorId !== undefined ? [] : [queries.durationPlans(sno)]),
    ...(by === 'duration' ? [] : [queries.usePlans({ sno, operatorId })]),
  ];
  const came = await Promise.allSettled(asked);
  const answers = came.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  return {
    plans: answers.flatMap(({ records }) => records),
    unreadable: answers.reduce((sum, { unreadable }) => sum + unreadable, 0),
    problems: came.flatMap((each) => (each.status === 'rejected' ? [Problem.of(each.reason)] : [])),
  };
}

export function basisOf({ by, operator }: Readonly<Record<string, unknown>>): { by?: PlanBasis; operatorId?: string } {
  if (by === 'duration' && operator !== undefined)
    throw new Problem('invalid-input', { message: '--operator is for plans by uses: leave it out, or say --by uses' });
  return { by: by as PlanBasis | undefined, operatorId: operator as string | undefined };
}

export const PLAN_FIELDS = ['id', 'by', 'amount', 'unit', 'priceFen', 'originalFen'] as const;

export function planRow({ id, basis, amount, unit, priceFen, originalFen }: Plan): Row {
  return { id, by: basis, amount, unit, priceFen, originalFen };
}

export function planText({ amount, unit, priceFen }: Plan): string {
  return `${amount} ${unit}${amount === 1 ? '' : 's'} for ${yuan(priceFen) ?? ''}`;
}
