import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import { eachOnce, type Records } from '../../../core/basics/paging.ts';
import { statedDueOf, unlistedWord, type Order } from '../../../core/order/order.ts';
import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../words/exit-codes.ts';
import type { CommandHint } from '../../words/command-hint.ts';
import { ageOrTime, readerOf, yuan } from '../../words/format.ts';
import { warnOfLapsedPayments } from '../lapsed-payments.ts';
import { MORE, newestFirst, pages, together } from '../pages.ts';
import { counted } from '../../words/text.ts';
import {
  asSaid,
  listedFen,
  operatorsOfCards,
  ORDER_FIELDS,
  orderListHint,
  orderRow,
  stateText,
} from '../find-order.ts';

export const fields = ORDER_FIELDS;

export async function listOrders(
  context: Context,
  { cards, operator: operatorId, all }: { cards?: true; operator?: string; all?: true },
): Promise<ExitCode> {
  const { output } = context;
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const queries = services.get(Queries);
  const purchases = services.get(CheckoutRecords).purchases();
  const keyOf = ({ number }: Order) => number;
  const ofCards = (operator: string) =>
    pages(async (page) => named(await queries.cardOrders(operator, page), operator), keyOf, all);
  const ofAllCards = async () => {
    const { operators, cards: own } = await operatorsOfCards(services);
    const orders = together([
      { ...own, records: [], missing: all && own.missing },
      ...(await Promise.all(operators.map(ofCards))),
    ]);
    return { ...orders, records: eachOnce(orders.records, keyOf) };
  };
  const found = await (operatorId !== undefined
    ? ofCards(operatorId)
    : cards
      ? ofAllCards()
      : pages(queries.leaseOrders, keyOf, all));
  const kind = cards || operatorId !== undefined ? 'card' : 'lease';
  purchases.requireOrdersListed(
    found,
    (order) => order.kind === kind && (operatorId === undefined || order.operatorId === operatorId),
  );
  const listed = newestFirst(
    { ...found, records: found.records.map(asSaid(services, output)) },
    (each) => each.orderedAt,
  );
  const reader = readerOf(output, services);
  const code = await output.rows(
    listed,
    orderRow,
    [
      ['ORDER', ({ number }) => number],
      ['STATE', (order) => stateText({ ...order, statusText: unlistedWord(order) })],
      ['PLAN', ({ planName, uses }) => planName ?? (uses === undefined ? undefined : counted(uses, 'use'))],
      kind === 'card'
        ? ['OPERATOR', ({ operatorName, operatorId: id }) => operatorName ?? id]
        : ['DEVICE', ({ deviceName, sno }) => sno ?? deviceName],
      ['AMOUNT', (order) => yuan(listedFen({ ...order, dueFen: statedDueOf(order) }))],
      ['ORDERED', ({ orderedAt }) => ageOrTime(orderedAt, reader)],
    ],
    noneText(context.hint, { cards, operatorId }),
  );
  warnOfLapsedPayments(context, services, ...listed.records);
  if (listed.isPart && !listed.missing) output.note(MORE);
  return code;
}

function noneText(hint: CommandHint, { cards, operatorId }: { cards?: true; operatorId?: string }): string {
  if (operatorId !== undefined)
    return `No card orders with operator ${operatorId}. To list plans: ${hint`plan list SNO --by uses`}`;
  return cards
    ? `No orders with the operators of your cards. For a first card that is not paid: ${hint`order list --cards --operator ID`}`
    : `No rental orders. For orders of card packages: ${orderListHint(hint, { kind: 'card' })}. To list plans: ${hint`plan list SNO`}`;
}

/** The orders, each with its operator. */
function named({ records, ...rest }: Records<Order>, operatorId: string): Records<Order> {
  return { ...rest, records: records.map((order) => ({ ...order, operatorId: order.operatorId ?? operatorId })) };
}
