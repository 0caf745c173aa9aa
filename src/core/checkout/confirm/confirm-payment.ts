import type { Clock } from '../../../ports/clock.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import { RunningCommand } from '../../basics/command-steps.ts';
import type { FindOrder } from '../../order/find-order.ts';
import { refundedWord, type Order, type PayableOrder } from '../../order/order.ts';
import { Problem } from '../../problem.ts';
import { reportOutcome } from '../../basics/report-problem.ts';
import { SECOND } from '../../basics/time.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import { isUnsettled } from '../records/purchase.ts';
import {
  ANSWER_EVENTS,
  beginConfirmation,
  CONFIRMATION_STEPS,
  proofOfAbsence,
  type ConfirmOutcome,
  type ListAnswer,
  type OrderAnswer,
} from './confirmation-steps.ts';

export interface PollOptions {
  /** Maximum number of queries, and the interval between them in ms. Default: 5 queries, 2 s apart. */
  tries?: number;
  everyMs?: number;
  signal?: AbortSignalLike;
  /** Called after each query with its Problem, or with undefined if the server answered. */
  onAnswer?: (problem: Problem | undefined) => void;
}

/** Result of one query; undefined if the server answered without the order. */
export type QueryResult = Order | Problem | undefined;

interface QueryOptions {
  isAwaited: () => boolean;
  /** Rejects if the session has ended. */
  requiresSession?: boolean;
}

const POLL_TRIES = 5;
const POLL_INTERVAL_MS = 2 * SECOND;
const QUERY_TIMEOUT_MS = POLL_TRIES * POLL_INTERVAL_MS;
/** Timeout of one query for which the user waits. */
const QUERY_ONCE_TIMEOUT_MS = 5 * SECOND;

/** HTTP statuses: forbidden, not found, gone. */
const NOT_THERE: readonly number[] = [403, 404, 410];

/**
 * Queries the server for the state of an order and records the answer. The server is the only trusted source. Reports
 * each open purchase of this phone that turns out to be paid.
 */
export class ConfirmPayment {
  /** Order numbers whose payment this page has reported as unconfirmed. */
  private readonly reported = new Set<string>();

