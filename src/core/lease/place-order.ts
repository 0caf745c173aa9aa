import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { Turns } from '../../ports/turns.ts';
import type { Cloud } from '../cloud/cloud.ts';
import type { PayOrder } from '../payment/pay-order.ts';
import type { Wishes } from '../payment/wishes.ts';
import { Problem } from '../problem.ts';
import type { Visit, Wish } from '../session/visit.ts';
import { MINUTE } from '../time.ts';
import { createCardOrder, createLeaseOrder } from './api.ts';
import type { LeaseTerms } from './lease-terms.ts';
import { orderAsked, type Asked, type OpenOrders } from './open-orders.ts';
import type { Plan } from './plan.ts';

/** How long another page may be at an order before it is waited for no longer; ms. */
const LONGEST_TURN = MINUTE;

/** An order for a wish; `paid` where the wish turns out to be fulfilled already. */
export interface PlacedOrder {
  order: PayableOrder;
  paid: boolean;
  /** Another page of this phone was ordering when this one wanted to. */
  waited: boolean;
}

interface Wished extends Asked {
  /** By which the wish is remembered. */
  name: string;
  assist: boolean;
}

/** Makes one order for one wish, whatever happens to the answers on the way, and takes up one that is still to be paid. */
export class PlaceOrder {
  constructor(
    private readonly cloud: Cloud,
    private readonly payments: PayOrder,
    private readonly orders: OpenOrders,
    private readonly visit: Visit,
    private readonly wishes: Wishes,
    private readonly turns: Turns,
  ) {}

  /** The plan was chosen: what is ordered already is asked for while there is time. */
  lookAhead(plan: Plan, terms: LeaseTerms): void {
    this.orders.lookAhead(this.wished(plan, terms));
  }

  /** Orders the plan, or takes up the open order of the same wish. Rejects with the Problem that kept it from being ordered. */
  async place(plan: Plan, terms: LeaseTerms): Promise<PlacedOrder> {
    const wished = this.wished(plan, terms);
    if (plan.basis === 'duration' && wished.sno === undefined) throw new Problem('invalid-input', { message: 'choose a device before renting it' });
    if (plan.basis === 'uses' && wished.operatorId === undefined) throw new Problem('invalid-input', { message: 'choose an operator before buying uses' });
    return this.turns.take('order', LONGEST_TURN, async (waited) => ({ ...(await this.resumeOrSend(wished, waited)), waited }));
  }

  private wished(plan: Plan, { assist = false, rechargeOperatorId }: LeaseTerms): Wished {
    const sno = this.visit.get('device')?.sno;
    const operatorId = rechargeOperatorId ?? this.visit.get('operatorId');
    const name = JSON.stringify([plan.basis, plan.id, plan.basis === 'duration' ? sno : operatorId, assist]);
    return { name, plan, sno, operatorId, assist };
  }

  private async resumeOrSend(wished: Wished, waited: boolean): Promise<Omit<PlacedOrder, 'waited'>> {
    const wish = this.wishes.of(wished.name);
    if (wish.order) {
      const { kind } = await this.payments.confirm(wish.order, { tries: 1 });
      const isOver = kind === 'cancelled' || (kind === 'paid' && this.wishes.isOfThePast(wish));
      return isOver ? this.resumeOrSend(wished, true) : { order: wish.order, paid: kind === 'paid' };
    }
    const seen = wish.inDoubt ? await this.orders.newest(wished) : await this.orders.look(wished, waited);
    if (seen instanceof Problem && (seen.endsTheSession || wished.plan.priceFen === 0)) throw seen;
    const known = seen instanceof Problem ? [] : seen;
    const before = wish.before ?? (seen instanceof Problem ? undefined : seen.map(({ number }) => number));
    const order = this.among(known, wished, wish) ?? (await this.sendOrFind(wished, { ...wish, before }));
    this.wishes.keep(wished.name, { ...wish, inDoubt: false, order });
    return { order, paid: false };
  }

  private async sendOrFind(wished: Wished, wish: Wish): Promise<PayableOrder> {
    this.wishes.keep(wished.name, { ...wish, inDoubt: true });
    try {
      return { ...(await this.send(wished, wish)), sno: wished.sno, operatorId: wished.operatorId };
    } catch (thrown) {
      const problem = Problem.of(thrown);
      const mayBeMade = problem.leavesUsInDoubt || wish.inDoubt === true;
      const newest = mayBeMade ? await this.orders.newest(wished).catch(() => undefined) : [];
      const found = this.among(newest ?? [], wished, wish);
      if (found) return found;
      if (problem.code === 'refused' && newest) this.wishes.forget(wished.name);
      else if (!mayBeMade) this.wishes.keep(wished.name, wish);
      throw problem;
    }
  }

  private among(orders: Parameters<typeof orderAsked>[0], wished: Wished, { before }: Wish): PayableOrder | undefined {
    const older = !wished.assist && this.visit.get('assist') !== true;
    return orderAsked(orders, wished, { before, older, taken: this.wishes.ordersBut(wished.name) });
  }

  private send({ plan, sno = '', operatorId = '', assist }: Wished, { key }: Wish): Promise<PayableOrder> {
    return plan.basis === 'duration'
      ? this.cloud.call(createLeaseOrder, { plan, sno, assist }, { wish: key })
      : this.cloud.call(createCardOrder, { plan, operatorId }, { wish: key });
  }
}
