import type { FakeAppStorage } from '../../../src/adapters/fake/fake-app-storage.ts';
import { CALL_TIMEOUT_MS, type ApiClient, type CallOptions } from '../../../src/core/api/api-client.ts';
import { CancelOrder } from '../../../src/core/checkout/cancel-order.ts';
import { ConfirmPayment } from '../../../src/core/checkout/confirm/confirm-payment.ts';
import { Holdings } from '../../../src/core/checkout/holdings/holdings.ts';
import { OrdersPlacedHere } from '../../../src/core/checkout/orders-placed-here.ts';
import { PayOrder } from '../../../src/core/checkout/pay/pay-order.ts';
import { PrepayCache } from '../../../src/core/checkout/pay/prepay-cache.ts';
import { PlaceOrder } from '../../../src/core/checkout/place/place-order.ts';
import { CheckoutRecords } from '../../../src/core/checkout/records/checkout-records.ts';
import { RentDevice, type RentOutcome, type RentTarget } from '../../../src/core/checkout/rent-device.ts';
import { ReadDeviceUse } from '../../../src/core/checkout/holdings/read-device-use.ts';
import { OfferPlans } from '../../../src/core/lease/offer-plans.ts';
import type { Plan } from '../../../src/core/lease/plan.ts';
import { listCardOrders, listLeaseOrders } from '../../../src/core/order/api.ts';
import { FindOrder } from '../../../src/core/order/find-order.ts';
import { payable, refundedWord, type Order, type PayableOrder } from '../../../src/core/order/order.ts';
import { Problem } from '../../../src/core/problem.ts';
import { AccountScope } from '../../../src/core/state/account-scope.ts';
import type { PaymentBridge } from '../../../src/ports/payment-bridge.ts';
import type { Reporter } from '../../../src/ports/reporter.ts';
import { PaymentStore } from '../../../src/ui/stores/payment-store.ts';
import type { Toasts } from '../../../src/ui/stores/toasts.ts';
import { runAs } from '../kernel/flow.ts';
import { Life } from '../kernel/life.ts';
import { SimulatedClock } from '../kernel/time.ts';
import { claimOf, type Claim } from './claim.ts';
import type { SimulatedPhone } from './phone.ts';
import { OPERATOR, planOf, type Asked, type Ware } from './shop.ts';
import type { Tap } from './tap.ts';
import { WIRING } from './wiring.ts';

/** A read is retried twice, each time after a short pause. */
const READ_ATTEMPTS = 3;
const PAUSES_MS = 2_000;

interface Endpoint {
  name: string;
  kind: 'read' | 'write';
}

export type Screen = { signal: AbortController } & (
  | { at: 'home' }
  | { at: 'plans'; ware: Ware; plan: Plan; hasChosen: boolean; changed?: { amountFen: number } }
  | { at: 'orders'; rows: readonly Order[] }
);

/** What the world learns of a page. */
export interface Witness {
  claims(page: SimulatedPage, claim: Claim): void;
  note(page: SimulatedPage, what: string): void;
  records(page: SimulatedPage, type: string, number: string): void;
  bug(page: SimulatedPage, thrown: unknown): void;
  /** The server's answer has arrived in the page. `isAhead`: it was asked ahead, and perhaps nothing ever reads the answer. */
  hears(page: SimulatedPage, call: { name: string; input: unknown; isAhead: boolean }, answer: unknown): void;
}

/** One page of the app: the shipped use-cases and the store, and the words of the screens that use them. */
export class SimulatedPage {
  readonly life: Life;
  readonly clock: SimulatedClock;
  readonly records: CheckoutRecords;
  readonly payments: PaymentStore;
  screen: Screen = { at: 'home', signal: new AbortController() };
  /** The taps whose work has not ended. */
  readonly taps = new Set<Tap>();
  /** What the server last told this page of each order. */
  readonly heard = new Map<string, string>();
  /** The orders that the page has to show as unconfirmed, until the server has told their end. */
  readonly hasToShow = new Set<string>();
  /** What is asked now is asked ahead, for a tap that may follow. */
  private asksAhead = false;
  private readonly rentDevice: RentDevice;
  private readonly payOrder: PayOrder;
  private readonly cancelOrder: CancelOrder;
  private readonly offers: OfferPlans;
  private readonly api: ApiClient;
  private readonly confirmedShown = new Set<unknown>();

