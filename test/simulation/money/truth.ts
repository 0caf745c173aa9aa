import { DAY, HOUR, MINUTE } from '../../../src/core/basics/time.ts';
import type { Violation } from '../kernel/simulate.ts';
import type { Claim } from './claim.ts';
import type { InvariantId } from './invariants.ts';
import type { SimulatedPage } from './page.ts';
import type { SimulatedPhone } from './phone.ts';
import type { Sheet } from './sheet.ts';
import type { Shop, ShopOrder } from './shop.ts';

const SAME_INTENT_MS = 10 * MINUTE;
/** After a day, the app no longer asks about a payment. A clock that was set on shortens the day. */
const ASKED_FOR_MS = DAY - 5 * HOUR;

/** Compares what the pages say and do with what is true. */
export class Truth {
  readonly violations: Violation[] = [];

  constructor(
    private readonly shop: Shop,
    private readonly phones: readonly SimulatedPhone[],
  ) {}

  violated(invariant: InvariantId, what: string): void {
    this.violations.push({ invariant, what });
  }

  checkClaim(page: SimulatedPage, claim: Claim): void {
    const { number, says, amountFen, planId } = claim;
    const order = this.shop.order(number);
    const lie = (invariant: InvariantId, what: string) => this.violated(invariant, `${number} ${what}`);
    if (!order) return lie('no-bug', 'does not exist');
    if (order.account !== page.account) lie('accounts-apart', `is told to another person`);
    switch (says) {
      case 'paid':
        if (!order.wasPaid) lie('paid-means-paid', `is called paid and is ${order.state}`);
        if (page.heard.get(number) === 'refunded') lie('paid-means-paid', 'is called paid and was paid back');
        if (planId !== undefined && planId !== order.planId) lie('paid-means-paid', `is said to be ${planId}`);
        break;
      case 'not-paid':
      case 'to-pay':
        if (page.phone.hasPaid(order))
          lie('not-paid-means-no-money-moved', `is called ${says} and its money has moved`);
        break;
      case 'cancelled':
      case 'gone':
        if (!order.hasEnded) lie('ended-means-ended', `is called ${says} and is ${order.state}`);
        break;
      case 'refunded':
        if (order.state !== 'refunded') lie('ended-means-ended', `is called ${says} and is ${order.state}`);
        break;
      case 'costs':
        if (amountFen === undefined || !order.amounts.has(amountFen))
          lie('no-unseen-amount', `is said to cost ${amountFen ?? 'nothing'}`);
    }
  }

  /** `open`: the sheets that were open before and can be paid. */
  checkSheet({ page, number, amountFen, tap }: Sheet, open: readonly Sheet[]): void {
    const { phone, account } = page;
    const isOpen = open.some((each) => each.number === number && each.page.phone === phone && !each.isAbandoned);
    if (isOpen) this.violated('one-sheet-per-order', `two sheets are open for ${number}`);
    if (page.clock.now() - (phone.saidToBePaid.get(number) ?? -Infinity) < ASKED_FOR_MS)
      this.violated('one-sheet-per-order', `a sheet opens for ${number}, which is paid`);
    if (phone.knownToHaveEnded.has(number))
      this.violated('one-sheet-per-order', `a sheet opens for ${number}, which has ended`);
    if (this.shop.order(number)?.account !== account)
      this.violated('accounts-apart', `a sheet opens for ${number} of another person`);
    if (tap?.acceptedFen !== amountFen)
      this.violated('no-unseen-amount', `a sheet asks for ${amountFen}, accepted was ${tap?.acceptedFen ?? 'none'}`);
    if (tap?.screen.signal.aborted)
      this.violated('no-sheet-over-another-screen', `a sheet opens for ${number} after its screen has closed`);
  }

