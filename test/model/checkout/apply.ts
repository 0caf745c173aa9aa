import {
  ANSWER_EVENTS,
  beginConfirmation,
  CONFIRMATION_STEPS,
  type OrderAnswer,
} from '../../../src/core/checkout/confirm/confirmation-steps.ts';
import {
  beginPlacement,
  PLACEMENT_STEPS,
  type OrderRequest,
  type PlacementFacts,
  type PlacementInputs,
  type PlacementState,
} from '../../../src/core/checkout/place/order-steps.ts';
import {
  beginPayment,
  PAYMENT_STEPS,
  type PaymentFacts,
  type PaymentInputs,
  type PaymentOutcome,
  type OrderReport,
  type PaymentState,
} from '../../../src/core/checkout/pay/payment-steps.ts';
import { endsPreparation } from '../../../src/core/checkout/pay/prepay-cache.ts';
import type { Paid, UnpaidPurchase } from '../../../src/core/checkout/records/purchase.ts';
import { Purchases } from '../../../src/core/checkout/records/purchases.ts';
import { afterPlacing } from '../../../src/core/checkout/rent-device.ts';
import type { PurchaseEvent } from '../../../src/core/checkout/records/transitions.ts';
import type { Step } from '../../../src/core/basics/command-steps.ts';
import type { Plan } from '../../../src/core/lease/plan.ts';
import { amountDueOf, type Order, type PayableOrder } from '../../../src/core/order/order.ts';
import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import type { Action, Handling } from './actions.ts';
import {
  areaOf,
  paidOf,
  isAreaOfA,
  NOW,
  PRICES,
  type Account,
  type Flow,
  type Request,
  type Page,
  type Phone,
  type ServerOrder,
  type Told,
  type World,
} from './world.ts';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };
type Waiting = 'orderMutex' | 'paymentMutex';

/** Polls of the page ask five times. The model's poll asks three times, all with the same answer, as one step. */
const POLL_TRIES = 3;

/** Returns the world after one thing has happened. */
export function applied(before: World, action: Action): World {
  const draft = new Draft(before);
  draft.act(action);
  return draft.world;
}

/** A copy of the world that one step changes. */
class Draft {
  readonly world: Mutable<World>;
  private readonly told: Told[] = [];
  private readonly phones: Phone[];

  constructor(private readonly before: World) {
    this.phones = [...before.phones];
    this.world = { ...before, phones: this.phones, told: this.told };
  }

  act(action: Action): void {
    switch (action.do) {
      case 'price-raised':
        this.spend();
        return this.setServer({ isPriceRaised: true });
      case 'repriced':
        this.spend();
        return this.setOrder(action.number, ({ amountFen }) => ({
          amountFen: amountFen === PRICES[0] ? PRICES[1] : PRICES[0],
        }));
      case 'paid-elsewhere':
        this.spend();
        return this.setOrder(action.number, () => ({ state: 'paid', isCharged: true }));
      case 'cancelled-elsewhere':
        this.spend();
        return this.setOrder(action.number, () => ({ state: 'cancelled' }));
      case 'forgotten':
        this.spend();
        return this.setOrder(action.number, () => ({ state: 'gone' }));
      case 'payment-arrives':
        return this.setOrder(action.number, () => ({ state: 'paid' }));
      case 'server-acts-late': {
        const request = this.world.server.late[action.request];
        if (!request) return;
        this.setServer({ late: this.world.server.late.filter((each) => each !== request) });
        this.create(request, !request.isOld);
        return;
      }
      case 'clock':
        if (this.world.faultsLeft > 0) this.spend();
        return this.passTime(action.phone, action.by);
      default:
        return new PageDraft(this, action.phone, action.page).act(action);
    }
  }

  /** One fault less may happen. */
  spend(): void {
    this.world.faultsLeft -= 1;
  }

  /** Returns the copy of a phone that this step changes. */
  phone(at: number): Mutable<Phone> & { pages: Page[] } {
    const phone = this.phones[at];
    if (!phone) throw new Error('no such phone');
    if (phone !== this.before.phones[at]) return phone as Mutable<Phone> & { pages: Page[] };
    const copy = { ...phone, pages: [...phone.pages] };
    this.phones[at] = copy;
    return copy;
  }

  /** Returns the copy of a page that this step changes. */
  page(phoneAt: number, at: number): Mutable<Page> {
    const { pages } = this.phone(phoneAt);
    const page = pages[at];
    if (!page) throw new Error('no such page');
    if (page !== this.before.phones[phoneAt]?.pages[at]) return page;
    const copy = { ...page };
    pages[at] = copy;
    return copy;
  }

