import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CheckoutRecords } from '../../core/checkout/checkout-records.ts';
import type { ConfirmPayment } from '../../core/checkout/confirm-payment.ts';
import type { PaymentOutcome, PayOptions, PayOrder } from '../../core/checkout/pay-order.ts';
import { isSaidToBePaid, type UnsettledPurchase } from '../../core/checkout/purchase.ts';
import type { RentDevice, RentOptions, RentOutcome } from '../../core/checkout/rent-device.ts';
import type { Destination } from '../../core/destination.ts';
import type { LeaseTerms } from '../../core/lease/lease-terms.ts';
import type { Plan } from '../../core/lease/plan.ts';
import { ignoreFailure, type Problem } from '../../core/problem.ts';
import { copy } from '../copy/zh-CN-my.ts';
import type { Toasts } from './toasts.ts';

type PayableOrder = UnsettledPurchase['order'];
type Signal = PayOptions['signal'];

/** The services that place and pay orders. They are loaded on first use. */
export interface Paying {
  payOrder: PayOrder;
  confirmPayment: ConfirmPayment;
  rentDevice: RentDevice;
}

/** A payment whose outcome is unknown. */
export interface UnconfirmedPayment {
  order: PayableOrder;
  /** True while a query for its outcome is under way. */
  asking: boolean;
}

/** The payments whose outcome is unknown. The store keeps them across screens until the server reports an outcome. */
export class PaymentStore {
  allUnconfirmed: readonly UnconfirmedPayment[] = [];
  /** The number of payments confirmed since the page opened. Lists reload when it changes. */
  confirmed = 0;
  /** The last unconfirmed payment that the server confirmed, and its destination. */
  settled: { order: PayableOrder; leadsTo?: Destination } | undefined = undefined;
  /** A copy of the records, read after each change and before each query. */
  private unsettled: readonly UnsettledPurchase[] = [];
  private paying = 0;
  private readonly questions = new Map<string, Promise<void>>();

  constructor(
    private readonly records: CheckoutRecords,
    private readonly obtain: () => Promise<Paying>,
    private readonly toasts: Toasts,
    private readonly time: { now(): number },
    private readonly caught: (thrown: unknown) => Problem,
  ) {
    makeAutoObservable<
      this,
      'records' | 'obtain' | 'toasts' | 'time' | 'caught' | 'paying' | 'questions' | 'unsettled'
    >(
      this,
      {
        records: false,
        obtain: false,
        toasts: false,
        time: false,
        caught: false,
        paying: false,
        questions: false,
        allUnconfirmed: observableRef,
        settled: observableRef,
        unsettled: observableRef,
      },
      { autoBind: true },
    );
    records.subscribe((event) => {
      this.readRecords();
      if (event?.type === 'lateAnswer') void this.askOnceMore(event);
    });
  }

  /** The first order whose payment outcome is unknown. */
  get unconfirmed(): PayableOrder | undefined {
    return this.allUnconfirmed[0]?.order;
  }

  /** Prefetches the data that the payment of this plan needs. */
  choose(plan: Plan, terms: LeaseTerms): void {
    void this.obtain()
      .then(({ rentDevice }) => rentDevice.choose(plan, terms))
      .catch(ignoreFailure);
  }

  rent(plan: Plan | undefined, terms: LeaseTerms, options: RentOptions): Promise<RentOutcome> {
    return this.trackPayment(({ rentDevice }) => rentDevice.rent(plan, terms, options));
  }

  pay(order: PayableOrder, signal: Signal): Promise<PaymentOutcome> {
    return this.trackPayment(({ payOrder }) => payOrder.pay(order, { signal }));
  }

  /** True if the payment sheet recently reported this order as paid and the server has not confirmed it yet. */
  isSaidToBePaid(order: Pick<PayableOrder, 'number'>): boolean {
    return isSaidToBePaid(
      this.unsettled.find((purchase) => purchase.order.number === order.number),
      this.time.now(),
    );
  }

  /** True while this order must not be paid again: its outcome is being queried, or `isSaidToBePaid` is true. */
  isUnconfirmed(order: Pick<PayableOrder, 'number'>): boolean {
    const known = this.of(order);
    return known !== undefined && (known.asking || this.isSaidToBePaid(order));
  }

