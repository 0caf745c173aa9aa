import type { Clock } from '../../ports/clock.ts';
import type { CancelSignal } from '../../ports/http.ts';
import type { PayableOrder, PaymentBridge, PaymentSheet } from '../../ports/payment-bridge.ts';
import type { Cloud } from '../cloud/cloud.ts';
import type { Destination } from '../destination.ts';
import type { FindOrder } from '../order/find-order.ts';
import { Problem } from '../problem.ts';
import type { OpenPayment, Visit } from '../session/visit.ts';
import { SingleFlight } from '../single-flight.ts';
import { MINUTE, SECOND } from '../time.ts';
import { prePay } from './api.ts';
import { forgetPayment, keepPayment, openPayments } from './open-payments.ts';
import { newKey, type Wishes } from './wishes.ts';

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
  isAwaited?: () => boolean;
  signedIn?: boolean;
}

const TRIES = 5;
const EVERY = 2 * SECOND;
/** How long an `ok` keeps a second payment from being opened while the server has not seen the money. */
const TRUST_IN_OK = 10 * MINUTE;

/** Lets an order be paid, and believes only the server. */
export class PayOrder {
  private readonly flights = new SingleFlight();
  private readonly sheets = new Map<string, { key: string; sheet?: PaymentSheet }>();
  private earlier: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly cloud: Cloud,
    private readonly bridge: PaymentBridge,
    private readonly findOrder: FindOrder,
    private readonly visit: Visit,
    private readonly wishes: Wishes,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens the payment of an order, one after the other. While an earlier payment of it is in doubt no new one is prepared.
   * Rejects with the Problem that kept the payment from being opened.
   */
  pay(order: PayableOrder, leadsTo?: Destination): Promise<PaymentOutcome> {
    return this.flights.run(order.number, () => {
      const payment = this.earlier.then(async () => (await this.clearUp(order)) ?? this.open(order, leadsTo));
      this.earlier = payment.catch(() => undefined);
      return payment;
    });
  }

  /**
   * Asks the server until it says paid or cancelled; `confirming` where it has not by the last try, or not in the time of all tries.
   * Rejects with the Problem `unauthorized` or `no-token` where the session is over: nobody can ask any more.
   */
  async confirm(order: PayableOrder, { tries = TRIES, everyMs = EVERY, signal }: Asking = {}): Promise<PaymentOutcome> {
    let off = () => {};
    let over = false;
    const late = new Promise<'late'>((resolve) => {
      off = this.clock.every(Math.max(TRIES * EVERY, tries * everyMs), () => resolve('late'));
    });
    try {
      for (let asked = 0; asked < tries; asked += 1) {
        if (asked > 0) await this.clock.sleep(everyMs, signal);
        if (signal?.aborted) break;
        const standing = await Promise.race([this.ask(order, { isAwaited: () => !over, signedIn: true }), late]);
        if (standing === 'paid' || standing === 'cancelled') return { kind: standing };
        if (standing === 'late') break;
      }
      return { kind: 'confirming' };
    } finally {
      over = true;
      off();
    }
  }

  /** The payment that was opened last and not settled, if there is one. */
  unsettled(): OpenPayment | undefined {
    return this.visit.get('payment');
  }

  private async clearUp(order: PayableOrder): Promise<PaymentOutcome | undefined> {
    const open = openPayments(this.visit).find((payment) => payment.order.number === order.number);
    if (!open) return undefined;
    const standing = await this.ask(order);
    if (standing === 'paid' || standing === 'cancelled') return { kind: standing };
    const believed = open.answer === 'ok' && this.clock.now() - open.at < TRUST_IN_OK;
    return standing === 'unknown' || believed ? { kind: 'confirming' } : undefined;
  }

  private async open(order: PayableOrder, leadsTo: Destination | undefined): Promise<PaymentOutcome> {
    const remember = (answer: OpenPayment['answer']) =>
      keepPayment(this.visit, { order, answer, at: this.clock.now(), leadsTo });
    const answer = await this.bridge.pay(order, async () => {
      const sheet = await this.sheetOf(order);
      remember('opened');
      return sheet;
    });
    if (answer.result !== 'none') this.sheets.delete(order.number);
    remember(answer.result);
    if (answer.result === 'ok' || answer.result === 'none') return { kind: 'confirming' };
    const standing = await this.ask(order);
    if (standing === 'unknown') return { kind: 'confirming' };
    if (standing === 'paid') return { kind: 'paid' };
    forgetPayment(this.visit, order.number);
    return answer.result === 'fail' ? { kind: 'failed', message: answer.message } : { kind: 'cancelled' };
  }

  /**
   * A sheet that was opened and never answered is opened again rather than prepared anew: it can be paid once only.
   * One whose preparation never answered is asked for again with the same key.
   */
  private async sheetOf(order: PayableOrder): Promise<PaymentSheet> {
    const { number, sno } = order;
    const known = this.sheets.get(number) ?? { key: newKey(this.clock.now()) };
    this.sheets.set(number, known);
    try {
      known.sheet ??= await this.cloud.call(prePay, { number, sno }, { wish: known.key });
      return known.sheet;
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (!problem.leavesUsInDoubt) this.sheets.delete(number);
      throw problem;
    }
  }

  /**
   * An answer that nobody waits for any more settles nothing: whoever asked believes the payment to be in doubt.
   * With `signedIn` it rejects where the session is over.
   */
  private async ask(order: PayableOrder, { isAwaited = () => true, signedIn = false }: Insisting = {}): Promise<'paid' | 'cancelled' | 'to-pay' | 'unknown'> {
    try {
      const found = await this.findOrder.find(order);
      if (!found) return 'unknown';
      if (found.state !== 'to-pay' && isAwaited()) this.settle(order, found.state);
      return found.state;
    } catch (thrown) {
      if (signedIn && Problem.of(thrown).endsTheSession) throw thrown;
      return 'unknown';
    }
  }

  private settle(order: PayableOrder, state: 'paid' | 'cancelled'): void {
    this.wishes.settle(order);
    this.sheets.delete(order.number);
    forgetPayment(this.visit, order.number);
    if (state === 'paid') this.visit.set('paidOrder', order.number);
  }
}