  tell(told: Told): void {
    this.told.push(told);
  }

  next(): number {
    this.world.counter += 1;
    return this.world.counter;
  }

  order(number: string): ServerOrder | undefined {
    return this.world.server.orders.find((order) => order.number === number && order.state !== 'gone');
  }

  setOrder(number: string, change: (order: ServerOrder) => Partial<ServerOrder>): void {
    const orders = this.world.server.orders.map((order) =>
      order.number === number ? { ...order, ...change(order) } : order,
    );
    this.setServer({ orders });
  }

  /** The server creates an order, or answers with the one that it created for the same key. */
  create({ phone, account, sno, planFen, key }: Request, isRecent = true): ServerOrder {
    const { orders, isPriceRaised } = this.world.server;
    const known = this.world.scenario.hasKeys ? orders.find((order) => order.key === key) : undefined;
    if (known) return known;
    const order: ServerOrder = {
      number: `L-${orders.length + 1}`,
      sno,
      planFen,
      amountFen: PRICES[isPriceRaised ? 1 : 0],
      state: 'to-pay',
      key,
      phone,
      account,
      isCharged: false,
      isRecent,
    };
    this.setServer({ orders: [order, ...orders] });
    return order;
  }

  setServer(change: Partial<World['server']>): void {
    this.world.server = { ...this.world.server, ...change };
  }

  /** Moves the phone's stored instants into the past, down to the limits at which something changes. */
  private passTime(at: number, by: Extract<Action, { do: 'clock' }>['by']): void {
    const phone = this.phone(at);
    phone.open = this.older(phone.open, by);
    phone.openOfB = this.older(phone.openOfB, by);
    const pages = phone.pages.map((_, index) => this.page(at, index));
    for (const page of pages) {
      page.prefetched = undefined;
      page.flows = page.flows.map((flow) => remembersOlder(flow, by));
    }
    if (by === 'minute' || by === 'back') return;
    for (const page of pages)
      page.flows = page.flows.map((flow) => (isSubmitting(flow) ? { ...flow, isOld: true } : flow));
    const orders = this.world.server.orders.map((order) =>
      order.phone === at
        ? {
            ...order,
            isRecent: false,
            ...(order.isCharged && order.state === 'to-pay' ? { state: 'paid' as const } : {}),
          }
        : order,
    );
    // What a request that is this old still does, nobody waits for.
    this.setServer({ orders, late: this.world.server.late.filter((request) => request.phone !== at) });
  }

  private older(
    purchases: readonly UnpaidPurchase[],
    by: Extract<Action, { do: 'clock' }>['by'],
  ): readonly UnpaidPurchase[] {
    const older = purchases.map((purchase) => ({
      ...purchase,
      intents: purchase.intents.map(({ name, triedAt }) => ({ name, triedAt: olderBy(by, triedAt) })),
      ...('at' in purchase ? { at: olderBy(by, purchase.at) } : {}),
    }));
    return openOf(new Purchases(older, NOW).after({ type: 'timePassed' }));
  }
}

const MINUTE = 60_000;
const STEP_MS = { minute: MINUTE, 'ten-minutes': 10 * MINUTE, day: 1_440 * MINUTE, back: -60 * MINUTE };
/** Ages that differ by no limit of the app are one age. */
const LIMITS_MS = [1_440 * MINUTE, 10 * MINUTE, MINUTE, 0];

/** The longest limit that an age has reached; undefined for an instant in the future. */
export function ageLimitOf(ageMs: number): number | undefined {
  return LIMITS_MS.find((each) => ageMs >= each);
}

function olderBy(by: keyof typeof STEP_MS, at: number): number {
  const limit = ageLimitOf(NOW - at + STEP_MS[by]);
  return limit === undefined ? NOW + 60 * MINUTE : NOW - limit;
}

/** Moves the instants that a payment remembers into the past, as those of the records. */
function remembersOlder(flow: Flow, by: keyof typeof STEP_MS): Flow {
  if (flow.step.at !== 'paying') return flow;
  const { payment } = flow.step;
  const older = (payment: PaymentState): Flow => ({ ...flow, step: { ...flow.step, payment } as Flow['step'] });
  switch (payment.at) {
    case 'querying-before':
    case 'preparing':
      return payment.earlier
        ? older({ ...payment, earlier: { ...payment.earlier, at: olderBy(by, payment.earlier.at) } })
        : flow;
    case 'sheet-open':
      return older({
        ...payment,
        intents: payment.intents.map(({ name, triedAt }) => ({ name, triedAt: olderBy(by, triedAt) })),
      });
    default:
      return flow;
  }
}