  constructor(
    private readonly findOrder: FindOrder,
    private readonly records: CheckoutRecords,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Polls as `CONFIRMATION_STEPS` decides, until the server reports the order as paid or cancelled, or as unpaid after
   * the sheet returned `cancel` or `fail`. Resolves to `confirming` after the last query or the total timeout. Resolves
   * to `not-found`, and deletes the record, after three consecutive denials if the list does not contain the order.
   * Rejects with the Problem `unauthorized` or `no-token` if the session has ended. Reports an unconfirmed payment once.
   */
  async pollUntilSettled(
    order: PayableOrder,
    { tries = POLL_TRIES, everyMs = POLL_INTERVAL_MS, signal, onAnswer }: PollOptions = {},
  ): Promise<ConfirmOutcome> {
    const limit = Math.max(QUERY_TIMEOUT_MS, tries * everyMs);
    const outcome = await this.withTimeout<ConfirmOutcome>(limit, { kind: 'confirming' }, async (isAwaited) => {
      const confirmation = new RunningCommand(
        CONFIRMATION_STEPS,
        () => ({ order, purchases: this.records.purchases() }),
        (event) => this.records.record(event),
        beginConfirmation(tries),
      );
      let found: QueryResult;
      for (let isFirst = true; confirmation.state.at !== 'ended'; isFirst = false) {
        if (!isFirst) await this.clock.sleep(everyMs, signal);
        if (signal?.aborted || !isAwaited()) return { kind: 'confirming' };
        found = await this.fetchOrder(order, { isAwaited, requiresSession: true });
        onAnswer?.(found instanceof Problem ? found : undefined);
        if (!isAwaited()) return { kind: 'confirming' };
        if (confirmation.take('querying', orderAnswerOf(found)).at !== 'searching-list') continue;
        const listed = await this.searchList(order);
        if (!isAwaited()) return { kind: 'confirming' };
        confirmation.take('searching-list', listed);
      }
      return withRefund(confirmation.state.outcome, found);
    });
    if (outcome.kind === 'confirming' && !signal?.aborted && !this.reported.has(order.number)) {
      this.reported.add(order.number);
      reportOutcome(this.reporter, 'payment-unconfirmed');
    }
    return outcome;
  }

  /**
   * Queries the order once. Resolves to undefined if the server answers without the order, and to the Problem if the
   * query fails or takes longer than ten seconds. Rejects with the Problem `unauthorized` or `no-token` if the session
   * has ended.
   */
  queryOrder(order: PayableOrder): Promise<QueryResult> {
    return this.withTimeout<QueryResult>(QUERY_TIMEOUT_MS, new Problem('timeout'), (isAwaited) =>
      this.fetchOrder(order, { isAwaited, requiresSession: true }),
    );
  }

  /**
   * Queries the order once, while the user waits for the payment sheet or for the outcome of a start. Resolves to the
   * Problem also if the session has ended or the query takes longer than five seconds. Rejects only with the Problem
   * `internal`.
   */
  queryBriefly(order: PayableOrder): Promise<QueryResult> {
    return this.withTimeout<QueryResult>(QUERY_ONCE_TIMEOUT_MS, new Problem('timeout'), (isAwaited) =>
      this.fetchOrder(order, { isAwaited }),
    );
  }

  /** True if the server no longer has an order that it has just not returned, as `proofOfAbsence` decides. Rejects only with the Problem `internal`. */
  async isGone(order: PayableOrder): Promise<boolean> {
    const proof = proofOfAbsence('absent', { order, purchases: this.records.purchases() });
    return proof === 'complete' || (proof === 'needs-list' && (await this.searchList(order)) === 'not-listed');
  }

  /** Searches the order list. Rejects only with the Problem `internal`. */
  async searchList(order: PayableOrder): Promise<ListAnswer> {
    try {
      return (await this.findOrder.findListed(order)) === undefined ? 'not-listed' : 'listed';
    } catch (thrown) {
      return Problem.expected(thrown).code === 'parse' ? 'unreadable' : 'failed';
    }
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

  /**
   * An answer after the timeout is not recorded, because the caller already treats the payment as unconfirmed. One that is
   * older than what is known of the payment is asked for again.
   */
  private async fetchOrder(
    order: PayableOrder,
    { isAwaited, requiresSession = false }: QueryOptions,
  ): Promise<QueryResult> {
    try {
      let found: Order | undefined;
      let askedAt: number;
      do {
        askedAt = this.clock.now();
        found = await this.findOrder.find(order);
      } while (isAwaited() && this.isOutdated(orderAnswerOf(found), order, askedAt));
      if (isAwaited()) this.recordAnswer(order, found);
      return found;
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      if (requiresSession && problem.endsTheSession) throw problem;
      return problem;
    }
  }

  /**
   * True if the server has reported the payment since the question, and the answer does not; or if the answer calls the
   * order unpaid, and a payment was opened or answered since.
   */
  private isOutdated(answer: OrderAnswer, order: PayableOrder, askedAt: number): boolean {
    if (answer === 'paid') return false;
    const purchase = this.records.purchases().ofOrder(order);
    if (purchase?.state === 'paid') return purchase.reportedAt !== undefined && purchase.reportedAt > askedAt;
    return answer === 'to-pay' && isUnsettled(purchase) && purchase.at > askedAt;
  }

  private recordAnswer(order: PayableOrder, found: Order | undefined): void {
    const answer = orderAnswerOf(found);
    const type = ANSWER_EVENTS[answer];
    if (type === undefined) return;
    const before = this.records.purchases().ofOrder(order);
    const refunded = found && refundedWord(found) !== undefined ? true : undefined;
    this.records.record(type === 'serverSaysPaid' ? { type, order, paidAt: found?.paidAt, refunded } : { type, order });
    if (answer === 'paid' && before && before.state !== 'paid') reportOutcome(this.reporter, 'paid');
  }
}

/** Adds to a paid outcome the word of a refund, if the last query says so. */
export function withRefund<Outcome extends { kind: string }>(outcome: Outcome, found: QueryResult): Outcome {
  const refunded = found instanceof Problem || found === undefined ? undefined : refundedWord(found);
  return outcome.kind === 'paid' && refunded !== undefined ? { ...outcome, refunded } : outcome;
}

/**
 * Reduces the result of a query to what it tells about the order. One that was paid back was paid, whatever its code
 * says.
 */
export function orderAnswerOf(found: QueryResult): OrderAnswer {
  if (found === undefined) return 'absent';
  if (!(found instanceof Problem)) return refundedWord(found) === undefined ? found.state : 'paid';
  const isDenied =
    found.code === 'refused' ||
    found.code === 'parse' ||
    (found.code === 'http' && NOT_THERE.includes(found.status ?? 0));
  return isDenied ? 'denied' : 'failed';
}
