import type { AbortSignalLike } from '../../../ports/http.ts';
import type { PaymentAnswer, PaymentBridge } from '../../../ports/payment-bridge.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import { throwIfCancelled } from '../../basics/cancellation.ts';
import type { Destination } from '../../destination.ts';
import { amountDueOf, type Order, type OrderState, type PayableOrder } from '../../order/order.ts';
import { Problem } from '../../problem.ts';
import { SingleFlight } from '../../basics/single-flight.ts';
import { MINUTE } from '../../basics/time.ts';
import type { ConfirmPayment } from '../confirm/confirm-payment.ts';
import type { QueryResult } from '../confirm/order-answer.ts';
import { orderGate } from '../order-gate.ts';
import type { CheckoutRecords } from '../records/checkout-records.ts';
import {
  isCalledOff,
  isPaidBack,
  isUnsettled,
  saysNotPaid,
  type OrderIntent,
  type UnsettledPurchase,
} from '../records/purchase.ts';
import type { Purchases } from '../records/purchases.ts';
import type { PurchaseEvent } from '../records/transitions.ts';
import type { PrepayCache } from './prepay-cache.ts';

/**
 * `confirming`: the outcome is unknown and `ConfirmPayment` has to poll. `price-changed`: no sheet opened, because the
 * server asks for an amount that the user has not accepted. `price-unknown`: no sheet opened, because nobody names an
 * amount. `not-opened`: no sheet opened, and no earlier payment of the order is in doubt. The server reports the other outcomes.
 */
export type PaymentOutcome =
  /** `refunded`: what `refundedWord` says of the order. `elsewhere`: it was paid, and not by a payment that this phone knows. */
  | { kind: 'paid'; refunded?: string; elsewhere?: true }
  | { kind: 'price-changed'; amountFen: number }
  | { kind: 'price-unknown' }
  /** `by`: the customer closed the sheet, or the server has cancelled the order. */
  | { kind: 'cancelled'; by: 'customer' | 'server' }
  | { kind: 'failed'; message?: string }
  | { kind: 'confirming' }
  | { kind: 'not-opened' };

export interface PayOptions {
  /** Destination after the payment. */
  leadsTo?: Destination;
  /** The amount that the user accepted last, integer fen. Default: the order's amount, if it has one. */
  acceptedFen?: number;
  /** Signal of the calling screen. After its abort, no prepay request is sent and no sheet opens. */
  signal?: AbortSignalLike;
  /** Another page held the mutex for the same order a moment ago. */
  waited?: boolean;
  /** The state that the server reported a moment ago. Unless it is `to-pay`, the server is asked for state and amount. */
  reported?: OrderState;
}

/** Maximum wait for another page's payment. */
export const PAYMENT_LOCK_TIMEOUT_MS = MINUTE;
/** How long another page's sheet counts as open for a page that has waited for it, also if that one was suspended. */
const OTHER_SHEET_MS = 2 * PAYMENT_LOCK_TIMEOUT_MS;

/** What the records said of an unsettled payment. It differs once another page has opened a sheet. */
type EarlierPayment = Pick<UnsettledPurchase, 'state' | 'at'> & {
  /** Its sheet has not answered, however long ago it opened, and may have taken the money. */
  isUnanswered: boolean;
};

/** What the records said of the order before the server was asked about it. */
interface Before {
  wasPaid: boolean;
  /** A payment that was unsettled. */
  earlier: EarlierPayment | undefined;
}

/** A sheet that is on record. */
interface Sheet {
  /** A payment of the order that was unsettled before. */
  earlier: EarlierPayment | undefined;
  /** Those of the purchase when the sheet opened. */
  intents: readonly OrderIntent[];
}

