import type { ApiClient } from '../api/api-client.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { Records } from '../paging.ts';
import { Problem } from '../problem.ts';
import { listDurationPlans, listUsePlans } from './api.ts';
import type { LeaseTerms } from './lease-terms.ts';
import type { Plan, PlanBasis } from './plan.ts';

/** The plans of one basis, and how many of them cannot be read; or what kept them from coming. */
export type Offer = { plans: Plan[]; unreadable: number } | { problem: Problem };
export type Offers = Record<PlanBasis, Offer>;

const NONE: Offer = { plans: [], unreadable: 0 };

/** Shows what can be bought for the current device, or from an operator. */
export class OfferPlans {
  private memory?: { key: string; offers: Offers };

  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
  ) {}

  /** Fetches the plans, or keeps those in memory while they are fresh. Rejects with the Problem where neither kind came. */
  async offer({ rechargeOperatorId, renewal }: LeaseTerms): Promise<Offers> {
    const { sno } = this.current;
    const byOperator = renewal === 'card' || sno === undefined;
    const operatorId = rechargeOperatorId ?? (byOperator ? this.current.operatorId : undefined);
    const key = `${sno ?? ''} ${operatorId ?? ''}`;
    if (this.memory?.key === key && this.current.plansAreFresh) return this.memory.offers;
    const [duration, uses] = await Promise.all([
      rechargeOperatorId !== undefined || sno === undefined ? NONE : plansOf(this.api.call(listDurationPlans, { sno })),
      sno === undefined && operatorId === undefined ? NONE : plansOf(this.api.call(listUsePlans, { sno, operatorId })),
    ]);
    const offers = { duration, uses };
    if ('problem' in duration && 'problem' in uses) throw duration.problem;
    if (isWhole(duration) && isWhole(uses)) {
      this.memory = { key, offers };
      this.current.keepPlans();
    }
    return offers;
  }
}

/** What could not be read may be asked for again. */
function isWhole(offer: Offer): boolean {
  return 'plans' in offer && offer.unreadable === 0;
}

async function plansOf(coming: Promise<Records<Plan>>): Promise<Offer> {
  try {
    const { records: plans, unreadable } = await coming;
    return { plans, unreadable };
  } catch (thrown) {
    return { problem: Problem.expected(thrown) };
  }
}
