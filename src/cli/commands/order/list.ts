import { Cloud } from '../../../core/cloud/cloud.ts';
import { listCardOrders, listLeaseOrders } from '../../../core/order/api.ts';
import type { Order } from '../../../core/order/order.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { dayAndTime, yuan } from '../../format.ts';
import { ORDER_FIELDS, orderRow, stateText } from './find.ts';

export const action: Action = {
  fields: ORDER_FIELDS,
  async run(context, { options: { cards, operator, all } }) {
    const { output } = context;
    const operatorId = operator as string | undefined;
    if (cards === true && operatorId === undefined)
      throw new Problem('invalid-input', { message: 'card orders are listed by operator: add --operator ID' });
    const cloud = (await context.join()).get(Cloud);
    const orders = new Map<string, Order>();
    for (let page = 0, more = true; more; page += 1) {
      const { records } = await (operatorId === undefined ? cloud.call(listLeaseOrders, { page }) : cloud.call(listCardOrders, { page, operatorId }));
      const before = orders.size;
      for (const order of records) orders.set(order.number, order);
      more = all === true && records.length >= PAGE_SIZE && (page <= 1 || orders.size > before);
    }
    await output.list(
      [...orders.values()],
      orderRow,
      [
        ['ORDER', ({ number }) => number],
        ['STATE', stateText],
        ['PLAN', ({ planName, uses }) => planName ?? (uses === undefined ? undefined : `${uses} uses`)],
        ['DEVICE', ({ deviceName, sno }) => deviceName ?? sno],
        ['AMOUNT', ({ dueFen, amountFen }) => yuan(dueFen ?? amountFen)],
        ['ORDERED', ({ orderedAt }) => dayAndTime(orderedAt)],
      ],
      'No order yet. See what can be ordered: physio plan list SNO',
    );
    return EXIT.done;
  },
};
