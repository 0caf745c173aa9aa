import { DAY, HOUR, MINUTE, SECOND } from '../../../src/core/basics/time.ts';
import type { Order } from '../../../src/core/order/order.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { PaymentAnswer, PaymentBridge, PaymentTarget, PrepayParams } from '../../../src/ports/payment-bridge.ts';
import type { SeededRandom } from '../../soak/seeded-random.ts';
import type { Choice } from '../kernel/choice.ts';
import { flowNow } from '../kernel/flow.ts';
import { Network, type Call } from '../kernel/network.ts';
import type { Scenario, World } from '../kernel/simulate.ts';
import { SimulatedTime } from '../kernel/time.ts';
import type { Claim } from './claim.ts';
import { SimulatedPage, type Witness } from './page.ts';
import { SimulatedPhone } from './phone.ts';
import type { Sheet } from './sheet.ts';
import { LONGEST_LAG_MS, PRICES, Shop, type Asked, type ShopOrder, type Ware } from './shop.ts';
import { Truth } from './truth.ts';

const ACCOUNTS = ['AAAA', 'BBBB'] as const;
/** After this time the page no longer waits for the answer of the sheet. */
const SHEET_ANSWER_MS = 20 * SECOND;
/** WeChat takes no payment later than this. */
const SHEET_VALID_MS = 2 * HOUR;
/** Calls on whose time nothing depends but the time that they take. */
const QUICK = ['lease.listDurationPlans', 'lease.listUsePlans', 'device.checkDevice', 'account.getUser'];
/** The events of the records after which nothing is to be paid. */
const ENDS: readonly string[] = ['serverSaysPaid', 'serverSaysCancelled'];
const MOST_ORDERS = 4;
const MOST_TAPS = 2;
/** After so many rounds of settling the person waits for a day. */
const PATIENT_ROUNDS = 3;
const MOST_ROUNDS = 8;

/** What the random decides before a run begins. */
interface Shape {
  phones: number;
  pages: number;
  hasKeys: boolean;
  quickCalls: readonly string[];
  /** The second page of a phone is of another person. */
  isShared: boolean;
  /** The server seldom hears of a payment before its longest lag is over. */
  isServerSlow: boolean;
  wares: readonly Ware[];
}

function shapeBy(random: SeededRandom): Shape {
  const phones = random.pick([1, 1, 1, 2]);
  const pages = random.pick([1, 2, 2]);
  return {
    phones,
    pages,
    hasKeys: random.occurs(0.5),
    quickCalls: random.pick([QUICK, QUICK, QUICK, ['lease.listDurationPlans', 'lease.listUsePlans']]),
    isShared: pages === 2 && random.occurs(0.25),
    wares: random.pick<readonly Ware[]>([
      ['DEV0001'],
      ['DEV0001'],
      ['card'],
      ['DEV0001', 'DEV0002'],
      ['DEV0001', 'card'],
    ]),
    isServerSlow: random.occurs(0.25),
  };
}

/** Persons who rent and pay, on one or two phones with one or two pages each. */
export const money: Scenario = {
  name: 'money',
  most: { steps: 60, faults: 8 },
  begin: (random) => new MoneyWorld(shapeBy(random)),
};

class MoneyWorld implements World, Witness {
  readonly notes: string[] = [];
  private readonly time = new SimulatedTime();
  private readonly shop: Shop;
  private readonly network: Network;
  private readonly truth: Truth;
  private readonly phones: SimulatedPhone[] = [];
  private sheets: Sheet[] = [];
  private rounds = 0;
  private pageCount = 0;

  constructor(private readonly shape: Shape) {
    this.shop = new Shop(shape.hasKeys, {
      ordered: (order) => this.truth.checkOrdered(order),
      askedByAnother: ({ number }, page) =>
        this.truth.violated('accounts-apart', `${page.life.name} sends the number of ${number}`),
    });
    this.network = new Network(this.time, (call) => this.shop.serve(call as Call<Asked>));
    this.truth = new Truth(this.shop, this.phones);
    for (let at = 1; at <= shape.phones; at += 1) {
      const phone = new SimulatedPhone(`phone ${at}`, this.time, this.network, shape.hasKeys, shape.quickCalls);
      this.phones.push(phone);
      for (let page = 0; page < shape.pages; page += 1)
        this.openPage(phone, page, phone.storage.anotherPage(), ACCOUNTS[shape.isShared && page === 1 ? 1 : 0]);
    }
  }

