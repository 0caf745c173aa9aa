import { CancelOrder } from '../../../core/order/cancel-order.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { yuan } from '../../format.ts';
import { findOrder, ORDER_FIELDS, orderHint, orderRow } from './find.ts';

export const action: Action = {
  fields: ORDER_FIELDS,
  async run(context, given) {
    context.requireConsent();
    const { output } = context;
    const joined = await context.join();
    const order = await findOrder(joined, given, context.hint);
    if (order.state === 'paid') throw new Problem('refused', { message: `Order ${order.number} is paid and cannot be cancelled.` });
    if (order.state === 'unknown') throw new Problem('refused', { message: `Order ${order.number} has an unknown status (${order.statusText ?? 'none'}) and was not cancelled. Contact the shop.` });
    if (order.state === 'to-pay') {
      await context.consent(`Cancel order ${order.number}${order.dueFen === undefined ? '' : ` (${yuan(order.dueFen) ?? ''})`}?`);
      context.ifInterrupted((sent) => (sent ? `Order ${order.number} may have been cancelled. Check it: ${orderHint(context.hint, 'show', order)}` : undefined));
      await joined.get(CancelOrder).cancel(order);
    }
    await output.record(orderRow({ ...order, state: 'cancelled' }), [`Order ${order.number} is cancelled.`]);
    return EXIT.done;
  },
};