  /** Call it before the order is among the others. */
  checkOrdered(order: ShopOrder): void {
    const { by, ware, phoneAt } = order;
    const purchases = by.records.purchases();
    // An order that was made on another phone has no wish on this one.
    const doubtful = purchases.unsettled().find(({ at, intents, order: { number } }) => {
      const isEarlier = intents.length > 0 && at < phoneAt && this.shop.order(number)?.ware === ware;
      return isEarlier && purchases.mayHaveBeenPaid({ number });
    });
    if (doubtful)
      this.violated('one-order-per-intent', `${order.number} is ordered while ${doubtful.order.number} is in doubt`);
    const isTooLate = by.phone.wasSetOn || by.clock.now() - phoneAt >= SAME_INTENT_MS;
    const ofWare = this.shop.orders.filter((each) => each.ware === ware);
    // Nothing tells apart the orders that two phones of one person make at the same time for the same plan.
    const isOfTwoPhones = ofWare.some((each) => each.by.phone !== by.phone);
    // An order at a raised price takes the place of one that another page made at that price, and a page that wants the
    // raised price takes an order for its own.
    const wanted = by.phone.pages.flatMap(({ screen }) =>
      screen.at === 'plans' && screen.ware === ware ? [screen.plan.priceFen] : [],
    );
    const isOfTwoPrices = [...ofWare.map(({ planFen }) => planFen), ...wanted].some((fen) => fen !== order.planFen);
    if (isTooLate || isOfTwoPhones || isOfTwoPrices) return;
    const twin = ofWare.find(
      (each) =>
        each.by.phone === by.phone &&
        each.account === order.account &&
        each.state === 'to-pay' &&
        !each.hadUnknownWord &&
        phoneAt - each.phoneAt < SAME_INTENT_MS,
    );
    if (twin) this.violated('one-order-per-intent', `${order.number} is ordered while ${twin.number} waits to be paid`);
  }

  checkRecordedAsPaid(number: string): void {
    if (this.shop.order(number)?.wasPaid !== true) this.violated('paid-means-paid', `${number} is recorded as paid`);
  }

  afterStep(): void {
    for (const order of this.shop.orders) {
      const { charge, number, account } = order;
      for (const phone of this.phones)
        for (const page of phone.pages)
          if (page.account !== account && namesOf(page).includes(number))
            this.violated('accounts-apart', `${page.life.name} shows ${number} of another person`);
      if (charge?.sheet) this.checkQuestion(order, charge.sheet);
    }
  }

  atRest(): void {
    for (const phone of this.phones)
      for (const { records, payments, life } of phone.pages) {
        const open = [...records.purchases().unsettled(), ...payments.unsettledPayments].map(
          ({ order }) => order.number,
        );
        if (open.length > 0) this.violated('leads-to-settled', `${open.join(', ')} stays open on ${life.name}`);
      }
    for (const order of this.shop.orders) {
      const { charge } = order;
      const phone = charge?.sheet?.page.phone;
      const readAt = phone?.readTheEnd.get(order.number) ?? Infinity;
      // After a day, the app no longer asks.
      if (!charge || readAt - charge.at >= ASKED_FOR_MS) continue;
      if (!phone || order.state === 'paid' || phone.toldOfMoney.has(order.number)) continue;
      const isListed = phone.pages.some(
        (page) =>
          page.account === order.account && page.records.lapsed().some((each) => each.order.number === order.number),
      );
      const isSignedIn = phone.pages.some(({ account }) => account === order.account);
      if (isSignedIn && !isListed)
        this.violated('lost-money-told', `the money of ${order.number} is gone, and nobody says so`);
    }
  }

  /** While the server has not told what became of the money, the phone knows that it may have moved, and each page says so. */
  private checkQuestion({ number, account }: ShopOrder, { page: { phone }, phoneAt }: Sheet): void {
    if (phone.heardTheEnd.has(number)) return;
    for (const page of phone.pages) {
      if (page.account !== account || page.clock.now() - phoneAt >= ASKED_FOR_MS) continue;
      const { records } = page;
      const isKnown = [...records.purchases().unsettled(), ...records.lapsed()].some(
        ({ order }) => order.number === number,
      );
      if (!isKnown) this.violated('open-question-shown', `${phone.name} does not know that ${number} may be paid`);
      const isToBeShown = page.hasToShow.has(number) && page.taps.size === 0;
      if (isToBeShown && !page.payments.isUnsettled({ number }))
        this.violated('open-question-shown', `${page.life.name} does not show that ${number} may be paid`);
      return;
    }
  }
}

function namesOf({ payments }: SimulatedPage): string[] {
  const { unsettledPayments, lapsedPayments, confirmed } = payments;
  return [...unsettledPayments, ...lapsedPayments, ...confirmed.all].map(({ order }) => order.number);
}