  constructor(
    readonly phone: SimulatedPhone,
    name: string,
    readonly storage: FakeAppStorage,
    readonly account: string,
    private readonly witness: Witness,
    bridge: (page: SimulatedPage) => PaymentBridge,
  ) {
    this.life = new Life(name);
    this.clock = new SimulatedClock(phone.world, this.life, phone.time);
    const { clock } = this;
    const scope = WIRING.scope(new AccountScope(storage));
    scope.enter(account);
    const api = (this.api = {
      call: (endpoint: Endpoint, input: unknown, options?: CallOptions) => this.ask(endpoint, input, options),
    } as unknown as ApiClient);
    const reporter: Reporter = { report: () => undefined };
    const mutex = WIRING.mutex(phone.locks.of(this.life));
    this.records = WIRING.records(new CheckoutRecords(scope, clock));
    const { records } = this;
    records.subscribe((event) => {
      if (event && 'order' in event) this.witness.records(this, event.type, event.order.number);
    });
    const find = new FindOrder(api);
    const confirm = WIRING.confirm(new ConfirmPayment(find, records, clock, reporter));
    const place = WIRING.place(new PlaceOrder(api, confirm, clock, records, mutex, reporter));
    const prepay = WIRING.prepay(new PrepayCache(api, clock, records));
    this.payOrder = WIRING.pay(new PayOrder(confirm, prepay, bridge(this), records, mutex));
    const uses = new ReadDeviceUse(api, new Holdings(api, records, clock), clock);
    const placedHere = new OrdersPlacedHere(scope, clock);
    this.rentDevice = WIRING.rent(new RentDevice(place, this.payOrder, find, records, placedHere, api, uses));
    this.cancelOrder = WIRING.cancel(new CancelOrder(api, confirm, records, mutex));
    this.offers = new OfferPlans(api, scope, clock);
    const hear = (text: string) => this.hear(text);
    const toasts = { show: hear, tell: hear } as unknown as Toasts;
    this.payments = new PaymentStore(records, confirm, toasts, clock, (thrown) => this.problemOf(thrown));
  }

  /** The page has become visible. */
  resumes(): void {
    if (this.taps.size === 0)
      for (const { order } of this.records.purchases().unsettled()) this.hasToShow.add(order.number);
    this.payments.resumeUnsettled();
  }

  opensPlans(ware: Ware, priceFen: number): void {
    this.leaves();
    this.screen = { at: 'plans', ware, plan: planOf(ware, priceFen), hasChosen: false, signal: new AbortController() };
    const target = targetOf(ware);
    this.offers.offer(target, target.terms).catch((thrown: unknown) => this.problemOf(thrown));
  }

  async opensOrders(isCard: boolean): Promise<void> {
    this.leaves();
    const screen: Screen = { at: 'orders', rows: [], signal: new AbortController() };
    this.screen = screen;
    await this.readsOrders(isCard);
  }

  leaves(): void {
    this.screen.signal.abort();
    this.screen = { at: 'home', signal: new AbortController() };
  }

  /** The person has chosen the plan of the screen. */
  chooses(): void {
    if (this.screen.at !== 'plans') return;
    this.screen.hasChosen = true;
    this.asksAhead = true;
    this.rentDevice.choose(this.screen.plan, targetOf(this.screen.ware));
    this.asksAhead = false;
  }

  declines(): void {
    if (this.screen.at === 'plans') this.screen.changed = undefined;
  }

  /** The person taps the button with the price, or agrees to the price that the server names. */
  rents(): void {
    const { screen } = this;
    if (screen.at !== 'plans') return;
    const { ware, plan, signal, changed } = screen;
    const agreedFen = changed?.amountFen;
    screen.changed = undefined;
    const acceptedFen = agreedFen ?? plan.priceFen;
    const tap: Tap = { what: 'rent', ware, acceptedFen, screen: signal };
    this.follow(tap, async () => {
      const target = targetOf(ware);
      if (agreedFen === undefined && !(await this.offers.stillOffers(plan, target, target.terms))) return;
      const lease = { terms: target.terms, lease: undefined };
      const outcome = await this.payments.track(
        () => this.rentDevice.rent(plan, target, { agreedFen, signal: signal.signal }),
        { plan, ...lease },
      );
      this.tellRented(outcome, tap);
    });
  }

  paysListed(order: Order): void {
    const wanted = payable(order);
    const { signal } = this.screen;
    this.paysOrder(wanted, { what: 'pay', number: order.number, acceptedFen: wanted.amountFen, screen: signal });
  }

  cancelsListed(order: Order): void {
    const { number } = order;
    this.follow({ what: 'cancel', number, screen: this.screen.signal }, async () => {
      const outcome = await this.cancelOrder.cancel(order);
      this.payments.resumeUnsettled();
      const { kind } = outcome;
      if (kind === 'done' || kind === 'cancelled') this.claim({ number, says: 'cancelled' });
      else if (kind === 'paid' || kind === 'refunded' || kind === 'gone') this.claim({ number, says: kind });
      else this.witness.note(this, `${number} is not cancelled: ${kind}`);
      await this.readsOrders(order.kind === 'card');
    });
  }

  dismissesLapsed(number: string): void {
    this.payments.dismissLapsed({ number });
  }

  asksAgain(): void {
    void this.payments.queryAll();
  }

  /** Notices what the lines above the screen say of payments. */
  looks(): void {
    for (const confirmed of this.payments.confirmed.all) {
      if (this.confirmedShown.has(confirmed)) continue;
      this.confirmedShown.add(confirmed);
      const { plan } = confirmed.purchased ?? {};
      this.claim({ number: confirmed.order.number, says: 'paid', planId: plan?.id, amountFen: plan?.priceFen });
    }
  }

