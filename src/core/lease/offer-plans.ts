import type { ApiClient } from '../api/api-client.ts';
import { getDetail } from '../device/api.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import { ALL_CARDS, type Records } from '../paging.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { listCards } from '../wallet/api.ts';
import { listDurationPlans, listUsePlans } from './api.ts';
import { isForSelectedDevice, type LeaseTerms } from './lease-terms.ts';
import type { Plan, PlanBasis } from './plan.ts';

/** The plans of one basis with the number of unreadable ones, or the Problem of the request. */
export type Offer = { plans: Plan[]; unreadable: number } | { problem: Problem };
export type Offers = Record<PlanBasis, Offer>;

/** What the user buys a plan for, as far as it is known. */
export interface LeaseSubject {
  deviceName?: string;
  operatorName?: string;
  /** When the user's lease of the device ends; epoch ms. */
  expiresAt?: number;
}

const NONE: Offer = { plans: [], unreadable: 0 };

/** Fetches the plans for the current device or an operator. */
export class OfferPlans {
  private cached?: { key: string; offers: Offers };

  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
  ) {}

  /**
   * Fetches the plans, or returns the cached ones while they are fresh. Rejects with the Problem if both requests fail.
   */
  async offer({ rechargeOperatorId, renewal }: LeaseTerms): Promise<Offers> {
    const { sno } = this.current;
    const byOperator = renewal === 'card' || sno === undefined;
    const operatorId = rechargeOperatorId ?? (byOperator ? this.current.operatorId : undefined);
    const key = `${sno ?? ''} ${operatorId ?? ''}`;
    if (this.cached?.key === key && this.current.plansAreFresh) return this.cached.offers;
    const [duration, uses] = await Promise.all([
      rechargeOperatorId !== undefined || sno === undefined ? NONE : plansOf(this.api.call(listDurationPlans, { sno })),
      sno === undefined && operatorId === undefined ? NONE : plansOf(this.api.call(listUsePlans, { sno, operatorId })),
    ]);
    const offers = { duration, uses };
    if ('problem' in duration && 'problem' in uses) throw duration.problem;
    if (isWhole(duration) && isWhole(uses)) {
      this.cached = { key, offers };
      this.current.keepPlans();
    }
    return offers;
  }

  /** Reads the names of the device and its shop. A failed read leaves them unknown. */
  async subject(terms: LeaseTerms): Promise<LeaseSubject> {
    const { sno } = this.current;
    if (isForSelectedDevice(terms)) {
      const detail = sno === undefined ? undefined : await this.api.call(getDetail, { sno }).catch(ignoreFailure);
      return { deviceName: detail?.name, operatorName: detail?.operatorName, expiresAt: detail?.expiresAt };
    }
    const operatorId = terms.rechargeOperatorId ?? this.current.operatorId;
    const cards = await this.api.call(listCards, { page: 0, size: ALL_CARDS }).catch(ignoreFailure);
    return { operatorName: cards?.records.find((card) => card.operatorId === operatorId)?.operatorName };
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
