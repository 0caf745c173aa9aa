import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { FindOrder } from '../order/find-order.ts';
import type { Order, OrderState, PayableOrder } from '../order/order.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import type { CheckoutRecords } from './checkout-records.ts';
import type { PrepayCache } from './prepay-cache.ts';
import { LIST_LAG_MS } from './purchase.ts';

/**
 * `confirming`: the outcome is still unknown. `not-paid`: the sheet returned `answer`, and the server reports the order
 * as unpaid. `cancelled`, `not-found`: the server has cancelled the order, or no longer has it.
 */
export type ConfirmOutcome =
  | { kind: 'paid' }
  | { kind: 'not-paid'; answer: 'cancel' | 'fail' }
  | { kind: 'cancelled' }
  | { kind: 'confirming' }
  | { kind: 'not-found' };

export interface PollOptions {
  /** Maximum number of queries, and the interval between them in ms. Default: 5 queries, 2 s apart. */
  tries?: number;
  everyMs?: number;
  signal?: AbortSignalLike;
  /** Called after each query with its Problem, or with undefined if the server answered. */
  onAnswer?: (problem: Problem | undefined) => void;
}

/** Result of one query; undefined if the server does not list the order. */
export type QueryResult = Order | Problem | undefined;

interface QueryOptions {
  isAwaited: () => boolean;
  /** Rejects if the session has ended. */
  requiresSession?: boolean;
}

const POLL_TRIES = 5;
const POLL_INTERVAL_MS = 2 * SECOND;
const QUERY_TIMEOUT_MS = POLL_TRIES * POLL_INTERVAL_MS;
/** Timeout of one query before or after the payment sheet. */
const QUERY_ONCE_TIMEOUT_MS = 5 * SECOND;
/**
 * Consecutive denials before the order list is searched. A replica of the server's data may lag, so one denial proves
 * nothing.
 */
const DENIALS_BEFORE_LOOKUP = 3;

/** HTTP statuses: forbidden, not found, gone. */
const NOT_THERE: readonly number[] = [403, 404, 410];

/** Queries the server for the state of an order and records the answer. The server is the only trusted source. */
export class ConfirmPayment {
  constructor(
    private readonly findOrder: FindOrder,
    private readonly records: CheckoutRecords,
    private readonly prepay: PrepayCache,
    private readonly clock: Clock,
  ) {}

  /**
   * Polls until the server reports the order as paid or cancelled, or as unpaid after the sheet returned `cancel` or
   * `fail`. Resolves to `confirming` after the last query or the total timeout. Resolves to `not-found`, and deletes
   * the record, after three consecutive denials if the list does not contain the order. Rejects with the Problem `unauthorized` or `no-token` if the session has ended.
   */
  async pollUntilSettled(
    order: PayableOrder,
    { tries = POLL_TRIES, everyMs = POLL_INTERVAL_MS, signal, onAnswer }: PollOptions = {},
  ): Promise<ConfirmOutcome> {
    const limit = Math.max(QUERY_TIMEOUT_MS, tries * everyMs);
    let denials = 0;
    let isListSearched = false;
    return this.withTimeout<ConfirmOutcome>(limit, { kind: 'confirming' }, async (isAwaited) => {
      for (let attempt = 0; attempt < tries; attempt += 1) {
        if (attempt > 0) await this.clock.sleep(everyMs, signal);
        if (signal?.aborted || !isAwaited()) break;
        const found = await this.fetchOrder(order, { isAwaited, requiresSession: true });
        onAnswer?.(found instanceof Problem ? found : undefined);
        const state = stateOf(found);
        if (state === 'paid' || state === 'cancelled') return { kind: state };
        const answer = state === 'to-pay' && isAwaited() ? this.closeUnpaid(order) : undefined;
        if (answer) return { kind: 'not-paid', answer };
        denials = isDenied(found) ? denials + 1 : 0;
        if (isListSearched || denials < DENIALS_BEFORE_LOOKUP || this.records.wasOpenedWithin(LIST_LAG_MS, order))
          continue;
        isListSearched = true;
        if (!(await this.isForgotten(order, found).catch(ignoreFailure)) || !isAwaited()) continue;
        this.forget(order);
        return { kind: 'not-found' };
      }
      return { kind: 'confirming' };
    });
  }