  isAskingAbout(order: Pick<PayableOrder, 'number'>): boolean {
    return this.of(order)?.asking ?? false;
  }

  /**
   * Queries the payments that an earlier page, or this page before it was hidden, left unsettled. Does nothing while a
   * payment is under way.
   */
  lookAgain(): void {
    if (this.paying === 0) void this.confirm();
  }

  /** Queries the outcome of every unconfirmed payment. */
  async confirm(): Promise<void> {
    const open = this.readRecords();
    const others = this.allUnconfirmed.filter(({ order }) =>
      open.every((payment) => payment.order.number !== order.number),
    );
    const all: { order: PayableOrder; leadsTo?: Destination }[] = [...open, ...others];
    await Promise.all(all.map(({ order, leadsTo }) => this.askAbout(order, leadsTo)));
  }

  /** Queries the outcome of one payment. Concurrent calls for the same order share one query. */
  askAbout(order: PayableOrder, leadsTo?: Destination): Promise<void> {
    const underWay = this.questions.get(order.number);
    if (underWay) return underWay;
    const question = this.ask(order, leadsTo).finally(() => this.questions.delete(order.number));
    this.questions.set(order.number, question);
    return question;
  }

  /** Queries again after the query under way, whose response may predate the event. */
  private async askOnceMore({ order, leadsTo }: { order: PayableOrder; leadsTo?: Destination }): Promise<void> {
    await this.questions.get(order.number);
    if (this.readRecords().some((purchase) => purchase.order.number === order.number))
      await this.askAbout(order, leadsTo);
  }

  private async ask(order: PayableOrder, leadsTo: Destination | undefined): Promise<void> {
    this.keep({ order, asking: true });
    const outcome = await this.obtain()
      .then(({ confirmPayment }) => confirmPayment.confirm(order))
      .catch((thrown: unknown) => void this.caught(thrown));
    runInAction(() => {
      if (outcome?.kind !== 'paid' && outcome?.kind !== 'cancelled' && outcome?.kind !== 'not-found')
        return this.keep({ order, asking: false });
      this.forget(order);
      if (outcome.kind === 'not-found') return this.toasts.show(copy.payment.notFound, 'bad');
      if (outcome.kind === 'cancelled') return this.toasts.show(copy.payment.cancelled);
      this.settled = { order, leadsTo };
      return this.notifyPaid();
    });
  }

  private of({ number }: Pick<PayableOrder, 'number'>): UnconfirmedPayment | undefined {
    return this.allUnconfirmed.find(({ order }) => order.number === number);
  }

  /** Replaces the payment of the same order, or appends it. */
  private keep(payment: UnconfirmedPayment): void {
    const { number } = payment.order;
    this.allUnconfirmed = this.of(payment.order)
      ? this.allUnconfirmed.map((known) => (known.order.number === number ? payment : known))
      : [...this.allUnconfirmed, payment];
  }

  private forget({ number }: Pick<PayableOrder, 'number'>): void {
    this.allUnconfirmed = this.allUnconfirmed.filter(({ order }) => order.number !== number);
  }

  private notifyPaid(): void {
    this.confirmed += 1;
    this.toasts.show(copy.payment.paid, 'good');
  }

  private async trackPayment<Outcome extends RentOutcome | PaymentOutcome>(
    work: (paying: Paying) => Promise<Outcome>,
  ): Promise<Outcome> {
    this.paying += 1;
    try {
      const outcome = await work(await this.obtain());
      if (outcome.kind === 'confirming') void this.confirm();
      else runInAction(() => this.forgetWhatIsSettled());
      if (outcome.kind === 'paid') runInAction(() => this.notifyPaid());
      return outcome;
    } finally {
      this.paying -= 1;
    }
  }

  private readRecords(): readonly UnsettledPurchase[] {
    return (this.unsettled = this.records.unsettled());
  }

  private forgetWhatIsSettled(): void {
    const open = this.readRecords();
    this.allUnconfirmed = this.allUnconfirmed.filter(({ order }) =>
      open.some((payment) => payment.order.number === order.number),
    );
  }
}
