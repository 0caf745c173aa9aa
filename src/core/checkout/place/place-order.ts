import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import { getUser } from '../../account/api.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { RunningCommand } from '../../basics/command-steps.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { createCardOrder, createLeaseOrder } from '../../lease/api.ts';
import type { Order, PayableOrder } from '../../order/order.ts';
import { requireWhole, type Records } from '../../basics/paging.ts';
import { ignoreFailure, Problem } from '../../problem.ts';
import { reportOutcome } from '../../basics/report-problem.ts';
import { MINUTE } from '../../basics/time.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import { orderAnswerOf, type ConfirmPayment } from '../confirm/confirm-payment.ts';
import { listOf, type OrderLookup, type OrderTarget } from './order-lookup.ts';
import {
  beginPlacement,
  PLACEMENT_STEPS,
  type KnownOrder,
  type OrderRequest,
  type PlacementFacts,
  type PlacementInputs,
  type PlacementState,
  type SubmissionFailure,
} from './order-steps.ts';
import type { PurchaseEvent } from '../records/transitions.ts';

/** Maximum wait for another page's order. */
const LOCK_TIMEOUT_MS = MINUTE;

/** An order for an intent; `paid` if the intent is already fulfilled. */
export interface PlacedOrder extends KnownOrder {
  /** Another page of this phone held the order mutex when this call started. */
  waited: boolean;
}

type Placement = RunningCommand<PlacementState, PlacementInputs, PlacementFacts, PurchaseEvent>;
type PlacementIn<At extends PlacementState['at']> = Extract<PlacementState, { at: At }>;

/**
 * Places exactly one order for an intent, as `PLACEMENT_STEPS` decides, even if responses are lost. Resumes that order
 * while it is unpaid.
 */
export class PlaceOrder {
  constructor(
    private readonly api: ApiClient,
    private readonly confirmation: ConfirmPayment,
    private readonly lookup: OrderLookup,
    private readonly records: CheckoutRecords,
    private readonly mutex: Mutex,
    private readonly reporter: Reporter,
  ) {}

  /** Requests the existing orders in advance; call it when the user chooses a plan. */
  prefetch(target: OrderTarget): void {
    this.lookup.prefetch(target);
  }

  /**
   * Places the order of the intent or resumes it. Rejects with the Problem that prevented the order. Rejects with
   * `cancelled` if `signal` aborts before the request is sent.
   */
  async place(request: OrderRequest, signal?: AbortSignalLike): Promise<PlacedOrder> {
    const { plan, sno, operatorId } = request;
    if (plan.basis === 'duration' && sno === undefined)
      throw new Problem('invalid-input', { message: 'choose a device before renting it' });
    if (plan.basis === 'uses' && operatorId === undefined)
      throw new Problem('invalid-input', { message: 'choose an operator before buying uses' });
    return this.mutex.runExclusive('order', LOCK_TIMEOUT_MS, async (waited) => ({
      ...(await this.run(request, waited, signal)),
      waited,
    }));
  }

  private async run(request: OrderRequest, waited: boolean, signal?: AbortSignalLike): Promise<KnownOrder> {
    const facts = () => {
      const purchases = this.records.purchases();
      return { request, purchases, newKey: newIdempotencyKey(purchases.now) };
    };
    const record = (event: PurchaseEvent) => {
      this.records.record(event);
      if (event.type === 'orderCreated') reportOutcome(this.reporter, 'ordered');
    };
    const placement: Placement = new RunningCommand(PLACEMENT_STEPS, facts, record, beginPlacement(facts(), waited));
    let problem: Problem | undefined;
    const keepProblem = (thrown: unknown) => (problem = Problem.expected(thrown));
    for (;;) {
      const { state } = placement;
      switch (state.at) {
        case 'querying': {
          const found = await this.confirmation.queryOrder(state.order);
          placement.take('querying', {
            answer: orderAnswerOf(found),
            found: found instanceof Problem ? undefined : found,
          });
          break;
        }
        case 'searching-list':
          placement.take('searching-list', await this.confirmation.searchList(state.order));
          break;
        case 'listing': {
          const listed = await this.list(request, state).catch(keepProblem);
          const hasFailed = listed instanceof Problem;
          const isAssistant = hasFailed && (request.assist || (await this.isAssistant()));
          const isScreenClosed = signal?.aborted === true;
          placement.take('listing', { listed: hasFailed ? failureOf(listed) : listed, isScreenClosed, isAssistant });
          break;
        }
        case 'submitting': {
          const response = await this.send(request, state.idempotencyKey).catch(keepProblem);
          placement.take('submitting', response instanceof Problem ? submissionFailure(response) : { order: response });
          break;
        }
        case 'looking-up': {
          const listed = await this.lookup.newest(request).catch(Problem.expected);
          placement.take('looking-up', listed instanceof Problem ? 'failed' : listed);
          break;
        }
        case 'placed':
          return { order: state.order, state: state.state };
        case 'unreadable':
          requireWhole(state, listOf(request));
          break;
        case 'failed':
          if (state.isScreenClosed || !problem) throw new Problem('cancelled');
          throw state.mayBePlaced ? problem : problem.beforeSending();
      }
    }
  }

  /** True also if the server does not answer. */
  private async isAssistant(): Promise<boolean> {
    const user = await this.api.call(getUser, {}).catch(ignoreFailure);
    return user?.assist ?? true;
  }

  /** Reads the existing orders. They decide whether a lost order exists, so prefetched ones do not suffice then. */
  private async list(request: OrderRequest, { wasSubmitted, afresh }: PlacementIn<'listing'>): Promise<Records<Order>> {
    if (wasSubmitted) return this.lookup.newest(request);
    const listed = await this.lookup.recent(request, afresh);
    if (listed instanceof Problem) throw listed;
    return listed;
  }

  private async send({ plan, sno, operatorId, assist }: OrderRequest, idempotencyKey: string): Promise<PayableOrder> {
    const created =
      plan.basis === 'duration'
        ? this.api.call(createLeaseOrder, { plan, sno: sno ?? '', assist }, { idempotencyKey })
        : this.api.call(createCardOrder, { plan, operatorId: operatorId ?? '' }, { idempotencyKey });
    return { ...(await created), sno, operatorId };
  }
}

function failureOf(problem: Problem): 'session-ended' | 'failed' {
  return problem.endsTheSession ? 'session-ended' : 'failed';
}

function submissionFailure({ code, mayHaveTakenEffect }: Problem): SubmissionFailure {
  return { isRefusal: code === 'refused', mayHaveTakenEffect };
}