  /**
   * Queries the order once. Resolves to undefined if the server does not list the order, and to the Problem if the
   * query fails or takes longer than ten seconds. Rejects with the Problem `unauthorized` or `no-token` if the session
   * has ended.
   */
  queryOrder(order: PayableOrder): Promise<QueryResult> {
    return this.withTimeout<QueryResult>(QUERY_TIMEOUT_MS, new Problem('timeout'), (isAwaited) =>
      this.fetchOrder(order, { isAwaited, requiresSession: true }),
    );
  }

  /**
   * Queries the state of the order. Resolves to `unknown` if the query fails, takes longer than five seconds, or the
   * session has ended. Rejects only with the Problem `internal`.
   */
  queryState(order: PayableOrder): Promise<OrderState> {
    return this.withTimeout<OrderState>(QUERY_ONCE_TIMEOUT_MS, 'unknown', async (isAwaited) =>
      stateOf(await this.fetchOrder(order, { isAwaited })),
    );
  }

  /**
   * True if the server neither returned the order in this query result nor lists it. Rejects with the Problem if the
   * list is not available, with `parse` if rows of the list are unreadable.
   */
  async isForgotten(order: PayableOrder, found: QueryResult): Promise<boolean> {
    if (
      !isDenied(found) ||
      this.records.isSaidToBePaid(order) ||
      (order.kind === 'card' && order.operatorId === undefined)
    )
      return false;
    return (found === undefined && order.kind === 'card') || (await this.findOrder.findListed(order)) === undefined;
  }

  /** Deletes the record and the prepay parameters of an order that no longer exists. */
  forget(order: Pick<PayableOrder, 'number'>): void {
    this.records.record({ type: 'orderForgotten', order });
    this.prepay.forget(order.number);
  }

  /** Settles the payment if its sheet returned `cancel` or `fail`; returns that answer. */
  private closeUnpaid(order: PayableOrder): 'cancel' | 'fail' | undefined {
    const purchase = this.records.ofOrder(order);
    if (purchase?.state !== 'unconfirmed' || (purchase.answer !== 'cancel' && purchase.answer !== 'fail'))
      return undefined;
    this.records.record({ type: 'serverSaysUnpaid', order });
    return purchase.answer;
  }

  private async withTimeout<Answer>(
    ms: number,
    fallback: Answer,
    work: (isAwaited: () => boolean) => Promise<Answer>,
  ): Promise<Answer> {
    let isAwaited = true;
    let stop = () => {};
    // A sleep cannot be stopped without a signal, so the first tick is the timeout.
    const limit = new Promise<Answer>((resolve) => (stop = this.clock.every(ms, () => resolve(fallback))));
    try {
      return await Promise.race([work(() => isAwaited), limit]);
    } finally {
      isAwaited = false;
      stop();
    }
  }

  /** An answer after the timeout is not recorded, because the caller already treats the payment as unconfirmed. */
  private async fetchOrder(
    order: PayableOrder,
    { isAwaited, requiresSession = false }: QueryOptions,
  ): Promise<QueryResult> {
    try {
      const found = await this.findOrder.find(order);
      if (found && found.number !== order.number)
        return new Problem('parse', { message: 'asked for one order, given another' });
      if ((found?.state === 'paid' || found?.state === 'cancelled') && isAwaited()) this.settle(order, found.state);
      return found;
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      if (requiresSession && problem.endsTheSession) throw problem;
      return problem;
    }
  }

  private settle(order: PayableOrder, state: 'paid' | 'cancelled'): void {
    this.prepay.forget(order.number);
    this.records.record({ type: state === 'paid' ? 'serverSaysPaid' : 'serverSaysCancelled', order });
  }
}

/** True if the server answered without this order: it refused the request or sent an unreadable order. */
function isDenied(found: QueryResult): boolean {
  if (!(found instanceof Problem)) return found === undefined;
  return (
    found.code === 'refused' ||
    found.code === 'parse' ||
    (found.code === 'http' && NOT_THERE.includes(found.status ?? 0))
  );
}

function stateOf(found: QueryResult): OrderState {
  return found === undefined || found instanceof Problem ? 'unknown' : found.state;
}