/** The page that acts. */
class PageDraft {
  private readonly phone: Mutable<Phone>;
  private readonly page: Mutable<Page>;

  constructor(
    private readonly draft: Draft,
    private readonly phoneAt: number,
    private readonly pageAt: number,
  ) {
    this.phone = draft.phone(phoneAt);
    this.page = draft.page(phoneAt, pageAt);
  }

  act(action: Extract<Action, { page: number }>): void {
    const { page, draft } = this;
    switch (action.do) {
      case 'open-plans':
        page.screen = { at: 'plans', sno: action.sno, planFen: PRICES[draft.world.server.isPriceRaised ? 1 : 0] };
        return;
      case 'open-orders':
        page.screen = {
          at: 'orders',
          listed: this.draft.world.server.orders.filter(
            ({ state, account }) => state === 'to-pay' && account === this.page.account,
          ),
        };
        return;
      case 'leave':
        return this.leave();
      case 'choose':
        page.prefetched = this.listed().map(({ number }) => number);
        return;
      case 'rent':
      case 'agree':
        return this.rent();
      case 'pay-listed':
        return this.payListed(action.number);
      case 'cancel-listed':
        this.cancelListed(action.number);
        return this.leave();
      case 'ask-again':
        return this.pollAll();
      case 'reload':
        draft.spend();
        return this.reload();
      case 'kill':
        draft.spend();
        return this.openLink(page.account);
      case 'session-ends':
        draft.spend();
        return this.endSession();
      case 'other-person':
        draft.spend();
        return this.openLink(page.account === 'A' ? 'B' : 'A');
      case 'sign-in':
        page.isSignedIn = true;
        return this.resumeUnsettled();
      case 'sheet-pays':
        return this.paySheet(action.flow);
      case 'sheet-silent':
        draft.spend();
        this.learnOfPayments();
        page.sheets = page.sheets.map((sheet) =>
          sheet.flow === action.flow ? { ...sheet, isAbandoned: true } : sheet,
        );
        return this.answerSheet(action.flow, { result: 'none' });
      case 'sheet-not-opened':
        draft.spend();
        page.sheets = page.sheets.filter(({ flow }) => flow !== action.flow);
        return this.takePayment(this.flow(action.flow), 'sheet-open', 'not-opened');
      case 'sheet-vanishes':
        draft.spend();
        this.learnOfPayments();
        page.sheets = page.sheets.filter(({ flow }) => flow !== action.flow);
        return;
      case 'sheet-answers':
        return this.endSheet(action.flow, action.result);
      case 'server-answers':
        if (action.how !== 'true') draft.spend();
        return this.answer(this.flow(action.flow), action.how);
      case 'mutex-timeout':
        if (!this.flow(action.flow).isWithoutMutex) draft.spend();
        return this.proceed(this.overtake(this.flow(action.flow)), true);
      case 'poll-answered':
        if (action.how !== 'true') draft.spend();
        return this.answerPoll(action.number, action.how);
    }
  }

  private flow(id: number): Flow {
    const flow = this.page.flows.find((each) => each.id === id);
    if (!flow) throw new Error('no such flow');
    return flow;
  }

  private update(flow: Flow, change: Partial<Flow>): Flow {
    const next = { ...flow, ...change };
    this.page.flows = this.page.flows.map((each) => (each.id === flow.id ? next : each));
    return next;
  }

  private purchases(): Purchases {
    return new Purchases([...areaOf(this.phone, this.page.account), ...paidOf(this.phone, this.page.account)], NOW);
  }

  private record(events: readonly PurchaseEvent[]): void {
    if (events.length === 0) return;
    let purchases = this.purchases();
    for (const event of events) {
      purchases = purchases.after(event);
      if (endsPreparation(event)) this.endPreparation(event.order.number);
    }
    const paid = purchases.all.filter((purchase): purchase is Paid => purchase.state === 'paid');
    if (isAreaOfA(this.page.account)) Object.assign(this.phone, { open: openOf(purchases), paid });
    else Object.assign(this.phone, { openOfB: openOf(purchases), paidOfB: paid });
  }

  /** The parameters are useless, as are those that another flow of the page waits for. */
  private endPreparation(number: string): void {
    const { page } = this;
    if (page.prepared[number] !== undefined) {
      const { [number]: _, ...others } = page.prepared;
      page.prepared = others;
    }
    if (page.flows.some((flow) => isPreparing(flow, number)))
      page.flows = page.flows.map((flow) => (isPreparing(flow, number) ? { ...flow, isUncached: true } : flow));
  }