  get violations() {
    return this.truth.violations;
  }

  note(page: SimulatedPage, what: string): void {
    this.notes.push(`${page.life.name} ${what}`);
  }

  claims(page: SimulatedPage, claim: Claim): void {
    const { number, says, amountFen } = claim;
    this.note(page, `says that ${number} is ${says} ${amountFen ?? ''}`.trimEnd());
    this.truth.checkClaim(page, claim);
    if (says === 'refunded' || says === 'paid') page.phone.toldOfMoney.add(number);
  }

  bug(page: SimulatedPage, thrown: unknown): void {
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
    this.truth.violated(
      'no-bug',
      `${page.life.name}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
    );
  }

  hears(page: SimulatedPage, { name, input, isAhead }: Parameters<Witness['hears']>[1], answer: unknown): void {
    page.clock.correct();
    const tellsOf = (number: string, state: string) => {
      page.heard.set(number, state);
      if (state !== 'to-pay' && state !== 'unknown') {
        const { heardTheEnd, readTheEnd } = page.phone;
        for (const since of isAhead ? [heardTheEnd] : [heardTheEnd, readTheEnd])
          since.set(number, since.get(number) ?? this.time.now());
      }
    };
    const rows = isList(answer) ? answer.records : name === 'order.getLeaseOrder' ? [answer as Order | null] : [];
    for (const row of rows) {
      if (row) tellsOf(row.number, row.statusText === undefined ? row.state : 'refunded');
      else tellsOf((input as { number: string }).number, 'gone');
    }
  }

  records(page: SimulatedPage, type: string, number: string): void {
    this.note(page, `records ${type} ${number}`);
    if (ENDS.includes(type)) page.phone.knownToHaveEnded.add(number);
    if (type === 'serverSaysPaid') this.truth.checkRecordedAsPaid(number);
  }

  afterStep(): void {
    this.time.tick();
    for (const order of this.shop.orders)
      if (order.charge && this.time.now() - order.charge.at >= LONGEST_LAG_MS) this.shop.learn(order);
    for (const page of this.pages) page.looks();
    this.truth.afterStep();
  }

  atRest(): void {
    this.truth.atRest();
  }

  choices(): Choice[] {
    return [
      ...this.phones.flatMap((phone) => this.choicesOnPhone(phone)),
      ...this.network.choices(),
      ...this.sheets.flatMap((sheet) => this.choicesInSheet(sheet)),
      ...this.shop.orders.flatMap((order) => this.choicesOfOrder(order)),
      ...this.choicesOfShop(),
      ...this.choicesOfTime(),
    ];
  }

  toSettle(): Choice | undefined {
    const end = (take: Choice['take']): Choice => ({
      kind: 'settles',
      on: 'the world',
      weight: 1,
      isFault: false,
      take,
    });
    const [frozen] = this.pages.filter(({ life }) => life.isFrozen);
    if (frozen) return end(() => this.thaw(frozen));
    this.shop.hasUnreadableRows = false;
    for (const order of this.shop.orders) {
      order.isWordUnknown = false;
      if (order.charge) this.shop.learn(order);
    }
    const answered = this.network.choices().find(({ kind }) => kind.endsWith('is answered') || kind.endsWith('late'));
    if (answered) return answered;
    const never = this.network.choices().find(({ kind }) => kind.endsWith('never arrives'));
    if (never) return never;
    const [sheet] = this.sheets;
    if (sheet) return end(() => this.answer(sheet, this.trueAnswerOf(sheet)));
    if (this.time.isAwaited) return end(() => this.time.pass(2 * SECOND));
    const isOpen = ({ records, payments }: SimulatedPage) =>
      records.purchases().unsettled().length + payments.unsettledPayments.length > 0;
    const open = this.pages.filter(isOpen);
    this.rounds += 1;
    if (open.length === 0 || this.rounds > MOST_ROUNDS) return undefined;
    if (this.rounds === PATIENT_ROUNDS) return end(() => this.time.pass(DAY + MINUTE));
    return end(() => {
      for (const page of open) page.asksAgain();
    });
  }

  private get pages(): SimulatedPage[] {
    return this.phones.flatMap(({ pages }) => pages);
  }

  private choicesOnPhone(phone: SimulatedPhone): Choice[] {
    const choices: Choice[] = [];
    // A sheet covers the phone.
    const isCovered = this.sheets.some(({ page }) => page.phone === phone);
    phone.pages.forEach((page, at) => {
      const { life } = page;
      const offer = (kind: string, weight: number, take: Choice['take'], isFault = false) =>
        choices.push({ kind, on: life.name, weight, isFault, take });
      if (life.isFrozen) {
        offer('goes on', 2, () => this.thaw(page));
        return;
      }
      if (!isCovered) this.offerTaps(page, offer);
      const hasBegun = page.taps.size > 0 || this.shop.orders.length > 0;
      if (!hasBegun) return;
      offer('becomes visible', 0.5, () => page.resumes());
      offer('is frozen', 1, () => void (life.isFrozen = true), true);
      offer('is reloaded', 1, () => this.reopen(page, at, page.storage, page.account), true);
      offer(
        'is closed, and opened again',
        1,
        () => this.reopen(page, at, phone.storage.anotherPage(), page.account),
        true,
      );
      if (!this.shape.isShared) return;
      const other = ACCOUNTS.find((account) => account !== page.account) ?? page.account;
      offer('is opened by the other person', 1, () => this.reopen(page, at, page.storage, other), true);
    });
    const isUsed = this.shop.orders.some(({ by }) => by.phone === phone);
    const clock = (kind: string, byMs: number) => {
      const take = () => {
        phone.time.aheadMs += byMs;
        phone.wasSetOn ||= byMs > 0;
      };
      choices.push({ kind, on: phone.name, weight: 1, isFault: true, take });
    };
    if (isUsed) {
      clock('has its clock set on by an hour', HOUR);
      clock('has its clock set back by an hour', -HOUR);
    }
    return choices;
  }

  private offerTaps(page: SimulatedPage, offer: (kind: string, weight: number, take: Choice['take']) => void): void {
    const { screen, taps, payments } = page;
    // An impatient person taps again.
    const isBusy = [...taps].some((tap) => tap.screen === screen.signal);
    const mayTap = taps.size < MOST_TAPS;
    if (screen.at === 'home') {
      for (const ware of this.shape.wares)
        offer(`opens the plans of ${ware}`, 6, () => page.opensPlans(ware, this.shop.priceFen));
      if (this.shop.orders.length > 0)
        for (const ware of this.shape.wares)
          offer(`opens the orders of ${ware}`, 5, () => void page.opensOrders(ware === 'card'));
    } else offer('leaves', 0.5, () => page.leaves());
    if (screen.at === 'plans' && mayTap && this.shop.orders.length < MOST_ORDERS) {
      if (!screen.hasChosen) offer('chooses', 2, () => page.chooses());
      offer(screen.changed ? 'agrees and pays' : 'rents', isBusy ? 1 : 8, () => page.rents());
      if (screen.changed) offer('declines', 1, () => page.declines());
    }
    if (screen.at === 'orders' && mayTap)
      for (const order of screen.rows) {
        const gate = payments.gateOf(order);
        if (gate.kind !== 'to-pay') continue;
        const isBlocked = payments.isQuerying(order) || !gate.mayBePaid;
        if (isBlocked) continue;
        offer(`pays ${order.number}`, isBusy ? 1 : 8, () => page.paysListed(order));
        offer(`cancels ${order.number}`, 4, () => page.cancelsListed(order));
      }
    if (payments.unsettledPayments.some(({ isQuerying }) => !isQuerying))
      offer('asks again', 3, () => page.asksAgain());
    for (const { order } of payments.lapsedPayments)
      offer(`has read of ${order.number}`, 1, () => {
        page.phone.toldOfMoney.add(order.number);
        page.dismissesLapsed(order.number);
      });
  }

  private isValid({ openedAt }: Sheet): boolean {
    return this.time.now() - openedAt < SHEET_VALID_MS;
  }

  private choicesInSheet(sheet: Sheet): Choice[] {
    const choices: Choice[] = [];
    const { page, number, isPaid, isAbandoned, answered } = sheet;
    const offer = (kind: string, weight: number, take: Choice['take'], isFault = false) =>
      choices.push({ kind: `the sheet ${kind}`, on: `${page.life.name} ${number}`, weight, isFault, take });
    const order = this.shop.order(number);
    const isPayable = order?.state === 'to-pay' && !order.charge && this.isValid(sheet);
    if (!isPaid && isPayable && answered === undefined) offer('is paid', 8, () => this.pay(sheet, order));
    if (!page.life.goesOn) return choices;
    if (answered === undefined) {
      offer('answers', 8, () => this.answer(sheet, this.trueAnswerOf(sheet)));
      offer('answers falsely', 5, () => this.answer(sheet, isPaid ? 'cancel' : 'ok'), true);
      offer('fails', 1, () => this.answer(sheet, 'fail'), true);
      if (!isPaid && !isAbandoned) offer('does not open', 2, () => this.refuse(sheet), true);
    }
    offer('vanishes', answered === undefined ? 2 : 4, () => this.removeSheet(sheet), answered === undefined);
    if (answered !== undefined) offer('corrects itself', 2, () => this.answer(sheet, this.trueAnswerOf(sheet)));
    return choices;
  }

  private choicesOfOrder(order: ShopOrder): Choice[] {
    const choices: Choice[] = [];
    const { state, charge } = order;
    const offer = (kind: string, weight: number, take: Choice['take'], isFault = true) =>
      choices.push({ kind, on: order.number, weight, isFault, take });
    const isOnItsWay = this.network.calls.length > 0 || this.sheets.length > 0;
    if (charge && !order.wasPaid && state !== 'refunded')
      offer('becomes known as paid', this.shape.isServerSlow ? 0.25 : 4, () => this.shop.learn(order), false);
    if (state === 'to-pay') {
      offer('is cancelled by the shop', 1, () => this.shop.end(order, 'cancelled'));
      if (!charge) {
        offer('is forgotten', 1, () => this.shop.end(order, 'gone'));
        offer('is paid by somebody else', 1, () => {
          order.charge = { at: this.time.now(), sheet: undefined };
          this.shop.learn(order);
        });
      }
      // The sheet names the amount as well.
      if (!charge && !isOnItsWay) offer('is given another price', 8, () => this.reprice(order));
    }
    if (state === 'paid') offer('is paid back', 1, () => void (order.state = 'refunded'));
    if (order.isWordUnknown) offer('has a known status again', 2, () => void (order.isWordUnknown = false), false);
    else offer('has an unknown status', 2, () => void (order.isWordUnknown = order.hadUnknownWord = true));
    return choices;
  }

  private choicesOfShop(): Choice[] {
    const { shop } = this;
    const offer = (kind: string, take: Choice['take'], isFault = true): Choice => ({
      kind,
      on: 'the shop',
      weight: 1,
      isFault,
      take,
    });
    const choices: Choice[] = [];
    if (!shop.isPriceRaised && this.pages.some(({ screen }) => screen.at === 'plans'))
      choices.push(offer('raises the price', () => void (shop.isPriceRaised = true)));
    if (shop.orders.length > 0)
      choices.push(
        shop.hasUnreadableRows
          ? offer('lists every order again', () => void (shop.hasUnreadableRows = false), false)
          : offer('lists an order that cannot be read', () => void (shop.hasUnreadableRows = true)),
      );
    return choices;
  }

  private choicesOfTime(): Choice[] {
    const isBusy = this.network.calls.length + this.sheets.length > 0;
    const offer = (kind: string, weight: number, ms: number, isFault: boolean): Choice => ({
      kind,
      on: 'time',
      weight,
      isFault,
      take: () => this.time.pass(ms),
    });
    const choices: Choice[] = [];
    if (this.time.isAwaited) choices.push(offer('two seconds pass', isBusy ? 1 : 10, 2 * SECOND, false));
    if (this.time.isAwaited && isBusy) choices.push(offer('half a minute passes', 2, 30 * SECOND, true));
    if (this.shop.orders.length === 0) return choices;
    choices.push(offer('a minute passes', 1, MINUTE + SECOND, true));
    choices.push(offer('ten minutes pass', 1, 10 * MINUTE, true));
    choices.push(offer('a day passes', 1, DAY, true));
    return choices;
  }

  private openPage(
    phone: SimulatedPhone,
    at: number,
    storage: SimulatedPage['storage'],
    account: string,
  ): SimulatedPage {
    this.pageCount += 1;
    const name = `${phone.name} page ${at + 1}`;
    const page = new SimulatedPage(phone, name, storage, account, this, (own) => this.bridgeOf(own));
    phone.pages[at] = page;
    return page;
  }

  private reopen(page: SimulatedPage, at: number, storage: SimulatedPage['storage'], account: string): void {
    const { life, phone } = page;
    life.isOver = true;
    this.network.forget(life);
    for (const sheet of this.sheets.filter((each) => each.page === page)) this.removeSheet(sheet);
    // A page that is closed cannot tell what it has just heard of a payment; the list of the orders does.
    for (const number of phone.knownToHaveEnded) if (this.shop.order(number)?.wasPaid) phone.toldOfMoney.add(number);
    const fresh = this.openPage(phone, at, storage, account);
    phone.locks.free(life);
    fresh.resumes();
  }

  private async thaw(page: SimulatedPage): Promise<void> {
    page.life.isFrozen = false;
    await this.time.pass(0);
    page.resumes();
  }

  private bridgeOf(page: SimulatedPage): PaymentBridge {
    return {
      pay: async (target, prepare, onLateAnswer) => this.open(page, target, await prepare(), onLateAnswer),
    };
  }

  private open(
    page: SimulatedPage,
    { number }: PaymentTarget,
    params: PrepayParams,
    onLateAnswer: ((answer: PaymentAnswer) => void) | undefined,
  ): Promise<PaymentAnswer> {
    return new Promise((resolve, reject) => {
      const sheet: Sheet = {
        page,
        number,
        amountFen: Number(params['amountFen']),
        tap: flowNow(),
        openedAt: this.time.now(),
        phoneAt: page.clock.now(),
        isPaid: false,
        isAbandoned: false,
        answered: undefined,
        answer: resolve,
        fail: reject,
      };
      this.note(page, `opens a sheet for ${number} at ${sheet.amountFen}`);
      this.truth.checkSheet(
        sheet,
        this.sheets.filter((each) => this.isValid(each)),
      );
      // It is a new question.
      for (const each of page.phone.pages) each.hasToShow.delete(number);
      this.sheets.push(sheet);
      const abandon = () => {
        if (sheet.isAbandoned) return;
        sheet.isAbandoned = true;
        sheet.answer = onLateAnswer ?? (() => undefined);
        resolve({ result: 'none' });
      };
      this.time.schedule(page.life, SHEET_ANSWER_MS, () => {
        if (sheet.answered === undefined) abandon();
      });
      sheet.answer = (answer) => {
        resolve(answer);
        sheet.isAbandoned = true;
        sheet.answer = onLateAnswer ?? (() => undefined);
      };
    });
  }

  private pay(sheet: Sheet, order: ShopOrder): void {
    sheet.isPaid = true;
    order.charge = { at: this.time.now(), sheet };
  }

  /** WeChat refuses to take money for an order that is paid. */
  private trueAnswerOf(sheet: Sheet): 'ok' | 'cancel' | 'fail' {
    if (sheet.isPaid) return 'ok';
    return this.isPaidBefore(sheet) ? 'fail' : 'cancel';
  }

  /** True if the order was paid before the sheet opened. */
  private isPaidBefore({ number, openedAt, isPaid }: Sheet): boolean {
    const { charge } = this.shop.order(number) ?? {};
    return charge !== undefined && !isPaid && charge.at <= openedAt;
  }

  private answer(sheet: Sheet, result: 'ok' | 'cancel' | 'fail'): void {
    const { page, number, answered, isPaid } = sheet;
    if (answered === result) return this.removeSheet(sheet);
    const order = this.shop.order(number);
    // Of a payment that a sheet denies, the server knows at once; not of one that an earlier sheet has taken.
    if (order?.charge && result !== 'ok' && !this.isPaidBefore(sheet)) this.shop.learn(order);
    if (result === 'ok') page.phone.saidToBePaid.set(number, page.clock.now());
    else if (answered === 'ok') page.phone.saidToBePaid.delete(number);
    sheet.answered = result;
    if (isPaid === (result === 'ok')) this.removeSheet(sheet);
    sheet.answer({ result });
  }

  private refuse(sheet: Sheet): void {
    sheet.isAbandoned = true;
    this.removeSheet(sheet);
    sheet.fail(new Problem('bridge'));
  }

  private removeSheet(sheet: Sheet): void {
    this.sheets = this.sheets.filter((each) => each !== sheet);
  }

  private reprice(order: ShopOrder): void {
    order.amountFen = order.amountFen === PRICES[0] ? PRICES[1] : PRICES[0];
    order.amounts.add(order.amountFen);
  }
}

function isList(answer: unknown): answer is { records: Order[] } {
  return typeof answer === 'object' && answer !== null && 'records' in answer;
}