/** Pays an order. Only the server's answer counts as proof of payment. The records are read after each wait. */
export class PayOrder {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly confirmation: ConfirmPayment,
    private readonly prepay: PrepayCache,
    private readonly bridge: PaymentBridge,
    private readonly records: CheckoutRecords,
    private readonly mutex: Mutex,
  ) {}

  /**
   * Opens the payment sheet for an order. Payments of other orders wait for the mutex. The order is not paid again
   * while the outcome of an earlier payment is unknown. Rejects with the Problem that prevented the sheet from opening.
   */
  pay(order: PayableOrder, options: PayOptions = {}): Promise<PaymentOutcome> {
    const payExclusively = (queued: boolean) =>
      this.run(order, { ...options, waited: options.waited === true || queued });
    return this.flights.run(
      order.number,
      () => this.mutex.runExclusive('payment', PAYMENT_LOCK_TIMEOUT_MS, payExclusively),
      options.signal,
    );
  }

  private async run(order: PayableOrder, options: PayOptions): Promise<PaymentOutcome> {
    const purchases = this.records.purchases();
    const before = {
      wasPaid: purchases.ofOrder(order)?.state === 'paid',
      earlier: earlierPayment(purchases, order),
    };
    const isNew = !before.wasPaid && !before.earlier;
    const isJustReported = !options.waited && options.reported === 'to-pay' && order.amountFen !== undefined;
    const payable = isNew && isJustReported ? before : await this.askBefore(order, before, options);
    if ('kind' in payable) return payable;
    const answer = await this.openSheet(order, payable.earlier, options);
    if (!('kind' in answer)) return this.askAfter(order, answer);
    const mayHaveBeenPaid = this.records.purchases().mayHaveBeenPaid(order);
    return answer.kind === 'not-opened' && mayHaveBeenPaid ? { kind: 'confirming' } : answer;
  }

  /** Asks the server about the order, because it may be paid already or cost another amount. */
  private async askBefore(
    order: PayableOrder,
    { wasPaid, earlier }: Before,
    { acceptedFen = order.amountFen, leadsTo, waited }: PayOptions,
  ): Promise<PaymentOutcome | Pick<Before, 'earlier'>> {
    const found = await this.confirmation.queryBriefly(order);
    const purchases = this.records.purchases();
    const reported = reportOf(found);
    const gate = reported ? orderGate(reported, purchases.doubtAbout(order)) : { kind: 'failed' as const };
    if (gate.kind === 'refunded') return { kind: 'paid', refunded: gate.word };
    if (gate.kind === 'paid') return { kind: 'paid', elsewhere: wasPaid || earlier ? undefined : true };
    if (gate.kind === 'cancelled') return { kind: 'cancelled', by: 'server' };
    const isOtherPagesPayment = waited && purchases.wasOpenedWithin(OTHER_SHEET_MS, order);
    const isOpenedElsewhere = isOtherPagesPayment || isNewerPayment(purchases, order, earlier);
    if (isOpenedElsewhere || (gate.kind === 'to-pay' ? !gate.mayBePaid : earlier)) return { kind: 'confirming' };
    if (gate.kind === 'failed') {
      if (wasPaid && !isPaidBack(purchases.ofOrder(order))) return { kind: 'paid' };
      throw found instanceof Problem
        ? found
        : new Problem('refused', { message: 'The server no longer has this order.' });
    }
    if (gate.kind === 'unknown') {
      this.records.record({ type: 'statusUnknown', order, leadsTo });
      return { kind: 'confirming' };
    }
    if (wasPaid) this.records.record({ type: 'serverSaysUnpaid', order });
    const amountFen = (reported && amountDueOf(reported)) ?? order.amountFen;
    if (amountFen === undefined) return { kind: 'price-unknown' };
    if (amountFen !== acceptedFen) return { kind: 'price-changed', amountFen };
    return { earlier: earlierPayment(purchases, order) };
  }

  /**
   * Opens the sheet and waits for its answer. Returns the answer if it says that the customer did not pay, otherwise the
   * outcome. Rejects with the Problem that prevented the sheet, unless the screen closed.
   */
  private async openSheet(
    order: PayableOrder,
    earlier: EarlierPayment | undefined,
    options: PayOptions,
  ): Promise<PaymentAnswer | PaymentOutcome> {
    const { leadsTo, signal } = options;
    const wasRecorded = this.isRecorded(order);
    const prepared: { sheet?: Sheet | PaymentOutcome } = {};
    const prepare = async () => {
      throwIfCancelled(signal);
      const params = await this.prepay.paramsFor(order);
      if (wasRecorded && !this.isRecorded(order))
        throw new Problem('refused', { message: 'The order has ended while its payment was prepared.' });
      prepared.sheet = this.recordSheet(order, earlier, options);
      if ('kind' in prepared.sheet) throw new Problem('cancelled');
      return params;
    };
    let wasOk = false;
    const recordLate = (late: PaymentAnswer) => {
      const said = saidOf(late, earlier);
      this.records.record({ type: 'lateAnswer', order, ...said, leadsTo, isCorrection: wasOk });
      wasOk = late.result === 'ok';
    };
    let answer: PaymentAnswer;
    try {
      answer = await this.bridge.pay(order, prepare, recordLate);
      wasOk = answer.result === 'ok';
    } catch (thrown) {
      const { sheet } = prepared;
      if (sheet && 'kind' in sheet) return sheet;
      if (sheet) this.records.record({ type: 'sheetNotOpened', order, hadPayment: sheet.earlier !== undefined });
      else if (thrown instanceof Problem && saysPaidBefore(thrown.serverMessage))
        this.records.record({ type: 'statusUnknown', order, leadsTo });
      if (!signal?.aborted || Problem.of(thrown).code !== 'cancelled') throw thrown;
      return { kind: 'not-opened' };
    }
    if (prepared.sheet)
      return 'kind' in prepared.sheet ? prepared.sheet : this.recordAnswer(order, answer, prepared.sheet, leadsTo);
    // No sheet opens on this phone: the customer pays on another one.
    this.records.record({ type: 'sheetAnswered', order, answer: 'none', leadsTo, handedOver: true });
    return { kind: 'confirming' };
  }

  /** Records the sheet that is about to open. Returns an outcome if none may open. */
  private recordSheet(
    order: PayableOrder,
    earlier: EarlierPayment | undefined,
    { leadsTo, signal }: PayOptions,
  ): Sheet | PaymentOutcome {
    if (signal?.aborted) return { kind: 'not-opened' };
    const purchases = this.records.purchases();
    if (isNewerPayment(purchases, order, earlier)) return { kind: 'confirming' };
    const opened: PurchaseEvent = { type: 'sheetOpened', order, leadsTo };
    const purchase = purchases.after(opened).ofOrder(order);
    if (isPaidBack(purchase)) return { kind: 'not-opened' };
    this.records.record(opened);
    if (purchase?.state === 'paying') return { earlier, intents: purchase.intents };
    // Another sheet has answered `ok`, or the server has reported the order.
    return { kind: 'confirming' };
  }

  /** Records the answer of the sheet. Returns it if only the server can tell what it means, otherwise the outcome. */
  private recordAnswer(
    order: PayableOrder,
    answer: PaymentAnswer,
    { earlier, intents }: Sheet,
    leadsTo: Destination | undefined,
  ): PaymentAnswer | PaymentOutcome {
    const said = saidOf(answer, earlier);
    const answered: PurchaseEvent = { type: 'sheetAnswered', order, ...said, leadsTo, intents };
    const after = this.records.purchases().after(answered);
    this.records.record(answered);
    return saysNotPaid(said.answer) && after.doubtAbout(order) !== 'said-paid' ? answer : { kind: 'confirming' };
  }

  /** Asks the server about the order, because the sheet answered `cancel` or `fail`. */
  private async askAfter(order: PayableOrder, answer: PaymentAnswer): Promise<PaymentOutcome> {
    const found = await this.confirmation.queryBriefly(order);
    const purchases = this.records.purchases();
    const reported = reportOf(found);
    const gate = reported && orderGate(reported, purchases.doubtAbout(order));
    if (!gate || gate.kind === 'unknown') return { kind: 'confirming' };
    if (gate.kind === 'refunded') return { kind: 'paid', refunded: gate.word };
    if (gate.kind === 'paid') return { kind: 'paid' };
    if (gate.kind === 'cancelled') return { kind: 'cancelled', by: 'server' };
    const unpaid: PurchaseEvent = { type: 'serverSaysUnpaid', order };
    this.records.record(unpaid);
    if (isUnsettled(purchases.after(unpaid).ofOrder(order))) return { kind: 'confirming' };
    return answer.result === 'fail'
      ? { kind: 'failed', message: answer.message }
      : { kind: 'cancelled', by: 'customer' };
  }

  private isRecorded(order: PayableOrder): boolean {
    return this.records.purchases().ofOrder(order) !== undefined;
  }
}