  /** Records the events of a decision and returns the next state. */
  private decided<State>({ next, events = [] }: Step<State, PurchaseEvent>): State {
    this.record(events);
    return next;
  }

  private tell(number: string, says: Told['says']): void {
    this.draft.tell({ phone: this.phoneAt, page: this.pageAt, number, says });
  }

  /** The server's list of the account's orders, newest first. */
  private listed(): Order[] {
    return this.draft.world.server.orders
      .filter(({ state, account }) => state !== 'gone' && account === this.page.account)
      .map(asListed);
  }

  /** What the server says of an order, and records it as each query does. */
  private query(order: PayableOrder, how: Handling): { answer: OrderAnswer; found?: Order } {
    const known = this.draft.order(order.number);
    const answer: OrderAnswer =
      how === 'lost'
        ? 'failed'
        : how === 'refused'
          ? 'denied'
          : !known
            ? 'absent'
            : how === 'unknown'
              ? 'unknown'
              : stateOf(known);
    const type = ANSWER_EVENTS[answer];
    if (type !== undefined) this.record([{ type, order }]);
    const found =
      known && (how === 'true' || how === 'unknown')
        ? { ...asListed(known), ...(how === 'unknown' && { state: how }) }
        : undefined;
    return { answer, found };
  }

  // Renting and paying

  private rent(): void {
    const { screen } = this.page;
    if (screen.at !== 'plans') return;
    const { sno, planFen, changed } = screen;
    this.page.screen = { at: 'plans', sno, planFen };
    this.begin({
      id: this.draft.next(),
      kind: 'rent',
      sno,
      planFen,
      acceptedFen: changed ? [planFen, changed.amountFen] : [planFen],
      isScreenClosed: false,
      waited: false,
      step: { at: 'order-mutex' },
    });
  }

  private payListed(number: string): void {
    const order = this.listedOnScreen(number);
    if (!order) return;
    const { sno, amountFen } = order;
    this.begin({
      id: this.draft.next(),
      kind: 'pay',
      sno,
      planFen: amountFen,
      acceptedFen: [amountFen],
      isScreenClosed: false,
      waited: false,
      step: { at: 'payment-mutex', order },
    });
  }

  /** The server is asked first, and refuses to cancel an order whose money has moved. */
  private cancelListed(number: string): void {
    const order = this.listedOnScreen(number);
    if (!order || this.query(order, 'true').answer !== 'to-pay') return;
    if (this.purchases().doubtAbout(order) !== 'none' || this.draft.order(number)?.isCharged) return;
    this.draft.setOrder(number, () => ({ state: 'cancelled' }));
    this.record([{ type: 'serverSaysCancelled', order }]);
  }

  private listedOnScreen(number: string) {
    const { screen } = this.page;
    const listed = screen.at === 'orders' ? screen.listed.find((each) => each.number === number) : undefined;
    return (
      listed && {
        kind: 'lease' as const,
        number,
        sno: listed.sno,
        operatorId: undefined,
        amountFen: listed.amountFen,
      }
    );
  }

  private begin(flow: Flow): void {
    this.page.flows = [...this.page.flows, flow];
    this.acquire(flow, flow.kind === 'rent' ? 'orderMutex' : 'paymentMutex');
  }

  private acquire(flow: Flow, mutex: Waiting): void {
    const queue = this.phone[mutex];
    this.phone[mutex] = [...queue, { page: this.pageAt, flow: flow.id }];
    if (queue.length === 0) this.proceed(flow, false);
  }

  /** The flow holds the mutex that it waited for. */
  proceed(flow: Flow, waited: boolean): void {
    const { step } = flow;
    if (step.at === 'order-mutex') {
      const begun = this.update(flow, { waited });
      return this.placed(begun, this.decided(beginPlacement(this.placementFacts(flow), waited)));
    }
    if (step.at !== 'payment-mutex') return;
    const { order, reported } = step;
    const facts = this.paymentFacts(flow, order);
    this.paid(flow, order, this.decided(beginPayment(facts, { waited: waited || flow.waited, reported })));
  }

  /** The flow goes on without the mutex, because the page of the flow that holds it is suspended. */
  private overtake(flow: Flow): Flow {
    const mutex = flow.step.at === 'order-mutex' ? 'orderMutex' : 'paymentMutex';
    this.phone[mutex] = this.phone[mutex].filter((ref) => ref.page !== this.pageAt || ref.flow !== flow.id);
    return this.update(flow, { isWithoutMutex: true });
  }