  private async readsOrders(isCard: boolean): Promise<void> {
    const { screen } = this;
    try {
      const listed = isCard
        ? await this.api.call(listCardOrders, { page: 0, operatorId: OPERATOR })
        : await this.api.call(listLeaseOrders, { page: 0 });
      this.payments.heard(listed.records);
      if (screen.at === 'orders') screen.rows = listed.records;
      if (this.screen !== screen) return;
      // A row names a refund, so the person need not be told again of an order whose confirmation nobody awaited any more.
      for (const row of listed.records)
        if (refundedWord(row) !== undefined) this.claim({ number: row.number, says: 'refunded' });
    } catch (thrown) {
      this.problemOf(thrown);
    }
  }

  private paysOrder(order: PayableOrder, tap: Tap): void {
    this.follow(tap, async () => {
      const { number, kind } = order;
      const outcome = await this.payments.track(() => this.payOrder.pay(order, { signal: tap.screen.signal }));
      this.witness.note(this, `the payment of ${number} is ${outcome.kind}`);
      if (outcome.kind === 'confirming') this.hasToShow.add(number);
      if (outcome.kind === 'paid') this.claim({ number, says: outcome.refunded === undefined ? 'paid' : 'refunded' });
      if (outcome.kind === 'cancelled')
        this.claim({ number, says: outcome.by === 'server' ? 'cancelled' : 'not-paid' });
      if (outcome.kind === 'failed' || outcome.kind === 'not-opened') this.claim({ number, says: 'not-paid' });
      if (outcome.kind === 'price-changed') this.claim({ number, says: 'costs', amountFen: outcome.amountFen });
      if (!tap.screen.signal.aborted) await this.readsOrders(kind === 'card');
    });
  }

  private tellRented(outcome: RentOutcome, { screen }: Tap): void {
    const number = 'order' in outcome ? outcome.order.number : '';
    this.witness.note(this, `the rental is ${outcome.kind} ${number}`.trimEnd());
    switch (outcome.kind) {
      case 'confirming':
        this.hasToShow.add(number);
        break;
      case 'price-changed':
        this.claim({ number, says: 'costs', amountFen: outcome.order.amountFen });
        if (!screen.signal.aborted && this.screen.at === 'plans') this.screen.changed = outcome.order;
        break;
      case 'ordered':
        this.claim({ number, says: 'to-pay' });
        break;
      case 'failed':
        this.claim({ number, says: 'not-paid' });
        break;
      case 'cancelled':
        this.claim({ number, says: outcome.by === 'customer' ? 'not-paid' : 'cancelled' });
        break;
      case 'paid':
      case 'refunded':
        this.claim({ number, says: outcome.kind });
    }
    if ('destination' in outcome && !screen.signal.aborted) this.leaves();
  }

  /** Runs the work of a tap. The screen shows its failure, unless it is a bug. */
  private follow(tap: Tap, work: () => Promise<void>): void {
    this.taps.add(tap);
    void runAs(tap, work)
      .catch((thrown: unknown) => this.problemOf(thrown))
      .finally(() => this.taps.delete(tap));
  }

  private problemOf(thrown: unknown): Problem {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') this.witness.bug(this, thrown);
    else this.witness.note(this, `says ${problem.code}`);
    return problem;
  }

  private hear(text: string): void {
    const claim = claimOf(text);
    if (claim) this.claim(claim);
    else this.witness.note(this, `says ${text}`);
  }

  private claim(claim: Claim): void {
    if (!this.life.isOver) this.witness.claims(this, claim);
  }

  private async ask({ name, kind }: Endpoint, input: unknown, options: CallOptions = {}): Promise<unknown> {
    const { timeoutMs = CALL_TIMEOUT_MS, idempotencyKey: key } = options;
    const isAhead = this.asksAhead;
    const isWrite = kind === 'write';
    const limitMs = isWrite ? timeoutMs : READ_ATTEMPTS * timeoutMs + PAUSES_MS;
    const attempt = this.phone.nextAttempt(key);
    const asked: Asked = { page: this, account: this.account, input, key, attempt, phoneAt: this.clock.now() };
    // Without idempotency keys, nothing tells a late order from another one.
    const mayBeLate = isWrite && (this.phone.isKeyed || !name.startsWith('lease.create'));
    const answer = await this.phone.network.ask(this.life, name, asked, {
      isWrite,
      mayBeLate,
      limitMs,
      isQuick: this.phone.quickCalls.includes(name),
    });
    this.witness.hears(this, { name, input, isAhead }, answer);
    return answer;
  }
}

function targetOf(ware: Ware): RentTarget {
  return ware === 'card'
    ? {
        sno: undefined,
        operatorId: OPERATOR,
        terms: { renewal: 'card', forWhom: 'self', rechargeOperatorId: OPERATOR },
      }
    : {
        sno: ware,
        operatorId: OPERATOR,
        terms: { renewal: undefined, forWhom: 'self', rechargeOperatorId: undefined },
      };
}
