import { NoReporter } from '../../../../src/adapters/no-reporter.ts';
import { reaction } from 'mobx';
import { FakeAppStorage } from '../../../../src/adapters/fake/fake-app-storage.ts';
import { CheckoutRecords } from '../../../../src/core/checkout/checkout-records.ts';
import { ConfirmPayment } from '../../../../src/core/checkout/confirm-payment.ts';
import type { ConfirmOutcome } from '../../../../src/core/checkout/confirmation-steps.ts';
import { PayOrder } from '../../../../src/core/checkout/pay-order.ts';
import type { PaymentOutcome } from '../../../../src/core/checkout/payment-steps.ts';
import { RentDevice, type RentOutcome } from '../../../../src/core/checkout/rent-device.ts';
import { CancelOrder } from '../../../../src/core/order/cancel-order.ts';
import { FindOrder } from '../../../../src/core/order/find-order.ts';
import type { PayableOrder } from '../../../../src/core/order/order.ts';
import { ignoreFailure, Problem } from '../../../../src/core/problem.ts';
import { copy } from '../../../../src/ui/copy/zh-CN-my.ts';
import { PaymentStatus } from '../../../../src/ui/stores/payment-status.ts';
import { PaymentStore } from '../../../../src/ui/stores/payment-store.ts';
import { Toasts } from '../../../../src/ui/stores/toasts.ts';
import { createTestApp, type TestApp } from '../../../helpers/create-test-app.ts';
import { IDEMPOTENCY_HEADER } from '../../../helpers/fake-order-server.ts';
import { forDevice } from '../../../helpers/renting.ts';
import { planAt } from '../apply.ts';
import type { Account, Scenario, Sno, Told } from '../world.ts';
import { HeldBridge, HeldClock, HeldHttp, type HeldRequest, PhoneLocks, purposes, settled, WallClock } from './held.ts';

const OPERATOR = 'shop';

/** A phone with the real app in its pages. */
export class RealPhone {
  readonly wall = new WallClock();
  readonly locks = new PhoneLocks();
  readonly pages: RealPage[];

  constructor(
    private readonly scenario: Scenario,
    pages: number,
  ) {
    const first = new FakeAppStorage();
    this.pages = Array.from({ length: pages }, (_, at) => this.open(at === 0 ? first : first.anotherPage(), 'A'));
  }

  reload(at: number): Promise<void> {
    return this.reopen(at, undefined);
  }

  /** The page and its session are lost, and the person opens the link again. */
  kill(at: number, account: Account): Promise<void> {
    this.page(at).storage.clear('session');
    return this.reopen(at, account);
  }

  /** Opens the link of this account in the tab of the page, or the page again. */
  async reopen(at: number, linkOf: Account | undefined): Promise<void> {
    const { storage } = this.page(at);
    this.locks.close(this.page(at));
    await settled();
    this.pages[at] = this.open(storage, linkOf);
    this.page(at).store.resumeUnsettled();
  }

  page(at: number): RealPage {
    const page = this.pages[at];
    if (!page) throw new Error('no such page');
    return page;
  }

  private open(storage: FakeAppStorage, linkOf: Account | undefined): RealPage {
    return new RealPage(storage, this.wall, this.locks, this.scenario, linkOf);
  }
}

/** A flow under way: a tap on pay, until it has an outcome. */
interface RunningFlow {
  screen: AbortController;
  /** The list that was requested when the person chose the plan. */
  prefetch?: HeldRequest;
}

/** A page of the app on fakes whose requests, sheets and locks wait for the test. */
export class RealPage {
  readonly http: HeldHttp;
  readonly bridge = new HeldBridge();
  readonly clock: HeldClock;
  readonly records: CheckoutRecords;
  readonly store: PaymentStore;
  readonly flows = new Map<number, RunningFlow>();
  /** The price that the plans' screen asks the person to agree to; integer fen. */
  changedFen: number | undefined;
  /** How many polls have ended. */
  polls = 0;
  /** What the flows and polls have ended with, and the toasts and lines shown, since the last step. */
  ended: Pick<Told, 'number' | 'says'>[] = [];
  toasts: string[] = [];
  private readonly app: TestApp;
  private readonly shownToasts = new Toasts({
    // Each toast sleeps until it disappears.
    sleep: () => {
      this.toasts.push(this.shownToasts.shown.at(-1)?.text ?? '');
      return new Promise<void>(() => {});
    },
  });
  private tokens = 1;

