import type { AbortSignalLike } from '../../ports/http.ts';
import type { PayableOrder } from '../order/order.ts';
import type { Mutex } from '../../ports/mutex.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Renewal } from '../destination.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { Order, OrderState } from '../order/order.ts';
import type { PayOrder } from '../payment/pay-order.ts';
import type { Wishes } from '../payment/wishes.ts';
import { requireWhole } from '../paging.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import type { Wish } from '../session/visit.ts';
import { DAY, MINUTE } from '../time.ts';
import { createCardOrder, createLeaseOrder } from './api.ts';
import type { LeaseTerms } from './lease-terms.ts';
import { isSameDevice, listOf, lostOrder, type Asked, type OpenOrders } from './open-orders.ts';
import type { Plan } from './plan.ts';

/** How long another page may be at an order before it is waited for no longer; ms. */
const LONGEST_TURN = MINUTE;
/** How long an order of which nobody can tell whether it is paid keeps the same from being ordered again; ms. */
const UNKNOWN_FOR = DAY;

interface KnownOrder {
  order: PayableOrder;
  /** What the server said of it a moment ago; `to-pay` where it could not be asked. */
  state: Exclude<OrderState, 'cancelled'>;
}

/** An order for an intent; `paid` where the intent turns out to be fulfilled already. */
export interface PlacedOrder extends KnownOrder {
  /** Another page of this phone was ordering when this one wanted to. */
  waited: boolean;
}

interface Intent extends Asked {
  renewal?: Renewal;
  assist: boolean;
}

interface Wished extends Intent {
  name: string;
}

/** Makes one order for one intent, whatever happens to the answers on the way, and goes on with it while it is to be paid. */
export class PlaceOrder {
  constructor(
    private readonly api: ApiClient,
    private readonly payments: PayOrder,
    private readonly orders: OpenOrders,
    private readonly current: CurrentDevice,
    private readonly wishes: Wishes,
    private readonly mutex: Mutex,
  ) {}

  /** The plan was chosen: what is ordered already is asked for while there is time. */
  lookAhead(plan: Plan, terms: LeaseTerms): void {
    this.orders.lookAhead(this.wished(plan, terms));
  }

  /**
   * Orders the plan, or goes on with the order of the same intent. Rejects with the Problem that kept it from being ordered; with
   * `cancelled`, nothing having been sent, where `signal` has aborted by then.
   */
  async place(plan: Plan, terms: LeaseTerms, signal?: AbortSignalLike): Promise<PlacedOrder> {
    const wished = this.wished(plan, terms);
    if (plan.basis === 'duration' && wished.sno === undefined) throw new Problem('invalid-input', { message: 'choose a device before renting it' });
    if (plan.basis === 'uses' && wished.operatorId === undefined) throw new Problem('invalid-input', { message: 'choose an operator before buying uses' });
    return this.mutex.runExclusive('order', LONGEST_TURN, async (waited) => ({ ...(await this.resumeOrSend(wished, waited, signal)), waited }));
  }

  private wished(plan: Plan, { assist = false, renewal, rechargeOperatorId }: LeaseTerms): Wished {
    const { sno } = this.current;
    const operatorId = rechargeOperatorId ?? this.current.operatorId;
    const intent = { plan, sno, operatorId, renewal, assist };
    return { ...intent, name: nameOf(intent, plan.priceFen) };
  }

  private async resumeOrSend(wished: Wished, waited: boolean, signal?: AbortSignalLike): Promise<KnownOrder> {
    const wish = this.wishes.of(wished.name);
    if (!wish.order) return this.send(wished, wish, waited, signal);
    const resumed = await this.resume(wished, wish, wish.order);
    if (resumed) return resumed;
    this.wishes.forget(wished.name);
    return this.send(wished, this.wishes.of(wished.name), true, signal);
  }

  /** The order that was made here for this very intent; undefined where it is over, and the same is a new purchase. */
  private async resume(wished: Wished, wish: Wish, order: PayableOrder): Promise<KnownOrder | undefined> {
    const isRecent = this.wishes.isRecent(wish);
    if (wished.assist && !isRecent) return undefined;
    const isUnsettled = this.payments.isUnsettled(order);
    const mayBePaid = this.payments.wasOpenedLately(order);
    const found = await this.payments.look(order);
    if (!mayBePaid && (isOther(found, wished) || (await this.isForgotten(wish, order, found)))) {
      this.payments.forget(order);
      return undefined;
    }
    const known = found === undefined || found instanceof Problem ? { order, state: 'to-pay' as const } : { order: { ...order, ...priceOf(found) }, state: found.state };
    switch (known.state) {
      case 'to-pay':
        this.keep(wished, wish, known.order);
        return { ...known, state: known.state };
      case 'paid':
        return isRecent || isUnsettled ? { ...known, state: known.state } : undefined;
      case 'unknown':
        return isUnsettled || this.wishes.ageOf(wish) < UNKNOWN_FOR ? { ...known, state: known.state } : undefined;
      case 'cancelled':
        return undefined;
    }
  }

