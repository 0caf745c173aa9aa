import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { Cloud } from '../cloud/cloud.ts';
import type { PayOrder } from '../payment/pay-order.ts';
import type { Wishes } from '../payment/wishes.ts';
import { Problem } from '../problem.ts';
import type { Visit, Wish } from '../session/visit.ts';
import { createCardOrder, createLeaseOrder } from './api.ts';
import type { FindUnansweredOrder } from './find-unanswered-order.ts';
import type { LeaseTerms } from './lease-terms.ts';
import type { Plan } from './plan.ts';

/** An order for a wish; `paid` where the wish turns out to be fulfilled already. */
export interface PlacedOrder {
  order: PayableOrder;
  paid: boolean;
}

/** Makes one order for one wish, whatever happens to the answers on the way. */
export class PlaceOrder {
  constructor(
    private readonly cloud: Cloud,
    private readonly payments: PayOrder,
    private readonly unanswered: FindUnansweredOrder,
    private readonly visit: Visit,
    private readonly wishes: Wishes,
  ) {}

  /** Orders the plan, or takes up the open order of the same wish. Rejects with the Problem that kept it from being ordered. */
  async place(plan: Plan, { assist = false, renewal, rechargeOperatorId }: LeaseTerms): Promise<PlacedOrder> {
    const sno = this.visit.get('device')?.sno;
    const operatorId = rechargeOperatorId ?? this.visit.get('operatorId');
    if (plan.basis === 'duration' && sno === undefined) throw new Problem('invalid-input', { message: 'choose a device before renting it' });
    if (plan.basis === 'uses' && operatorId === undefined) throw new Problem('invalid-input', { message: 'choose an operator before buying uses' });
    const name = JSON.stringify([plan.basis, plan.id, plan.basis === 'duration' ? sno : operatorId, assist, renewal]);
    const wish = this.wishes.of(name);
    if (wish.order) {
      const { kind } = await this.payments.confirm(wish.order, { tries: 1 });
      if (kind !== 'cancelled') return { order: wish.order, paid: kind === 'paid' };
      return this.place(plan, { assist, renewal, rechargeOperatorId });
    }
    const send = async () => ({ ...(await this.send(plan, wish, { sno, operatorId, assist })), sno, operatorId });
    const lookFor = () => this.unanswered.find({ plan, sno, operatorId, since: wish.beganAt });
    const order = (wish.inDoubt ? await lookFor() : undefined) ?? (await this.sendOrFind(name, wish, send, lookFor));
    this.wishes.keep(name, { ...wish, inDoubt: false, order });
    return { order, paid: false };
  }

  private async sendOrFind(
    name: string,
    wish: Wish,
    send: () => Promise<PayableOrder>,
    lookFor: () => Promise<PayableOrder | undefined>,
  ): Promise<PayableOrder> {
    this.wishes.keep(name, { ...wish, inDoubt: true });
    try {
      return await send();
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (!problem.leavesUsInDoubt) {
        this.wishes.keep(name, wish);
        throw problem;
      }
      const found = await lookFor().catch(() => undefined);
      if (found) return found;
      throw problem;
    }
  }

  private send(
    plan: Plan,
    { key }: Wish,
    { sno = '', operatorId = '', assist }: { sno?: string; operatorId?: string; assist: boolean },
  ): Promise<PayableOrder> {
    return plan.basis === 'duration'
      ? this.cloud.call(createLeaseOrder, { plan, sno, assist }, { wish: key })
      : this.cloud.call(createCardOrder, { plan, operatorId }, { wish: key });
  }
}
