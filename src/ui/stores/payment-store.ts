import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Destination } from '../../core/destination.ts';
import type { LeaseTerms } from '../../core/lease/lease-terms.ts';
import type { Plan } from '../../core/lease/plan.ts';
import type { RentDevice, RentOutcome } from '../../core/lease/rent-device.ts';
import type { OpenPayments } from '../../core/payment/open-payments.ts';
import type { PaymentOutcome, PayOrder } from '../../core/payment/pay-order.ts';
import type { OpenPayment } from '../../core/session/visit.ts';
import { copy } from '../copy/zh-CN.ts';
import type { Toasts } from './toasts.ts';

type PayableOrder = OpenPayment['order'];

/** By what is paid; it comes when it is first needed. */
export interface Paying {
  payOrder: PayOrder;
  rentDevice: RentDevice;
}

/** The payment that the user is in doubt about, from one screen to the next, until the server has settled it. */
export class PaymentStore {
  /** The order whose payment nobody knows of yet. */
  inDoubt: PayableOrder | undefined = undefined;
  asking = false;
  /** Counts the payments that the server has confirmed: what was shown before may be out of date. */
  confirmed = 0;
  /** The payment in doubt that turned out to be paid last, and where it leads. */
  settled: { order: PayableOrder; leadsTo?: Destination } | undefined = undefined;
  private paying = false;

  constructor(
    private readonly open: OpenPayments,
    private readonly obtain: () => Promise<Paying>,
    private readonly toasts: Toasts,
  ) {
    makeAutoObservable<this, 'open' | 'obtain' | 'toasts' | 'paying'>(
      this,
      { open: false, obtain: false, toasts: false, paying: false, inDoubt: observableRef, settled: observableRef },
      { autoBind: true },
    );
  }

  /** Asks ahead what will be asked once the plan is paid for. */
  choose(plan: Plan, terms: LeaseTerms): void {
    void this.obtain().then(({ rentDevice }) => rentDevice.choose(plan, terms), () => undefined);
  }

  rent(plan: Plan | undefined, terms: LeaseTerms): Promise<RentOutcome> {
    return this.during(({ rentDevice }) => rentDevice.rent(plan, terms));
  }

  pay(order: PayableOrder): Promise<PaymentOutcome> {
    return this.during(({ payOrder }) => payOrder.pay(order));
  }

  /** True where the customer's side said that it has paid, and only the server has not yet. */
  get isSaidToBePaid(): boolean {
    return this.open.last()?.answer === 'ok';
  }

  /** True while this order must not be paid again: its payment is being asked about, or is said to have been made. */
  isInDoubt({ number }: Pick<PayableOrder, 'number'>): boolean {
    const isAskedAbout = this.asking && this.inDoubt?.number === number;
    return isAskedAbout || (this.inDoubt !== undefined && this.open.isSaidToBePaid({ number }));
  }

  /** Takes up a payment that an earlier page, or this one before it was hidden, left open. */
  lookAgain(): void {
    if (!this.paying) void this.confirm();
  }

  /** Asks the server how the payment in doubt stands. */
  async confirm(): Promise<void> {
    const open = this.open.last();
    const order = open?.order ?? this.inDoubt;
    if (order) await this.askAbout(order, open?.leadsTo);
  }

  /** The same of an order that was not the last to be paid. */
  async askAbout(order: PayableOrder, leadsTo?: Destination): Promise<void> {
    if (this.asking) return;
    this.inDoubt = order;
    this.asking = true;
    const outcome = await this.obtain()
      .then(({ payOrder }) => payOrder.confirm(order))
      .catch(() => undefined);
    runInAction(() => {
      this.asking = false;
      if (outcome === undefined || outcome.kind === 'confirming') return;
      this.inDoubt = undefined;
      if (outcome.kind !== 'paid') return this.toasts.show(copy.payment.cancelled);
      this.settled = { order, leadsTo };
      return this.celebrate();
    });
  }

  private celebrate(): void {
    this.confirmed += 1;
    this.toasts.show(copy.payment.paid, 'good');
  }

  private async during<Outcome extends RentOutcome | PaymentOutcome>(work: (paying: Paying) => Promise<Outcome>): Promise<Outcome> {
    this.paying = true;
    try {
      const outcome = await work(await this.obtain());
      if (outcome.kind === 'confirming') void this.confirm();
      else runInAction(() => this.forgetWhatIsSettled());
      if (outcome.kind === 'paid') runInAction(() => this.celebrate());
      return outcome;
    } finally {
      this.paying = false;
    }
  }

  private forgetWhatIsSettled(): void {
    if (!this.open.last()) this.inDoubt = undefined;
  }
}