  /** An order that costs another amount than the plan did is also the one of who finds the plan at that price. */
  private keep(wished: Wished, wish: Wish, order: PayableOrder): void {
    this.wishes.renew(wished.name, { ...wish, order });
    if (order.amountFen !== wished.plan.priceFen) this.wishes.renew(nameOf(wished, order.amountFen), { ...wish, order });
  }

  /** Where nobody can say, it is not; but rows that cannot be read are taken for it only as long as it may have been paid a moment ago. */
  private async isForgotten(wish: Wish, order: PayableOrder, found: Order | Problem | undefined): Promise<boolean> {
    try {
      return await this.payments.isForgotten(order, found);
    } catch (thrown) {
      return Problem.expected(thrown).code === 'parse' && !this.wishes.isRecent(wish) && !this.payments.isUnsettled(order);
    }
  }

  private async send(wished: Wished, wish: Wish, waited: boolean, signal?: AbortSignalLike): Promise<KnownOrder> {
    const seen = wish.inDoubt ? await this.orders.newest(wished) : await this.orders.look(wished, waited);
    const needsTheList = wished.plan.priceFen === 0 || wished.assist || this.current.assist;
    if (seen instanceof Problem && (seen.endsTheSession || needsTheList)) throw seen;
    const before = wish.before ?? (seen instanceof Problem ? undefined : seen.records.map(({ number }) => number));
    const lost = wish.inDoubt && !(seen instanceof Problem) ? this.lostAmong(seen.records, wished, wish) : undefined;
    if (wish.inDoubt && !lost && !(seen instanceof Problem)) requireWhole(seen, listOf(wished));
    const known = lost ?? (await this.sendOrFind(wished, { ...wish, before }, signal));
    this.keep(wished, { ...wish, before, inDoubt: false }, known.order);
    return known;
  }

  private async sendOrFind(wished: Wished, wish: Wish, signal?: AbortSignalLike): Promise<KnownOrder> {
    if (signal?.aborted) throw new Problem('cancelled');
    this.wishes.renew(wished.name, { ...wish, inDoubt: true });
    try {
      return { order: { ...(await this.request(wished, wish)), sno: wished.sno, operatorId: wished.operatorId }, state: 'to-pay' };
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      const mayBeMade = problem.mayHaveTakenEffect || wish.inDoubt === true;
      const newest = mayBeMade ? await this.orders.newest(wished).catch(ignoreFailure) : undefined;
      const lost = this.lostAmong(newest?.records ?? [], wished, wish);
      if (lost) return lost;
      const isNotMade = !mayBeMade || newest?.unreadable === 0;
      if (problem.code === 'refused' && isNotMade) this.wishes.forget(wished.name);
      else if (!mayBeMade) this.wishes.keep(wished.name, wish);
      throw problem;
    }
  }

  private lostAmong(orders: readonly Order[], wished: Wished, { before }: Wish): KnownOrder | undefined {
    const lost = lostOrder(orders, wished, { before, taken: this.wishes.ordersBut(wished.name) });
    if (!lost) return undefined;
    const { kind, number, state } = lost;
    const order: PayableOrder = { kind, number, amountFen: wished.plan.priceFen, ...priceOf(lost), sno: wished.sno, operatorId: wished.operatorId };
    return { order, state: state === 'unknown' ? state : 'to-pay' };
  }

  private request({ plan, sno = '', operatorId = '', assist }: Wished, { key }: Wish): Promise<PayableOrder> {
    return plan.basis === 'duration'
      ? this.api.call(createLeaseOrder, { plan, sno, assist }, { idempotencyKey: key })
      : this.api.call(createCardOrder, { plan, operatorId }, { idempotencyKey: key });
  }
}

/** A number that the server has given to another purchase since, as one does that has begun anew. */
function isOther(found: Order | Problem | undefined, { plan, sno }: Wished): boolean {
  if (found === undefined || found instanceof Problem) return false;
  return plan.basis === 'duration' ? found.sno !== undefined && !isSameDevice(found, sno) : found.uses !== undefined && found.uses !== plan.amount;
}

/** By which an intent is remembered: all of it that tells one purchase from another. */
function nameOf({ plan, sno, operatorId, renewal, assist }: Intent, priceFen: number): string {
  return JSON.stringify([plan.basis, plan.modeId, plan.id, priceFen, plan.basis === 'duration' ? sno : operatorId, renewal, assist]);
}

/** What is due, where the server says so: an order that is to be paid costs something. */
function priceOf({ dueFen, amountFen }: Order): Pick<PayableOrder, 'amountFen'> | undefined {
  const due = dueFen ?? amountFen;
  return due !== undefined && due > 0 ? { amountFen: due } : undefined;
}
