import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { PaymentAnswer, PaymentBridge } from '../../ports/payment-bridge.ts';
import type { Mutex } from '../../ports/mutex.ts';
import type { Destination } from '../destination.ts';
import type { FindOrder } from '../order/find-order.ts';
import type { Order, OrderState, PayableOrder } from '../order/order.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import type { OpenPayment, Visit } from '../session/visit.ts';
import { SingleFlight } from '../single-flight.ts';
import { MINUTE, SECOND } from '../time.ts';
import type { OpenPayments } from './open-payments.ts';
import type { PaymentSheets } from './payment-sheets.ts';
import type { Wishes } from './wishes.ts';

/** `confirming`: nobody knows yet; `confirm` asks the server. `not-opened`: whoever asked has gone. The others are what the server says. */
export type PaymentOutcome =
  | { kind: 'paid' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message?: string }
  | { kind: 'confirming' }
  | { kind: 'not-opened' };

/** `not-found`: the server knows no such order any more. */
export type ConfirmOutcome = PaymentOutcome | { kind: 'not-found' };

export interface Asking {
  /** How often at the most, and how far apart in ms; five times within ten seconds unless told. */
  tries?: number;
  everyMs?: number;
  signal?: AbortSignalLike;
  /** Told what each question met; undefined where the server answered. */
  onAnswer?: (problem: Problem | undefined) => void;
}

export interface PayOptions {
  /** Where the user is led once the order is paid. */
  leadsTo?: Destination;
  /** Another page was at the same order a moment ago. */
  waited?: boolean;
  /** What the server said of the order a moment ago. */
  state?: OrderState;
  /** Of the screen that asks: once it has aborted nothing is prepared and no sheet is opened. */
  signal?: AbortSignalLike;
}

/** What came of asking for one order. */
type Asked = Order | Problem | undefined;

interface Insisting {
  isAwaited: () => boolean;
  signedIn?: boolean;
}

const TRIES = 5;
const EVERY = 2 * SECOND;
/** How often in a row the server must deny an order before it is looked for in the list: a copy of its data may lag behind. */
const DENIED_IN_A_ROW = 3;
/** How long the server's lists may lag behind a payment that was opened here; ms. */
const LIST_LAG_MS = MINUTE;
/** How long one question around an opening of the sheet may take; ms. */
const ANSWERS_WITHIN = 5 * SECOND;
/** How long another page may be at a payment before it is waited for no longer; ms. */
const LONGEST_TURN = MINUTE;

/** Forbidden, not found, gone. */
const NOT_THERE: readonly number[] = [403, 404, 410];

/** Lets an order be paid, and believes only the server. */
export class PayOrder {
  private readonly flights = new SingleFlight();
  private readonly paid = new Set<string>();