function earlierPayment(purchases: Purchases, order: PayableOrder): EarlierPayment | undefined {
  const purchase = purchases.ofOrder(order);
  if (!isUnsettled(purchase)) return undefined;
  return { state: purchase.state, at: purchase.at, isUnanswered: !isCalledOff(purchase) };
}

/** How WeChat and the servers word that the order of a refused payment was paid before. */
const PAID_BEFORE = /(订单|交易)已(经)?(完成)?(支付|付款)|order_?paid|already (been )?paid/i;

function saysPaidBefore(words: string | undefined): boolean {
  return words !== undefined && PAID_BEFORE.test(words);
}

/**
 * What a sheet's answer says of the order. WeChat also refuses the payment of an order that was paid through an earlier
 * sheet, so that a refusal says nothing while that one has not answered, and where its words are that the order was paid:
 * perhaps on another phone.
 */
function saidOf(
  answer: PaymentAnswer,
  earlier: EarlierPayment | undefined,
): { answer: PaymentAnswer['result']; since?: number } {
  const { result } = answer;
  if (answer.result !== 'fail') return { answer: result };
  if (earlier?.isUnanswered) return { answer: 'none', since: earlier.at };
  return { answer: saysPaidBefore(answer.message) ? 'none' : result };
}

/** True if another page has opened a sheet for the order since. */
function isNewerPayment(purchases: Purchases, order: PayableOrder, earlier: EarlierPayment | undefined): boolean {
  const current = earlierPayment(purchases, order);
  return current !== undefined && (current.state !== earlier?.state || current.at !== earlier.at);
}

function reportOf(found: QueryResult): Order | undefined {
  return found instanceof Problem ? undefined : found;
}
