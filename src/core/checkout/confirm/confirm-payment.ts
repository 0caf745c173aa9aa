import type { Clock } from '../../../ports/clock.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import type { FindOrder } from '../../order/find-order.ts';
import { refundedWord, type Order, type PayableOrder } from '../../order/order.ts';
import { ignoreFailure, Problem } from '../../problem.ts';
import { reportOutcome } from '../../basics/report-problem.ts';
import { SECOND } from '../../basics/time.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import { isUnsettled, LIST_LAG_MS } from '../records/purchase.ts';
import type { Purchases, UnlistedOrder } from '../records/purchases.ts';
import {
  calledOffBy,
  isDenial,
  orderAnswerOf,
  proofOfAbsence,
  withRefund,
  type OrderAnswer,
  type QueryResult,
} from './order-answer.ts';

/**
 * `confirming`: the outcome is still unknown. `not-paid`: the sheet returned `answer`, and the server reports the order
 * as unpaid. `cancelled`, `not-found`: the server has cancelled the order, or no longer has it.
 */
export type ConfirmOutcome =
  /** `refunded`: what `refundedWord` says of the order. */
  | { kind: 'paid'; refunded?: string }
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

/**
 * Consecutive denials before the order list is searched. A replica of the server's data may lag, so one denial proves
 * nothing.
 */