  constructor(
    readonly storage: FakeAppStorage,
    wall: WallClock,
    locks: PhoneLocks,
    private readonly scenario: Scenario,
    linkOf: Account | undefined,
  ) {
    this.clock = new HeldClock(wall);
    this.http = new HeldHttp(scenario.assist);
    const { http, bridge, clock } = this;
    this.app = createTestApp({
      configuration: { idempotencyHeader: IDEMPOTENCY_HEADER },
      query: linkOf ? this.link(linkOf) : '',
      instead: { http, bridge, clock, storage, mutex: locks.of(this) },
    });
    this.records = this.app.get(CheckoutRecords);
    const services = {
      payOrder: this.app.get(PayOrder),
      rentDevice: this.app.get(RentDevice),
      confirmPayment: new WatchedPolls(this.app.get(FindOrder), this.records, clock, (number, outcome) =>
        this.polled(number, outcome),
      ),
    };
    this.store = new PaymentStore(
      this.records,
      async () => services,
      this.shownToasts,
      clock,
      (thrown) => Problem.expected(thrown),
      new PaymentStatus(),
    );
    // A line, and not a toast, reports a plan that is paid for.
    reaction(
      () => this.store.confirmedPayment,
      (payment) => payment && this.toasts.push(copy.payment.paid),
    );
  }

  /** The person chooses the plan of a device. */
  choose(sno: Sno, planFen: number): void {
    this.app.at({ sno }, OPERATOR);
    purposes.run('prefetch', () => this.store.choose(planAt(planFen), this.target(sno)));
  }

  /** The person taps pay, and has agreed to the changed price if the screen asked. */
  rent(flow: number, sno: Sno, planFen: number): void {
    this.app.at({ sno }, OPERATOR);
    const agreedFen = this.changedFen;
    this.changedFen = undefined;
    const prefetch = this.http.held.findLast(({ purpose }) => purpose === 'prefetch');
    this.begin(flow, { screen: new AbortController(), prefetch }, async ({ screen: { signal } }) => {
      const outcome = await this.store.rent(
        planAt(planFen),
        this.target(sno),
        { agreedFen, signal },
        { terms: this.target(sno).terms },
      );
      if (outcome.kind === 'price-changed' && !signal.aborted) this.changedFen = outcome.order.amountFen;
      if ('order' in outcome) this.paid(outcome.order.number, outcome);
    });
  }

  /** The person pays an order of the list. */
  pay(flow: number, order: PayableOrder): void {
    this.begin(flow, { screen: new AbortController() }, async ({ screen: { signal } }) =>
      this.paid(order.number, await this.store.pay(order, signal)),
    );
  }

  /** The person cancels an order of the list. */
  async cancel(order: PayableOrder): Promise<void> {
    await purposes.run('cancel', () => this.app.get(CancelOrder).cancel({ ...order, state: 'to-pay' }));
    this.store.resumeUnsettled();
  }

  /** True while the list that the flow waits for has not arrived. */
  isPrefetching(flow: number): boolean {
    const prefetch = this.flows.get(flow)?.prefetch;
    return prefetch !== undefined && this.http.held.includes(prefetch);
  }

  leave(): void {
    this.changedFen = undefined;
    for (const { screen } of this.flows.values()) screen.abort();
  }

  /** The server no longer accepts the token. */
  endSession(): void {
    this.app.session.refused(this.app.session.token() ?? '');
  }

  /** The same person opens a new link. */
  signIn(account: Account): void {
    this.app.session.open('/', this.link(account));
    this.store.resumeUnsettled();
  }

  private target(sno: Sno) {
    return forDevice({ assist: this.scenario.assist }, { sno, operatorId: OPERATOR });
  }

  private link(account: Account): string {
    return `?accessToken=token-${account}-${this.tokens++}&openid=openid-${account}`;
  }

  private begin(id: number, flow: RunningFlow, work: (flow: RunningFlow) => Promise<void>): void {
    this.flows.set(id, flow);
    void purposes.run({ flow: id }, () =>
      work(flow)
        .catch(ignoreFailure)
        .finally(() => this.flows.delete(id)),
    );
  }

  private paid(number: string, { kind }: RentOutcome | PaymentOutcome): void {
    if (kind === 'paid') this.ended.push({ number, says: 'paid' });
    if (kind !== 'cancelled' && kind !== 'failed') return;
    this.ended.push({ number, says: 'not-paid' });
    // As both screens do.
    this.shownToasts.show(kind === 'cancelled' ? copy.payment.cancelled : copy.payment.failed);
  }

  private polled(number: string, { kind }: ConfirmOutcome): void {
    this.polls += 1;
    if (kind !== 'confirming') this.ended.push({ number, says: kind });
  }
}

/** Tells the requests of a poll from those of a flow, and reports the outcome of each poll. */
class WatchedPolls extends ConfirmPayment {
  constructor(
    findOrder: FindOrder,
    records: CheckoutRecords,
    clock: HeldClock,
    private readonly onOutcome: (number: string, outcome: ConfirmOutcome) => void,
  ) {
    super(findOrder, records, clock, new NoReporter());
  }

  override async pollUntilSettled(order: PayableOrder): Promise<ConfirmOutcome> {
    const outcome = await purposes.run({ poll: order.number }, () => super.pollUntilSettled(order));
    this.onOutcome(order.number, outcome);
    return outcome;
  }
}
