import { statedDueOf } from '../../../core/order/order.ts';
import { Problem } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../words/exit-codes.ts';
import { ageOrTime, readerOf, yuan } from '../../words/format.ts';
import { warnOfLapsedPayments } from '../lapsed-payments.ts';
import { MORE, pages } from '../pages.ts';
import { counted } from '../../words/text.ts';
import { asSaid, ORDER_FIELDS, orderListHint, orderRow, stateText } from '../find-order.ts';

export const fields = ORDER_FIELDS;

export async function listOrders(
  context: Context,
  { cards, operator: operatorId, all }: { cards?: true; operator?: string; all?: true },
): Promise<ExitCode> {
  const { output } = context;
  if (cards && operatorId === undefined)
    throw new Problem('invalid-input', { message: '--cards needs an operator: pass --operator ID' });
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const queries = services.get(Queries);
  const fetch = async (page: number) => {
    const read = await (operatorId === undefined ? queries.leaseOrders(page) : queries.cardOrders(operatorId, page));
    return { ...read, records: read.records.map(asSaid(services, output)) };
  };
  const listed = await pages(fetch, ({ number }) => number, all);
  const reader = readerOf(output, services);
  const code = await output.rows(
    listed,
    orderRow,
    [
      ['ORDER', ({ number }) => number],
      ['STATE', stateText],
      ['PLAN', ({ planName, uses }) => planName ?? (uses === undefined ? undefined : counted(uses, 'use'))],
      ['DEVICE', ({ deviceName, sno }) => deviceName ?? sno],
      ['AMOUNT', (order) => yuan(statedDueOf(order) ?? order.amountFen)],
      ['ORDERED', ({ orderedAt }) => ageOrTime(orderedAt, reader)],
    ],
    operatorId === undefined
      ? `No rental orders. For orders of card packages: ${orderListHint(context.hint, { kind: 'card' })}. To list plans: ${context.hint`plan list SNO`}`
      : `No card orders with operator ${operatorId}. To list plans: ${context.hint`plan list SNO --by uses`}`,
  );
  warnOfLapsedPayments(context, services, ...listed.records);
  if (listed.isPart && !listed.missing) output.note(MORE);
  return code;
}