  private release(flow: Flow, mutex: Waiting): void {
    const queue = this.phone[mutex];
    const isHolder = queue[0]?.page === this.pageAt && queue[0].flow === flow.id;
    this.phone[mutex] = queue.filter((ref) => ref.page !== this.pageAt || ref.flow !== flow.id);
    const next = isHolder ? this.phone[mutex][0] : undefined;
    const waiting = next && this.phone.pages[next.page]?.flows.find(({ id }) => id === next.flow);
    if (next && waiting) new PageDraft(this.draft, this.phoneAt, next.page).proceed(waiting, true);
  }

  private end(flow: Flow): void {
    this.page.flows = this.page.flows.filter(({ id }) => id !== flow.id);
    this.release(flow, 'orderMutex');
    this.release(flow, 'paymentMutex');
    const unsettled = this.purchases().unsettled();
    this.page.unconfirmed = this.page.unconfirmed.filter((order) => unsettled.some(isFor(order)));
  }

  private placementFacts(flow: Flow): PlacementFacts {
    const request: OrderRequest = {
      plan: planAt(flow.planFen),
      sno: flow.sno,
      operatorId: 'shop',
      assist: this.draft.world.scenario.assist,
    };
    return { request, purchases: this.purchases(), newKey: `k${this.draft.next()}` };
  }

  private paymentFacts(flow: Flow, order: PayableOrder): PaymentFacts {
    return { order, acceptedFen: flow.acceptedFen, purchases: this.purchases(), isScreenClosed: flow.isScreenClosed };
  }

  private placed(before: Flow, placement: PlacementState): void {
    if (placement.at === 'failed' || placement.at === 'unreadable') return this.end(before);
    const prefetched = this.takePrefetched(placement);
    const step = { at: 'placing' as const, placement };
    const flow = this.update(before, { step, created: undefined, isOld: undefined, prefetched });
    if (placement.at !== 'placed') return this.page.isSignedIn ? undefined : this.failUnauthorized(flow);
    const { order, state } = placement;
    const next = afterPlacing({ order, state }, flow);
    if (next === 'pay') {
      const paying = this.update(flow, {
        step: { at: 'payment-mutex', order, reported: state },
      });
      this.release(flow, 'orderMutex');
      return this.acquire(paying, 'paymentMutex');
    }
    if (next === 'paid') this.tell(order.number, 'paid');
    if (next === 'price-changed') this.askAboutPrice(flow, order.number, priceOf(order));
    if (!flow.isScreenClosed && next === 'paid') this.page.screen = { at: 'home' };
    this.end(flow);
  }

  /** The first list that a flow waits for is the prefetched one, unless another page may have ordered since. */
  private takePrefetched(placement: PlacementState): Flow['prefetched'] {
    if (placement.at !== 'listing' || placement.wasSubmitted) return undefined;
    const { prefetched } = this.page;
    this.page.prefetched = undefined;
    return placement.skipsPrefetch ? undefined : prefetched;
  }

  private paid(before: Flow, order: PayableOrder, payment: PaymentState): void {
    if (payment.at === 'ended') return this.settled(before, order, payment.outcome);
    const flow = this.update(before, { step: { at: 'paying', order, payment } });
    if (payment.at === 'sheet-open') {
      const amountFen = this.page.prepared[order.number]?.amountFen ?? priceOf(order);
      const sheet = { flow: flow.id, order, number: order.number, amountFen, isPaid: false, isAbandoned: false };
      this.page.sheets = [...this.page.sheets, sheet];
    } else if (!this.page.isSignedIn) this.failUnauthorized(flow);
    else if (payment.at === 'preparing' && flow.isScreenClosed) this.takePayment(flow, 'preparing', 'not-opened');
    else if (payment.at === 'preparing' && this.page.prepared[order.number]?.acceptedFen === order.amountFen)
      this.takePayment(flow, 'preparing', 'prepared');
  }

  private settled(flow: Flow, { number }: PayableOrder, outcome: PaymentOutcome): void {
    const { isScreenClosed } = flow;
    if (outcome.kind === 'paid') this.tell(number, 'paid');
    if (outcome.kind === 'cancelled' || outcome.kind === 'failed') this.tell(number, 'not-paid');
    if (outcome.kind === 'price-changed') this.askAboutPrice(flow, number, outcome.amountFen);
    if (!isScreenClosed && (outcome.kind === 'paid' || outcome.kind === 'cancelled')) this.page.screen = { at: 'home' };
    this.end(flow);
    if (outcome.kind === 'confirming') this.pollAllAgain();
  }

