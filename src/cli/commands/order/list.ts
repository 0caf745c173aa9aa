import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import type { Action } from '../../action.ts';
import { dayAndTime, yuan } from '../../format.ts';
import { MORE, pages } from '../../pages.ts';
import { ORDER_FIELDS, orderRow, stateText } from './find.ts';

export const action: Action = {
  fields: ORDER_FIELDS,
  async run(context, { options: { cards, operator, all } }) {
    const { output } = context;
    const operatorId = operator as string | undefined;
    if (cards === true && operatorId === undefined)
      throw new Problem('invalid-input', { message: 'card orders are listed by operator: add --operator ID' });
    const queries = (await context.join()).get(Queries);
    const fetch = (page: number) => (operatorId === undefined ? queries.leaseOrders(page) : queries.cardOrders(operatorId, page));
    const { listed, ended } = await pages(fetch, ({ number }) => number, all === true);
    const code = await output.rows(
      listed,
      orderRow,
      [
        ['ORDER', ({ number }) => number],
        ['STATE', stateText],
        ['PLAN', ({ planName, uses }) => planName ?? (uses === undefined ? undefined : `${uses} uses`)],
        ['DEVICE', ({ deviceName, sno }) => deviceName ?? sno],
        ['AMOUNT', ({ dueFen, amountFen }) => yuan(dueFen ?? amountFen)],
        ['ORDERED', ({ orderedAt }) => dayAndTime(orderedAt)],
      ],
      `No order yet. See what can be ordered: ${context.hint`plan list SNO`}`,
    );
    if (!ended && all !== true) output.note(MORE);
    return code;
  },
};
