import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { FindOrder } from '../order/find-order.ts';
import type { Order, OrderState, PayableOrder } from '../order/order.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import type { CheckoutRecords } from './checkout-records.ts';
import type { PrepayCache } from './prepay-cache.ts';
import { LIST_LAG_MS } from './purchase.ts';

/** `confirming`: nobody knows yet. `not-found`: the server knows no such order any more. */
export type ConfirmOutcome = { kind: 'paid' } | { kind: 'cancelled' } | { kind: 'confirming' } | { kind: 'not-found' };

export interface PollOptions {
  /** How often at the most, and how far apart in ms; five times within ten seconds unless told. */
  tries?: number;
  everyMs?: number;
  signal?: AbortSignalLike;
  /** Called after each query with the Problem that it met; with undefined where the server answered. */
  onAnswer?: (problem: Problem | undefined) => void;
}

/** What came of one query: undefined where the server lists no such order. */
export type QueryResult = Order | Problem | undefined;

interface QueryOptions {
  isAwaited: () => boolean;
  /** Rejects where the session is over. */
  requiresSession?: boolean;
}

const POLL_TRIES = 5;
const POLL_INTERVAL_MS = 2 * SECOND;
const QUERY_TIMEOUT_MS = POLL_TRIES * POLL_INTERVAL_MS;
/** How long one query around an opening of the sheet may take. */
const QUERY_ONCE_TIMEOUT_MS = 5 * SECOND;
/** How often in a row the server must deny an order before it is looked for in the list: a copy of its data may lag behind. */
const DENIALS_BEFORE_LOOKUP = 3;

/** Forbidden, not found, gone. */
const NOT_THERE: readonly number[] = [403, 404, 410];

/** Asks the server how an order stands, and records what it says. Believes nobody else. */
export class ConfirmPayment {
  constructor(
    private readonly findOrder: FindOrder,
    private readonly records: CheckoutRecords,
    private readonly prepay: PrepayCache,
    private readonly clock: Clock,
  ) {}

  /**
   * Asks the server until it says paid or cancelled; `confirming` where it has not by the last try, or not in the time of all tries;
   * `not-found` where it denies the order three times in a row and does not list it, of which nothing is recorded then.
   * Rejects with the Problem `unauthorized` or `no-token` where the session is over: nobody can ask any more.
   */
  async confirm(
    order: PayableOrder,
    { tries = POLL_TRIES, everyMs = POLL_INTERVAL_MS, signal, onAnswer }: PollOptions = {},
  ): Promise<ConfirmOutcome> {
    const limit = Math.max(QUERY_TIMEOUT_MS, tries * everyMs);
    let denials = 0;
    let isLookedFor = false;
    return this.withTimeout<ConfirmOutcome>(limit, { kind: 'confirming' }, async (isAwaited) => {
      for (let asked = 0; asked < tries; asked += 1) {
        if (asked > 0) await this.clock.sleep(everyMs, signal);
        if (signal?.aborted || !isAwaited()) break;
        const found = await this.ask(order, { isAwaited, requiresSession: true });
        onAnswer?.(found instanceof Problem ? found : undefined);
        const state = stateOf(found);
        if (state === 'paid' || state === 'cancelled') return { kind: state };
        denials = isDenied(found) ? denials + 1 : 0;
        if (isLookedFor || denials < DENIALS_BEFORE_LOOKUP || this.records.wasOpenedWithin(LIST_LAG_MS, order))
          continue;
        isLookedFor = true;
        if (!(await this.isForgotten(order, found).catch(ignoreFailure)) || !isAwaited()) continue;
        this.forget(order);
        return { kind: 'not-found' };
      }
      return { kind: 'confirming' };
    });
  }

  /**
   * The order as the server knows it now; undefined where it lists no such order, the Problem where it does not say within ten
   * seconds. Rejects with the Problem `unauthorized` or `no-token` where the session is over.
   */
  query(order: PayableOrder): Promise<QueryResult> {
    return this.withTimeout<QueryResult>(QUERY_TIMEOUT_MS, new Problem('timeout'), (isAwaited) =>
      this.ask(order, { isAwaited, requiresSession: true }),
    );
  }

  /** The state of the order; `unknown` where the server does not say within five seconds, or the session is over. Rejects only with the Problem `internal`. */
  queryOnce(order: PayableOrder): Promise<OrderState> {
    return this.withTimeout<OrderState>(QUERY_ONCE_TIMEOUT_MS, 'unknown', async (isAwaited) =>
      stateOf(await this.ask(order, { isAwaited })),
    );
  }

  /**
   * True where the server knows the order no more, by the result of a query: it does not give it, and does not list it. Rejects
   * with the Problem where the list does not say, `parse` where rows of it cannot be read.
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

  /** There is no such order any more: nothing is recorded of it. */
  forget(order: Pick<PayableOrder, 'number'>): void {
    this.records.record({ type: 'orderForgotten', order });
    this.prepay.forget(order.number);
  }

  private async withTimeout<Answer>(
    ms: number,
    late: Answer,
    work: (isAwaited: () => boolean) => Promise<Answer>,
  ): Promise<Answer> {
    let isAwaited = true;
    let stop = () => {};
    const limit = new Promise<Answer>((resolve) => (stop = this.clock.every(ms, () => resolve(late))));
    try {
      return await Promise.race([work(() => isAwaited), limit]);
    } finally {
      isAwaited = false;
      stop();
    }
  }

  /** An answer that nobody waits for any more settles nothing: the caller believes the payment to be unconfirmed. */
  private async ask(order: PayableOrder, { isAwaited, requiresSession = false }: QueryOptions): Promise<QueryResult> {
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

/** The server answered, and not with this order: it refused, or sent nothing that can be read as it. */
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