  /** The screen shows the other amount and asks, or the list shows it. */
  private askAboutPrice({ isScreenClosed }: Flow, number: string, amountFen: number): void {
    const { screen } = this.page;
    if (isScreenClosed) return;
    if (screen.at === 'plans') this.page.screen = { ...screen, changed: { amountFen } };
    if (screen.at === 'orders')
      this.page.screen = {
        at: 'orders',
        listed: screen.listed.map((each) => (each.number === number ? { ...each, amountFen } : each)),
      };
  }

  private takePlacement<At extends keyof PlacementInputs>(flow: Flow, at: At, input: PlacementInputs[At]): void {
    if (flow.step.at !== 'placing') throw new Error('the flow places no order');
    const state = flow.step.placement as Extract<PlacementState, { at: At }>;
    this.placed(flow, this.decided(PLACEMENT_STEPS[at].next(state, input, this.placementFacts(flow))));
  }

  private takePayment<At extends keyof PaymentInputs>(flow: Flow, at: At, input: PaymentInputs[At]): void {
    if (flow.step.at !== 'paying') throw new Error('the flow pays no order');
    const { order, payment } = flow.step;
    const state = payment as Extract<PaymentState, { at: At }>;
    this.paid(flow, order, this.decided(PAYMENT_STEPS[at].next(state, input, this.paymentFacts(flow, order))));
  }

  /** The server handles the request that the flow waits for. */
  private answer(flow: Flow, how: Handling): void {
    const { step } = flow;
    if (step.at === 'placing') return this.answerPlacement(flow, step.placement, how);
    if (step.at !== 'paying') return;
    const { order, payment } = step;
    if (payment.at === 'querying-before' || payment.at === 'querying-after')
      return this.takePayment(flow, payment.at, reportOf(this.query(order, how)));
    if (payment.at !== 'preparing') return;
    const known = this.draft.order(order.number);
    const isPrepared = how === 'true' && known?.state === 'to-pay';
    if (isPrepared && !flow.isUncached) {
      const { amountFen } = known;
      this.page.prepared = { ...this.page.prepared, [order.number]: { acceptedFen: priceOf(order), amountFen } };
    }
    this.takePayment(flow, 'preparing', isPrepared ? 'prepared' : 'not-opened');
  }

  private answerPlacement(flow: Flow, placement: PlacementState, how: Handling): void {
    switch (placement.at) {
      case 'querying':
        return this.takePlacement(flow, 'querying', this.query(placement.order, how));
      case 'searching-list': {
        const isListed = this.listed().some(({ number }) => number === placement.order.number);
        return this.takePlacement(
          flow,
          'searching-list',
          how === 'lost' ? 'failed' : isListed ? 'listed' : 'not-listed',
        );
      }
      case 'listing': {
        const { prefetched } = flow;
        const records = prefetched
          ? this.draft.world.server.orders.filter(({ number }) => prefetched.includes(number)).map(asListed)
          : this.listed();
        const listed = how === 'true' ? { records, unreadable: 0 } : 'failed';
        return this.takePlacement(flow, 'listing', {
          listed,
          isScreenClosed: flow.isScreenClosed,
          isAssistant: this.draft.world.scenario.assist,
        });
      }
      case 'submitting':
        return this.submit(flow, placement.idempotencyKey, how);
      case 'looking-up':
        return this.takePlacement(
          flow,
          'looking-up',
          how === 'true' ? { records: this.listed(), unreadable: 0 } : 'failed',
        );
      default:
    }
  }

  private submit(flow: Flow, key: string, how: Handling): void {
    const { sno, planFen } = flow;
    const request = { phone: this.phoneAt, account: this.page.account, sno, planFen, key, isOld: flow.isOld };
    if (how === 'slow') {
      this.update(flow, { created: this.draft.create(request, !flow.isOld).number });
      return;
    }
    if (how === 'late') {
      this.draft.setServer({ late: [...this.draft.world.server.late, request] });
    }
    const known = this.draft.world.server.orders.find(({ number }) => number === flow.created);
    const isHandled = how === 'true' || how === 'unanswered';
    const created = known ?? (isHandled ? this.draft.create(request, !flow.isOld) : undefined);
    if (how === 'true' && created) {
      const { number, amountFen } = created;
      return this.takePlacement(flow, 'submitting', {
        order: { kind: 'lease', number, amountFen, sno, operatorId: 'shop' },
      });
    }
    this.takePlacement(flow, 'submitting', { isRefusal: how === 'refused', mayHaveTakenEffect: how !== 'refused' });
  }

