import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { findOrder, orderHint, ORDER_FIELDS, orderLines, orderRow } from './find.ts';

export const action: Action = {
  fields: ORDER_FIELDS,
  async run(context, given) {
    const { output } = context;
    const order = await findOrder(await context.join(), given, context.hint);
    await output.record(orderRow(order), orderLines(output, order));
    if (order.state === 'to-pay') output.note(`Pay it: ${orderHint(context.hint, 'pay', order)}`);
    return EXIT.done;
  },
};
