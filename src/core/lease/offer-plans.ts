import type { Cloud } from '../cloud/cloud.ts';
import { Problem } from '../problem.ts';
import type { Visit } from '../session/visit.ts';
import { listDurationPlans, listUsePlans } from './api.ts';
import type { LeaseTerms } from './lease-terms.ts';
import type { Plan, PlanBasis } from './plan.ts';

/** The plans of one basis, or what kept them from coming. */
export type Offer = { plans: Plan[] } | { problem: Problem };
export type Offers = Record<PlanBasis, Offer>;

/** Shows what can be bought for the current device, or from an operator. */
export class OfferPlans {
  private memory?: { key: string; offers: Offers };

  constructor(
    private readonly cloud: Cloud,
    private readonly visit: Visit,
  ) {}

  /** Fetches the plans, or keeps those in memory while they are fresh. Rejects with the Problem where neither kind came. */
  async offer({ rechargeOperatorId, renewal }: LeaseTerms): Promise<Offers> {
    const sno = this.visit.get('device')?.sno;
    const byOperator = renewal === 'card' || sno === undefined;
    const operatorId = rechargeOperatorId ?? (byOperator ? this.visit.get('operatorId') : undefined);
    const key = `${sno ?? ''} ${operatorId ?? ''}`;
    if (this.memory?.key === key && this.visit.get('plansAreFresh')) return this.memory.offers;
    const [duration, uses] = await Promise.all([
      rechargeOperatorId !== undefined || sno === undefined ? { plans: [] } : plansOf(this.cloud.call(listDurationPlans, { sno })),
      sno === undefined && operatorId === undefined ? { plans: [] } : plansOf(this.cloud.call(listUsePlans, { sno, operatorId })),
    ]);
    const offers = { duration, uses };
    if ('problem' in duration && 'problem' in uses) throw duration.problem;
    if ('plans' in duration && 'plans' in uses) {
      this.memory = { key, offers };
      this.visit.set('plansAreFresh', true);
    }
    return offers;
  }
}

async function plansOf(coming: Promise<Plan[]>): Promise<Offer> {
  try {
    return { plans: await coming };
  } catch (thrown) {
    return { problem: Problem.of(thrown) };
  }
}