  /** The session has ended, so the request of the flow fails without an effect. */
  private failUnauthorized(flow: Flow): void {
    const { step } = flow;
    // It fails once it holds the mutex.
    if (step.at === 'order-mutex' || step.at === 'payment-mutex') return;
    if (step.at === 'placing') {
      const { isScreenClosed } = flow;
      if (step.placement.at === 'listing')
        return this.takePlacement(flow, 'listing', { listed: 'session-ended', isScreenClosed, isAssistant: false });
      if (step.placement.at === 'submitting')
        return this.takePlacement(flow, 'submitting', {
          isRefusal: false,
          mayHaveTakenEffect: flow.created !== undefined,
        });
      if (step.placement.at === 'searching-list') return this.takePlacement(flow, 'searching-list', 'failed');
      if (step.placement.at === 'looking-up') return this.takePlacement(flow, 'looking-up', 'failed');
    }
    if (step.at === 'paying') {
      const { at } = step.payment;
      if (at === 'querying-before' || at === 'querying-after') return this.takePayment(flow, at, 'failed');
      if (at === 'preparing') return this.takePayment(flow, at, 'not-opened');
      if (at === 'sheet-open') return;
    }
    this.end(flow);
  }

  // The sheet

  private paySheet(id: number): void {
    const sheet = this.page.sheets.find(({ flow }) => flow === id);
    if (!sheet) return;
    this.page.sheets = this.page.sheets.map((each) => (each === sheet ? { ...each, isPaid: true } : each));
    this.draft.setOrder(sheet.number, () => ({ isCharged: true }));
  }

  /** The server learns of a payment within the 20 s in which the page waits for the sheet. */
  private learnOfPayments(): void {
    for (const { number, isPaid } of this.page.sheets)
      if (isPaid) this.draft.setOrder(number, ({ state }) => (state === 'to-pay' ? { state: 'paid' } : {}));
  }

  private endSheet(id: number, result: 'ok' | 'cancel' | 'fail'): void {
    const sheet = this.page.sheets.find(({ flow }) => flow === id);
    if (!sheet) return;
    if (result !== (sheet.isPaid ? 'ok' : 'cancel')) this.draft.spend();
    this.page.sheets = this.page.sheets.filter((each) => each !== sheet);
    // The server knows of a payment before WeChat calls it cancelled or failed.
    if (sheet.isPaid && result !== 'ok')
      this.draft.setOrder(sheet.number, ({ state }) => (state === 'to-pay' ? { state: 'paid' } : {}));
    if (sheet.isAbandoned) return this.answerLate(sheet.order, result);
    this.answerSheet(id, { result });
  }

  private answerSheet(id: number, answer: PaymentAnswer): void {
    this.takePayment(this.flow(id), 'sheet-open', answer);
  }

  private answerLate(order: PayableOrder, answer: PaymentAnswer['result']): void {
    const { number } = order;
    this.record([{ type: 'lateAnswer', order, answer }]);
    this.page.polls = this.page.polls.map((poll) => (poll.order.number === number ? { ...poll, again: true } : poll));
    this.pollOne(number);
  }

  // Confirming

  /** Polls each unsettled payment, and each that another page has settled since this page polled it. */
  private pollAll(): void {
    const unsettled = this.purchases().unsettled();
    const settledElsewhere = this.page.unconfirmed.filter((order) => !unsettled.some(isFor(order)));
    this.poll([...unsettled.map(({ order }) => order), ...settledElsewhere]);
  }

  /** Polls all, and again those whose poll is under way. */
  private pollAllAgain(): void {
    this.page.polls = this.page.polls.map((poll) => ({ ...poll, again: true }));
    this.pollAll();
  }

  /** Polls the order if its payment is unsettled. */
  private pollOne(number: string): void {
    const unsettled = this.purchases().unsettled().find(isFor({ number }));
    if (unsettled) this.poll([unsettled.order]);
  }

  private poll(orders: readonly PayableOrder[]): void {
    const { page } = this;
    for (const order of orders) {
      if (page.polls.some(isFor(order))) continue;
      page.unconfirmed = [...page.unconfirmed.filter(({ number }) => number !== order.number), order];
      if (!page.isSignedIn) continue;
      page.polls = [...page.polls, { order, confirmation: this.decided(beginConfirmation(POLL_TRIES)), again: false }];
    }
  }

  private resumeUnsettled(): void {
    if (this.page.flows.length === 0) this.pollAll();
  }

