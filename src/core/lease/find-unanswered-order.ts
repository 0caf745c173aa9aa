import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { Cloud } from '../cloud/cloud.ts';
import { listCardOrders, listLeaseOrders } from '../order/api.ts';
import { payable, type Order } from '../order/order.ts';
import { MINUTE } from '../time.ts';
import type { Plan } from './plan.ts';

/** How wrong the phone's clock may be. */
const CLOCKS_DIFFER_BY = 10 * MINUTE;

/** What was being ordered when the answer was lost. */
export interface Unanswered {
  plan: Plan;
  sno?: string;
  operatorId?: string;
  /** Epoch ms. */
  since: number;
}

/** Looks for an order that the server made although its answer never came. */
export class FindUnansweredOrder {
  constructor(private readonly cloud: Cloud) {}

  /** The order, or undefined where the server made none. Rejects with the Problem where it cannot be asked. */
  async find(asked: Unanswered): Promise<PayableOrder | undefined> {
    const found = (await this.newest(asked)).find((order) => isWhatWasAsked(order, asked));
    return found && { ...payable(found), sno: asked.sno, operatorId: asked.operatorId };
  }

  private async newest({ plan, operatorId }: Unanswered): Promise<Order[]> {
    if (plan.basis === 'duration') return (await this.cloud.call(listLeaseOrders, { page: 0 })).records;
    return operatorId === undefined ? [] : (await this.cloud.call(listCardOrders, { page: 0, operatorId })).records;
  }
}

function isWhatWasAsked(order: Order, { plan, sno, since }: Unanswered): boolean {
  const open = order.state === 'to-pay' || (plan.priceFen === 0 && order.state === 'paid');
  const same = plan.basis === 'duration' ? order.sno === sno : order.uses === plan.amount;
  const recent = order.orderedAt === undefined || order.orderedAt >= since - CLOCKS_DIFFER_BY;
  return open && same && recent && payable(order).amountFen === plan.priceFen;
}
