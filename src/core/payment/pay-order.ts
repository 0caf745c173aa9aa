import type { Clock } from '../../ports/clock.ts';
import type { CancelSignal } from '../../ports/http.ts';
import type { PayableOrder, PaymentBridge } from '../../ports/payment-bridge.ts';
import type { Turns } from '../../ports/turns.ts';
import type { Destination } from '../destination.ts';
import type { FindOrder } from '../order/find-order.ts';
import type { OrderState } from '../order/order.ts';
import { Problem } from '../problem.ts';
import type { OpenPayment, Visit } from '../session/visit.ts';
import { SingleFlight } from '../single-flight.ts';
import { MINUTE, SECOND } from '../time.ts';
import type { OpenPayments } from './open-payments.ts';
import type { PaymentSheets } from './payment-sheets.ts';
import type { Wishes } from './wishes.ts';

/** `confirming`: nobody knows yet; `confirm` asks the server. The others are what the server says. */
export type PaymentOutcome =
  | { kind: 'paid' }
  | { kind: 'cancelled' }
  | { kind: 'failed'; message?: string }
  | { kind: 'confirming' };

export interface Asking {
  /** How often at the most, and how far apart in ms; five times within ten seconds unless told. */
  tries?: number;
  everyMs?: number;
  signal?: CancelSignal;
}

interface Insisting {
  isAwaited: () => boolean;
  signedIn?: boolean;
}

const TRIES = 5;
const EVERY = 2 * SECOND;
/** How long one question around an opening of the sheet may take; ms. */
const ANSWERS_WITHIN = 5 * SECOND;
/** How long another page may be at a payment before it is waited for no longer; ms. */
const LONGEST_TURN = MINUTE;

/** Lets an order be paid, and believes only the server. */
export class PayOrder {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly sheets: PaymentSheets,
    private readonly bridge: PaymentBridge,
    private readonly findOrder: FindOrder,
    private readonly payments: OpenPayments,
    private readonly visit: Visit,
    private readonly wishes: Wishes,
    private readonly turns: Turns,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the payment of an order, one after the other; `waited` tells that another page was at the same order a moment ago. While an earlier payment of it is in doubt no new one is prepared.
   * Rejects with the Problem that kept the payment from being opened.
   */
  pay(order: PayableOrder, leadsTo?: Destination, { waited = false }: { waited?: boolean } = {}): Promise<PaymentOutcome> {
    return this.flights.run(order.number, () =>
      this.turns.take('payment', LONGEST_TURN, async (queued) => (await this.clearUp(order, waited || queued)) ?? this.open(order, leadsTo)),
    );
  }

  /**
   * Asks the server until it says paid or cancelled; `confirming` where it has not by the last try, or not in the time of all tries.
   * Rejects with the Problem `unauthorized` or `no-token` where the session is over: nobody can ask any more.
   */
  async confirm(order: PayableOrder, { tries = TRIES, everyMs = EVERY, signal }: Asking = {}): Promise<PaymentOutcome> {
    const limit = Math.max(TRIES * EVERY, tries * everyMs);
    return this.atMost(limit, { kind: 'confirming' }, async (isAwaited) => {
      for (let asked = 0; asked < tries; asked += 1) {
        if (asked > 0) await this.clock.sleep(everyMs, signal);
        if (signal?.aborted || !isAwaited()) break;
        const standing = await this.ask(order, { isAwaited, signedIn: true });
        if (standing === 'paid' || standing === 'cancelled') return { kind: standing };
      }
      return { kind: 'confirming' };
    });
  }

  /** Whoever waited for a turn tapped while another page was paying: where that has no end yet, this is the same payment. */
  private async clearUp(order: PayableOrder, waited: boolean): Promise<PaymentOutcome | undefined> {
    const open = this.payments.of(order.number);
    if (!open && !waited) return undefined;
    const standing = await this.askSoon(order);
    if (standing === 'paid' || standing === 'cancelled') return { kind: standing };
    if (!open) return undefined;
    const isTheSame = waited && this.payments.isYoungerThan(LONGEST_TURN, open);
    return standing === 'unknown' || isTheSame || this.payments.isSaidToBePaid(order) ? { kind: 'confirming' } : undefined;
  }

  private async open(order: PayableOrder, leadsTo: Destination | undefined): Promise<PaymentOutcome> {
    const remember = (answer: OpenPayment['answer']) => this.payments.keep({ order, answer, leadsTo });
    const answer = await this.bridge.pay(order, async () => {
      const sheet = await this.sheets.of(order);
      remember('opened');
      return sheet;
    });
    if (answer.result !== 'none') this.sheets.forget(order.number);
    remember(answer.result);
    if (answer.result === 'ok' || answer.result === 'none') return { kind: 'confirming' };
    const standing = await this.askSoon(order);
    if (standing === 'unknown') return { kind: 'confirming' };
    if (standing === 'paid') return { kind: 'paid' };
    this.payments.forget(order.number);
    return answer.result === 'fail' ? { kind: 'failed', message: answer.message } : { kind: 'cancelled' };
  }

  /** An answer that does not come soon is none: whoever pays is not kept waiting. */
  private askSoon(order: PayableOrder): Promise<OrderState> {
    return this.atMost(ANSWERS_WITHIN, 'unknown', (isAwaited) => this.ask(order, { isAwaited }));
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
  private async ask(order: PayableOrder, { isAwaited, signedIn = false }: Insisting): Promise<OrderState> {
    try {
      const found = await this.findOrder.find(order);
      if (!found) return 'unknown';
      if ((found.state === 'paid' || found.state === 'cancelled') && isAwaited()) this.settle(order, found.state);
      return found.state;
    } catch (thrown) {
      if (signedIn && Problem.of(thrown).endsTheSession) throw thrown;
      return 'unknown';
    }
  }

  private settle(order: PayableOrder, state: 'paid' | 'cancelled'): void {
    this.wishes.settle(order);
    this.sheets.forget(order.number);
    this.payments.forget(order.number);
    if (state === 'paid') this.visit.set('paidOrder', order.number);
  }
}