  constructor(
    private readonly sheets: PaymentSheets,
    private readonly bridge: PaymentBridge,
    private readonly findOrder: FindOrder,
    private readonly payments: OpenPayments,
    private readonly visit: Visit,
    private readonly wishes: Wishes,
    private readonly mutex: Mutex,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the payment of an order, one after the other. While an earlier payment of it is in doubt no new one is prepared.
   * Rejects with the Problem that kept the payment from being opened.
   */
  pay(order: PayableOrder, options: PayOptions = {}): Promise<PaymentOutcome> {
    const inTurn = async (queued: boolean) =>
      (await this.clearUp(order, { ...options, waited: options.waited === true || queued })) ?? this.open(order, options);
    return this.flights.run(order.number, () => this.mutex.runExclusive('payment', LONGEST_TURN, inTurn), options.signal);
  }

  /**
   * Asks the server until it says paid or cancelled; `confirming` where it has not by the last try, or not in the time of all tries;
   * `not-found` where it denies the order three times in a row and does not list it, of which nothing is remembered then.
   * Rejects with the Problem `unauthorized` or `no-token` where the session is over: nobody can ask any more.
   */
  async confirm(order: PayableOrder, { tries = TRIES, everyMs = EVERY, signal, onAnswer }: Asking = {}): Promise<ConfirmOutcome> {
    const limit = Math.max(TRIES * EVERY, tries * everyMs);
    let denials = 0;
    let isLookedFor = false;
    return this.atMost<ConfirmOutcome>(limit, { kind: 'confirming' }, async (isAwaited) => {
      for (let asked = 0; asked < tries; asked += 1) {
        if (asked > 0) await this.clock.sleep(everyMs, signal);
        if (signal?.aborted || !isAwaited()) break;
        const found = await this.ask(order, { isAwaited, signedIn: true });
        onAnswer?.(found instanceof Problem ? found : undefined);
        const state = stateOf(found);
        if (state === 'paid' || state === 'cancelled') return { kind: state };
        denials = isDenied(found) ? denials + 1 : 0;
        if (isLookedFor || denials < DENIED_IN_A_ROW || this.mayLag(order)) continue;
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
  look(order: PayableOrder): Promise<Asked> {
    return this.atMost<Asked>(TRIES * EVERY, new Problem('timeout'), (isAwaited) => this.ask(order, { isAwaited, signedIn: true }));
  }

  /** True while a payment of it was opened here and the server has not settled it. */
  isUnsettled({ number }: Pick<PayableOrder, 'number'>): boolean {
    return this.payments.of(number) !== undefined;
  }

  /** True where the customer's side said a moment ago that it was paid, and only the server has not yet. */
  isSaidToBePaid(order: Pick<PayableOrder, 'number'>): boolean {
    return this.payments.isSaidToBePaid(order);
  }

  /** True where a payment of it was opened here a moment ago and is not settled: it may be paid although the server denies it. */
  wasOpenedLately(order: Pick<PayableOrder, 'number'>): boolean {
    return this.payments.wasOpenedLately(order);
  }

  private mayLag({ number }: Pick<PayableOrder, 'number'>): boolean {
    const open = this.payments.of(number);
    return open !== undefined && this.payments.isYoungerThan(LIST_LAG_MS, open);
  }

  /**
   * True where the server knows the order no more, by what came of looking for it: it does not give it, and does not list it. Rejects
   * with the Problem where the list does not say, `parse` where rows of it cannot be read.
   */
  async isForgotten(order: PayableOrder, found: Asked): Promise<boolean> {
    if (!isDenied(found) || this.isSaidToBePaid(order) || (order.kind === 'card' && order.operatorId === undefined)) return false;
    return (found === undefined && order.kind === 'card') || (await this.findOrder.findListed(order)) === undefined;
  }

  /** There is no such order any more: nothing is remembered of it. */
  forget(order: Pick<PayableOrder, 'number'>): void {
    this.wishes.settle(order);
    this.sheets.forget(order.number);
    this.payments.forget(order.number);
  }

  /** Whoever waited for a turn tapped while another page was paying: where that has no end yet, this is the same payment. */
  private async clearUp(order: PayableOrder, { waited = false, state: said, leadsTo }: PayOptions): Promise<PaymentOutcome | undefined> {
    const open = this.payments.of(order.number);
    if (!open && said === 'unknown') {
      this.payments.keep({ order, answer: 'none', leadsTo });
      return { kind: 'confirming' };
    }
    if (!open && !waited) return undefined;
    const state = await this.askSoon(order);
    if (state === 'paid' || state === 'cancelled') return { kind: state };
    if (!open) return undefined;
    const isTheSame = waited && this.payments.isYoungerThan(LONGEST_TURN, open);
    return state === 'unknown' || isTheSame || this.payments.isSaidToBePaid(order) ? { kind: 'confirming' } : undefined;
  }

  private async open(order: PayableOrder, { leadsTo, signal }: PayOptions): Promise<PaymentOutcome> {
    const remember = (answer: OpenPayment['answer']) => this.payments.keep({ order, answer, leadsTo });
    const prepare = async () => {
      if (signal?.aborted) throw new Problem('cancelled');
      const sheet = await this.sheets.of(order);
      if (signal?.aborted) throw new Problem('cancelled');
      remember('opened');
      return sheet;
    };
    let answer: PaymentAnswer;
    try {
      answer = await this.bridge.pay(order, prepare, (late) => this.hearLate(order, late, leadsTo));
    } catch (thrown) {
      if (signal?.aborted && Problem.of(thrown).code === 'cancelled') return { kind: 'not-opened' };
      throw thrown;
    }
    if (answer.result !== 'none') this.sheets.forget(order.number);
    if (answer.result !== 'ok' && this.payments.isSaidToBePaid(order)) return { kind: 'confirming' };
    remember(answer.result);
    if (answer.result === 'ok' || answer.result === 'none') return { kind: 'confirming' };
    const state = await this.askSoon(order);
    if (state === 'unknown') return { kind: 'confirming' };
    if (state === 'paid') return { kind: 'paid' };
    this.payments.forget(order.number);
    return answer.result === 'fail' ? { kind: 'failed', message: answer.message } : { kind: 'cancelled' };
  }

  /** Of an order that the server has called paid meanwhile nothing more needs to be asked. */
  private hearLate(order: PayableOrder, answer: PaymentAnswer, leadsTo: Destination | undefined): void {
    if (this.paid.has(order.number)) return;
    this.sheets.forget(order.number);
    this.payments.answeredLate(order, answer, leadsTo);
  }

  /** An answer that does not come soon is none: whoever pays is not kept waiting. */
  private askSoon(order: PayableOrder): Promise<OrderState> {
    return this.atMost<OrderState>(ANSWERS_WITHIN, 'unknown', async (isAwaited) => stateOf(await this.ask(order, { isAwaited })));
  }

  private async atMost<Answer>(ms: number, late: Answer, work: (isAwaited: () => boolean) => Promise<Answer>): Promise<Answer> {
    let isAwaited = true;
    let off = () => {};
    const limit = new Promise<Answer>((resolve) => (off = this.clock.every(ms, () => resolve(late))));
    try {
      return await Promise.race([work(() => isAwaited), limit]);
    } finally {
      isAwaited = false;
      off();
    }
  }

  /**
   * An answer that nobody waits for any more settles nothing: whoever asked believes the payment to be in doubt.
   * With `signedIn` it rejects where the session is over.
   */
  private async ask(order: PayableOrder, { isAwaited, signedIn = false }: Insisting): Promise<Asked> {
    try {
      const found = await this.findOrder.find(order);
      if (found && found.number !== order.number) return new Problem('parse', { message: 'asked for one order, given another' });
      if ((found?.state === 'paid' || found?.state === 'cancelled') && isAwaited()) this.settle(order, found.state);
      return found;
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      if (signedIn && problem.endsTheSession) throw problem;
      return problem;
    }
  }

  private settle(order: PayableOrder, state: 'paid' | 'cancelled'): void {
    this.forget(order);
    if (state !== 'paid') return;
    this.paid.add(order.number);
    this.visit.set('paidOrder', order);
  }
}

/** The server answered, and not with this order: it refused, or sent nothing that can be read as it. */
function isDenied(asked: Asked): boolean {
  if (!(asked instanceof Problem)) return asked === undefined;
  return asked.code === 'refused' || asked.code === 'parse' || (asked.code === 'http' && NOT_THERE.includes(asked.status ?? 0));
}

function stateOf(asked: Asked): OrderState {
  return asked === undefined || asked instanceof Problem ? 'unknown' : asked.state;
}
