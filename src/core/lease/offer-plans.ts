import type { Clock } from '../../ports/clock.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { LeaseTerms } from '../destination.ts';
import type { Records } from '../basics/paging.ts';
import { Problem } from '../problem.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { isWithin, MINUTE } from '../basics/time.ts';
import { listDurationPlans, listUsePlans } from './api.ts';
import { isSamePlan, type Plan, type PlanBasis } from './plan.ts';

/** The plans of one basis with the number of unreadable ones, or the Problem of the request. */
export type Offer = { plans: Plan[]; unreadable: number } | { problem: Problem };
export type Offers = Record<PlanBasis, Offer>;

/** True if the server answered that it sells no plan of this basis. */
export function isEmptyOffer(offer: Offer | undefined): boolean {
  return offer !== undefined && 'plans' in offer && offer.plans.length + offer.unreadable === 0;
}

const NONE: Offer = { plans: [], unreadable: 0 };

/** How long plans that were read count as those that the shop offers. */
const PLANS_MAX_AGE_MS = 10 * MINUTE;

/** Where the plans are bought. */
interface Seller {
  sno: string | undefined;
  operatorId: string | undefined;
}

/** Fetches the plans for a device or an operator. */
export class OfferPlans {
  private last?: { key: string; offers: Offers; at: number };

  constructor(
    private readonly api: ApiClient,
    private readonly scope: AccountScope,
    private readonly clock: Clock,
  ) {}

  /**
   * Fetches the plans. With `cached`, for a user who came back to them, it returns those of the last call if they are of
   * the same seller, complete and younger than ten minutes. Rejects with the Problem if both requests fail.
   */
  async offer(seller: Seller, terms: LeaseTerms, { cached = false } = {}): Promise<Offers> {
    const last = cached ? this.recent(seller, terms) : undefined;
    return last && isWhole(last.duration) && isWhole(last.uses) ? last : this.read(seller, terms);
  }

  /**
   * True if the seller offers this plan as it was shown. Asks again if the plans were read more than ten minutes ago, or
   * could not be read. Rejects with the Problem of the request.
   */
  async stillOffers(plan: Plan, seller: Seller, terms: LeaseTerms): Promise<boolean> {
    const recent = this.recent(seller, terms)?.[plan.basis];
    const offer = recent && 'plans' in recent ? recent : (await this.read(seller, terms))[plan.basis];
    if ('problem' in offer) throw offer.problem;
    return offer.plans.some((each) => isSamePlan(each, plan));
  }

  /** The plans of the last call, if they are of this seller and young. */
  private recent(seller: Seller, terms: LeaseTerms): Offers | undefined {
    const { last } = this;
    const isRecent = last?.key === this.keyOf(seller, terms) && isWithin(PLANS_MAX_AGE_MS, last.at, this.clock.now());
    return isRecent ? last?.offers : undefined;
  }

  private keyOf(seller: Seller, terms: LeaseTerms): string {
    return `${this.scope.account} ${seller.sno ?? ''} ${operatorIn(seller, terms) ?? ''}`;
  }

  private async read(seller: Seller, terms: LeaseTerms): Promise<Offers> {
    const { sno } = seller;
    const operatorId = operatorIn(seller, terms);
    const key = this.keyOf(seller, terms);
    const at = this.clock.now();
    const [duration, uses] = await Promise.all([
      terms.rechargeOperatorId !== undefined || sno === undefined
        ? NONE
        : plansOf(this.api.call(listDurationPlans, { sno })),
      sno === undefined && operatorId === undefined ? NONE : plansOf(this.api.call(listUsePlans, { sno, operatorId })),
    ]);
    const offers = { duration, uses };
    if ('problem' in duration && 'problem' in uses) throw duration.problem;
    this.last = { key, offers, at };
    return offers;
  }
}

/** The operator whose plans are read. Undefined if they are those of the device. */
function operatorIn({ sno, operatorId }: Seller, { rechargeOperatorId, renewal }: LeaseTerms): string | undefined {
  const byOperator = renewal === 'card' || sno === undefined;
  return rechargeOperatorId ?? (byOperator ? operatorId : undefined);
}

/** Only complete offers are reused, so that unreadable rows are fetched again. */
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
