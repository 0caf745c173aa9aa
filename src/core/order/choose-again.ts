import type { Destination } from '../destination.ts';
import type { Visit } from '../session/visit.ts';
import type { Order } from './order.ts';

/** Leads from an order that came to nothing back to the plans. */
export class ChooseAgain {
  constructor(private readonly visit: Visit) {}

  /** The plans are fetched afresh, for the order's own device and operator. */
  from(order: Order): Destination {
    this.visit.forget('plansAreFresh');
    if (order.sno !== undefined) this.visit.set('device', { sno: order.sno, orderNo: order.number });
    if (order.operatorId !== undefined) this.visit.set('operatorId', order.operatorId);
    return { to: 'lease', renewal: order.kind === 'card' ? 'card' : 'device' };
  }
}
