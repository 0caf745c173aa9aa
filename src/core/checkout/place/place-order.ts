import type { Clock } from '../../../ports/clock.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import { getUser } from '../../account/api.ts';
import type { ApiClient, CallOptions } from '../../api/api-client.ts';
import { RunningCommand } from '../../basics/command-steps.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { createCardOrder, createLeaseOrder } from '../../lease/api.ts';
import { listCardOrders, listLeaseOrders } from '../../order/api.ts';
import type { Order, PayableOrder } from '../../order/order.ts';
import { requireWhole, type Records } from '../../basics/paging.ts';
import { ignoreFailure, Problem } from '../../problem.ts';
import { reportOutcome } from '../../basics/report-problem.ts';
import { MINUTE, SECOND } from '../../basics/time.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import type { ConfirmPayment } from '../confirm/confirm-payment.ts';
import { orderAnswerOf } from '../confirm/order-answer.ts';
import type { OrderTarget } from './matching-order.ts';
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
/** Timeout of the first request for the order list; the user waits for it. */
const LIST_TIMEOUT_MS = 3 * SECOND;
/** Maximum age of a prefetched order list. */
const PREFETCH_MAX_AGE_MS = 20 * SECOND;

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
  private prefetched?: { list: string; at: number; orders: Promise<Records<Order> | Problem> };

  constructor(
    private readonly api: ApiClient,
    private readonly confirmation: ConfirmPayment,
    private readonly clock: Clock,
    private readonly records: CheckoutRecords,
    private readonly mutex: Mutex,
    private readonly reporter: Reporter,
  ) {}

  /** Requests the existing orders in advance; call it when the user chooses a plan. */
  prefetch(target: OrderTarget): void {
    this.prefetched = { list: listKey(target), at: this.clock.now(), orders: this.listQuickly(target) };
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
          placement.take('searching-list', await this.confirmation.absenceOf(state.order, 'denied'));
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
          const listed = await this.newestOrders(request).catch(Problem.expected);
          placement.take('looking-up', listed instanceof Problem ? 'failed' : listed);
          break;
        }
        case 'placed':
          return { order: state.order, state: state.state };
        case 'unreadable':
          requireWhole(state, request.plan.basis === 'duration' ? listLeaseOrders : listCardOrders);
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
  private async list(
    target: OrderTarget,
    { wasSubmitted, skipsPrefetch }: PlacementIn<'listing'>,
  ): Promise<Records<Order>> {
    if (wasSubmitted) return this.newestOrders(target);
    const prefetched = this.takePrefetched(target);
    const known = skipsPrefetch ? undefined : await prefetched;
    const listed = known === undefined || known instanceof Problem ? await this.listQuickly(target) : known;
    if (listed instanceof Problem) throw listed;
    return listed;
  }

  /** Removes and returns the prefetched orders of the target's kind; undefined if there are none, or too old ones. */
  private takePrefetched(target: OrderTarget): Promise<Records<Order> | Problem> | undefined {
    const { prefetched } = this;
    this.prefetched = undefined;
    if (prefetched?.list !== listKey(target)) return undefined;
    const age = this.clock.now() - prefetched.at;
    return age >= 0 && age < PREFETCH_MAX_AGE_MS ? prefetched.orders : undefined;
  }

  /** Resolves to the Problem if the request fails or takes longer than three seconds. */
  private listQuickly(target: OrderTarget): Promise<Records<Order> | Problem> {
    return this.newestOrders(target, { timeoutMs: LIST_TIMEOUT_MS }).catch(Problem.expected);
  }

  /** Returns the newest orders of the target's kind. Rejects with the Problem of the request. */
  private async newestOrders({ plan, operatorId }: OrderTarget, options?: CallOptions): Promise<Records<Order>> {
    if (plan.basis === 'duration') return this.api.call(listLeaseOrders, { page: 0 }, options);
    return operatorId === undefined
      ? { records: [], unreadable: 0 }
      : this.api.call(listCardOrders, { page: 0, operatorId }, options);
  }

  private async send({ plan, sno, operatorId, assist }: OrderRequest, idempotencyKey: string): Promise<PayableOrder> {
    const created =
      plan.basis === 'duration'
        ? this.api.call(createLeaseOrder, { plan, sno: sno ?? '', assist }, { idempotencyKey })
        : this.api.call(createCardOrder, { plan, operatorId: operatorId ?? '' }, { idempotencyKey });
    return { ...(await created), sno, operatorId };
  }
}

function listKey({ plan, operatorId }: OrderTarget): string {
  return plan.basis === 'duration' ? 'leases' : `cards of ${operatorId ?? ''}`;
}

function failureOf(problem: Problem): 'session-ended' | 'failed' {
  return problem.endsTheSession ? 'session-ended' : 'failed';
}

function submissionFailure({ code, mayHaveTakenEffect }: Problem): SubmissionFailure {
  return { isRefusal: code === 'refused', mayHaveTakenEffect };
}