const DENIALS_BEFORE_LOOKUP = 3;

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
   * Polls until the server reports the order as paid or cancelled, or as unpaid after
   * the sheet returned `cancel` or `fail`. Resolves to `confirming` after the last query or the total timeout. Resolves
   * to `not-found`, and deletes the record, after three consecutive denials if the list does not contain the order.
   * Rejects with the Problem `unauthorized` or `no-token` if the session has ended. Reports an unconfirmed payment once.
   */
  async pollUntilSettled(order: PayableOrder, options: PollOptions = {}): Promise<ConfirmOutcome> {
    const { tries = POLL_TRIES, everyMs = POLL_INTERVAL_MS, signal } = options;
    const limit = Math.max(QUERY_TIMEOUT_MS, tries * everyMs);
    const outcome = await this.withTimeout<ConfirmOutcome>(limit, { kind: 'confirming' }, (isAwaited) =>
      this.poll(order, { ...options, tries, everyMs }, isAwaited),
    );
    if (outcome.kind === 'confirming' && !signal?.aborted && !this.reported.has(order.number)) {
      this.reported.add(order.number);
      reportOutcome(this.reporter, 'payment-unconfirmed');
    }
    return outcome;
  }

  private async poll(
    order: PayableOrder,
    { tries, everyMs, signal, onAnswer }: PollOptions & { tries: number; everyMs: number },
    isAwaited: () => boolean,
  ): Promise<ConfirmOutcome> {
    let denials = 0;
    let isListSearched = false;
    for (let query = 0; query < tries; query += 1) {
      if (query > 0) await this.clock.sleep(everyMs, signal);
      if (signal?.aborted || !isAwaited()) break;
      const found = await this.fetchOrder(order, { isAwaited, requiresSession: true });
      onAnswer?.(found instanceof Problem ? found : undefined);
      if (!isAwaited()) break;
      const answer = orderAnswerOf(found);
      if (answer === 'paid' || answer === 'cancelled') return withRefund({ kind: answer }, found);
      const purchases = this.records.purchases();
      const calledOff = answer === 'to-pay' ? calledOffBy(purchases.ofOrder(order)) : undefined;
      if (calledOff !== undefined) {
        this.records.record({ type: 'serverSaysUnpaid', order });
        return { kind: 'not-paid', answer: calledOff };
      }
      denials = isDenial(answer) ? denials + 1 : 0;
      const isTooEarly = denials < DENIALS_BEFORE_LOOKUP || purchases.wasOpenedWithin(LIST_LAG_MS, order);
      if (isListSearched || isTooEarly) continue;
      const absence = await this.absenceOf(order, answer);
      if (!isAwaited()) break;
      if (absence === 'proved') {
        this.records.record({ type: 'orderForgotten', order });
        return { kind: 'not-found' };
      }
      isListSearched = true;
    }
    return { kind: 'confirming' };
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

  /**
   * As `Purchases.unlistedOrder`, after the server was asked whether one that it has settled was paid back since, or one whose
   * payment was handed over is paid by now. Rejects only with the Problem `internal`.
   */
  async unlistedOrder(...device: Parameters<Purchases['unlistedOrder']>): Promise<UnlistedOrder | undefined> {
    const known = this.records.purchases().unlistedOrder(...device);
    if (!known) return this.paidSinceHandedOver(...device);
    if (!known.isSettled) return known;
    await this.queryBriefly(known.order);
    return this.records.purchases().unlistedOrder(...device);
  }

  /** The answer is not recorded: who goes on with the order is still to hear that it is paid. */
  private async paidSinceHandedOver(
    ...device: Parameters<Purchases['handedOverOrder']>
  ): Promise<UnlistedOrder | undefined> {
    const order = this.records.purchases().handedOverOrder(...device);
    if (!order) return undefined;
    const found = await this.withTimeout<Order | undefined>(QUERY_ONCE_TIMEOUT_MS, undefined, () =>
      this.findOrder.find(order).catch(ignoreFailure),
    );
    const isPaid = orderAnswerOf(found) === 'paid' && found !== undefined && refundedWord(found) === undefined;
    return isPaid ? { order, isSettled: true } : undefined;
  }

  /** True if the server no longer has an order that it has just not returned. Rejects only with the Problem `internal`. */
  async isGone(order: PayableOrder): Promise<boolean> {
    return (await this.absenceOf(order, 'absent')) === 'proved';
  }

  /**
   * Whether the server no longer has an order, after an answer about it. `unreadable`: only a row of the list that cannot
   * be read may be the order. Rejects only with the Problem `internal`.
   */
  async absenceOf(order: PayableOrder, answer: OrderAnswer): Promise<'proved' | 'unreadable' | 'unproved'> {
    const proof = proofOfAbsence(answer, order, this.records.purchases());
    if (proof !== 'needs-list') return proof === 'complete' ? 'proved' : 'unproved';
    try {
      return (await this.findOrder.findListed(order)) === undefined ? 'proved' : 'unproved';
    } catch (thrown) {
      return Problem.expected(thrown).code === 'parse' ? 'unreadable' : 'unproved';
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
      let asked: { at: number; isKnown: boolean };
      do {
        asked = { at: this.clock.now(), isKnown: this.records.purchases().ofOrder(order) !== undefined };
        found = await this.findOrder.find(order);
      } while (isAwaited() && this.isOutdated(orderAnswerOf(found), order, asked));
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
   * order unpaid, and since then a payment was opened or answered, or another page has recorded the order's end.
   */
  private isOutdated(
    answer: OrderAnswer,
    order: PayableOrder,
    { at, isKnown }: { at: number; isKnown: boolean },
  ): boolean {
    if (answer === 'paid') return false;
    const purchase = this.records.purchases().ofOrder(order);
    if (purchase?.state === 'paid') return purchase.reportedAt !== undefined && purchase.reportedAt > at;
    if (answer !== 'to-pay') return false;
    return purchase === undefined ? isKnown : isUnsettled(purchase) && purchase.at > at;
  }

  private recordAnswer(order: PayableOrder, found: Order | undefined): void {
    const answer = orderAnswerOf(found);
    if (answer !== 'paid' && answer !== 'cancelled') return;
    const before = this.records.purchases().ofOrder(order);
    const refunded = found && refundedWord(found) !== undefined ? true : undefined;
    this.records.record(
      answer === 'paid'
        ? { type: 'serverSaysPaid', order, paidAt: found?.paidAt, refunded }
        : { type: 'serverSaysCancelled', order },
    );
    if (answer === 'paid' && before && before.state !== 'paid') reportOutcome(this.reporter, 'paid');
  }
}