  private answerPoll(number: string, how: 'true' | 'lost' | 'refused' | 'unknown'): void {
    const poll = this.page.polls.find(({ order }) => order.number === number);
    if (!poll) return;
    const { order } = poll;
    let { confirmation } = poll;
    while (confirmation.at !== 'ended') {
      const facts = () => ({ order, purchases: this.purchases() });
      if (confirmation.at === 'querying') {
        const { answer } = this.query(order, how);
        confirmation = this.decided(CONFIRMATION_STEPS.querying.next(confirmation, answer, facts()));
      } else {
        const answer = this.listed().some((each) => each.number === number) ? 'listed' : 'not-listed';
        confirmation = this.decided(CONFIRMATION_STEPS['searching-list'].next(confirmation, answer, facts()));
      }
    }
    this.page.polls = this.page.polls.filter((each) => each !== poll);
    const { kind } = confirmation.outcome;
    if (kind !== 'confirming') this.tell(number, kind);
    const isRecorded = this.purchases().unsettled().some(isFor({ number }));
    if (kind !== 'confirming' || !isRecorded)
      this.page.unconfirmed = this.page.unconfirmed.filter((each) => each.number !== number);
    if (poll.again) this.pollOne(number);
  }

  // The page's life

  private leave(): void {
    this.page.screen = { at: 'home' };
    this.page.prefetched = undefined;
    this.page.flows = this.page.flows.map((flow) => ({ ...flow, isScreenClosed: true }));
  }

  private reload(): void {
    this.close();
    this.pollAll();
  }

  /** A link of this account opens in the tab. */
  private openLink(account: Account): void {
    const { page } = this;
    this.close();
    page.account = account;
    this.forgetOtherAccount();
    this.pollAll();
  }

  private close(): void {
    const { page } = this;
    const ended = page.flows;
    this.learnOfPayments();
    page.flows = [];
    page.polls = [];
    page.unconfirmed = [];
    page.sheets = [];
    page.prepared = {};
    page.prefetched = undefined;
    page.screen = { at: 'home' };
    for (const flow of ended) {
      this.release(flow, 'orderMutex');
      this.release(flow, 'paymentMutex');
    }
  }

  /** A link removes what the phone remembers of the other account, whose tabs may still be open. */
  private forgetOtherAccount(): void {
    if (!this.draft.world.scenario.changesAccount) return;
    const { account } = this.page;
    if (account === 'A') Object.assign(this.phone, { openOfB: [], paidOfB: [] });
    else Object.assign(this.phone, { open: [], paid: [] });
    for (const other of this.phone.pages.map((_, index) => this.draft.page(this.phoneAt, index)))
      if (other.account !== account)
        other.flows = other.flows.map((flow) => (isSubmitting(flow) ? { ...flow, isOld: true } : flow));
    const orders = this.draft.world.server.orders.map((order) =>
      order.phone === this.phoneAt && order.account !== account ? { ...order, isRecent: false } : order,
    );
    this.draft.setServer({ orders });
  }

  private endSession(): void {
    const { page } = this;
    page.isSignedIn = false;
    page.polls = [];
    for (const flow of page.flows) this.failUnauthorized(flow);
  }
}

function isFor({ number }: Pick<PayableOrder, 'number'>) {
  return ({ order }: { order: PayableOrder }) => order.number === number;
}

function isPreparing({ step }: Flow, number: string): boolean {
  return step.at === 'paying' && step.payment.at === 'preparing' && step.order.number === number;
}

function isSubmitting({ step }: Flow): boolean {
  return step.at === 'placing' && step.placement.at === 'submitting';
}

function openOf({ all }: Purchases): readonly UnpaidPurchase[] {
  return all.filter((purchase): purchase is UnpaidPurchase => purchase.state !== 'paid');
}

function stateOf({ state }: ServerOrder): OrderAnswer {
  return state === 'gone' ? 'absent' : state;
}

function reportOf({ found }: { found?: Order }): OrderReport {
  return found ? { state: found.state, amountFen: amountDueOf(found) } : 'failed';
}

/** Every order of the model has a price. */
function priceOf({ number, amountFen }: PayableOrder): number {
  if (amountFen === undefined) throw new Error(`the order ${number} has no price`);
  return amountFen;
}

function asListed({ number, sno, amountFen, state }: ServerOrder): Order {
  return { kind: 'lease', number, sno, amountFen, state: state === 'gone' ? 'unknown' : state, planName: '7' };
}

/** The plan of a device at a price. */
export function planAt(priceFen: number): Plan {
  return { id: 'd7', basis: 'duration', modeId: 'mode-1', amount: 7, unit: 'day', priceFen };
}
