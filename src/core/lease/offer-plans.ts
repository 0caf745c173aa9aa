import type { ApiClient } from '../api/api-client.ts';
import type { LeaseTerms } from '../destination.ts';
import type { Records } from '../paging.ts';
import { Problem } from '../problem.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { listDurationPlans, listUsePlans } from './api.ts';
import type { Plan, PlanBasis } from './plan.ts';

/** The plans of one basis with the number of unreadable ones, or the Problem of the request. */
export type Offer = { plans: Plan[]; unreadable: number } | { problem: Problem };
export type Offers = Record<PlanBasis, Offer>;

/** True if the server answered that it sells no plan of this basis. */
export function isEmptyOffer(offer: Offer | undefined): boolean {
  return offer !== undefined && 'plans' in offer && offer.plans.length + offer.unreadable === 0;
}

const NONE: Offer = { plans: [], unreadable: 0 };

/** Fetches the plans for a device or an operator. */
export class OfferPlans {
  private cached?: { key: string; offers: Offers };

  constructor(
    private readonly api: ApiClient,
    private readonly scope: AccountScope,
  ) {}

  /**
   * Fetches the plans. With `cached`, for a user who came back to them, it returns those of the last call if they are of
   * the same seller. Rejects with the Problem if both requests fail.
   */
  async offer(
    { sno, operatorId: ofDevice }: { sno: string | undefined; operatorId: string | undefined },
    { rechargeOperatorId, renewal }: LeaseTerms,
    { cached = false } = {},
  ): Promise<Offers> {
    const byOperator = renewal === 'card' || sno === undefined;
    const operatorId = rechargeOperatorId ?? (byOperator ? ofDevice : undefined);
    const key = `${this.scope.account} ${sno ?? ''} ${operatorId ?? ''}`;
    if (cached && this.cached?.key === key) return this.cached.offers;
    const [duration, uses] = await Promise.all([
      rechargeOperatorId !== undefined || sno === undefined ? NONE : plansOf(this.api.call(listDurationPlans, { sno })),
      sno === undefined && operatorId === undefined ? NONE : plansOf(this.api.call(listUsePlans, { sno, operatorId })),
    ]);
    const offers = { duration, uses };
    if ('problem' in duration && 'problem' in uses) throw duration.problem;
    this.cached = isWhole(duration) && isWhole(uses) ? { key, offers } : undefined;
    return offers;
  }
}

/** Only complete offers are cached, so that unreadable rows are fetched again. */
function isWhole(offer: Offer): boolean {
  return 'plans' in offer && offer.unreadable === 0;
}

async function plansOf(request: Promise<Records<Plan>>): Promise<Offer> {
  try {
    const { records: plans, unreadable } = await request;
    return { plans, unreadable };
  } catch (thrown) {
    return { problem: Problem.expected(thrown) };
  }
}
