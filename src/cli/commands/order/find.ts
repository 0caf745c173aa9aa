import { CheckoutRecords } from '../../../core/checkout/checkout-records.ts';
import { saysServerFailed } from '../../../core/api/server-failure.ts';
import { FindOrder } from '../../../core/order/find-order.ts';
import type { Order, PayableOrder } from '../../../core/order/order.ts';
import { Problem } from '../../../core/problem.ts';
import type { Given } from '../../action.ts';
import type { CommandHint } from '../../command-hint.ts';
import { sentenceOf } from '../../exit-codes.ts';
import { dayAndTime, iso, yuan } from '../../format.ts';
import type { Output, Row } from '../../output.ts';
import type { CoreServices } from '../../surroundings.ts';

type Named = Pick<PayableOrder, 'number' | 'kind' | 'operatorId' | 'sno'>;

/** The order that a command names; of which kind it is, the visit knows where it was made here. */
export async function findOrder(joined: CoreServices, given: Given, hint: CommandHint): Promise<Order> {
  const named = nameOf(joined, given, hint);
  const order = await joined.get(FindOrder).find(named).catch((thrown: unknown) => {
    const problem = Problem.of(thrown);
    if (problem.code !== 'refused' || saysServerFailed(problem)) throw problem;
    throw new Problem('refused', { message: `${sentenceOf(problem, hint)}. To see the orders of this account: ${orderListHint(hint, named)}`, cause: problem });
  });
  if (!order) throw new Problem('refused', { message: `No order ${named.number} for this account. To see its orders: ${orderListHint(hint, named)}` });
  return { ...order, operatorId: order.operatorId ?? named.operatorId, sno: order.sno ?? named.sno };
}

function nameOf(joined: CoreServices, { args: [number = ''], options: { card, operator } }: Given, hint: CommandHint): Named {
  if (number.trim() === '') throw new Problem('invalid-input', { message: `name the order by its number: ${hint`order list`}` });
  const operatorId = operator as string | undefined;
  const known = joined.get(CheckoutRecords).openOrders().find((order) => order.number === number);
  if (card === true || operatorId !== undefined) {
    const of = operatorId ?? known?.operatorId;
    if (of === undefined) throw new Problem('invalid-input', { message: 'a card order is found by its operator: add --operator ID' });
    return { number, kind: 'card', operatorId: of };
  }
  return known ?? { number, kind: 'lease' };
}

/** Lists the orders among which one of this kind stands. */
export function orderListHint(hint: CommandHint, { kind, operatorId }: Pick<PayableOrder, 'kind' | 'operatorId'>): string {
  return kind === 'card' ? hint`order list --cards --operator ${operatorId ?? 'ID'}` : hint`order list`;
}

/** What to do about an order, as a command that finds it. */
export function orderHint(hint: CommandHint, verb: 'show' | 'pay' | 'cancel', { number, kind, operatorId }: Pick<PayableOrder, 'number' | 'kind' | 'operatorId'>): string {
  return kind === 'card' ? hint`order ${verb} ${number} --card --operator ${operatorId ?? 'ID'}` : hint`order ${verb} ${number}`;
}

export const ORDER_FIELDS = [
  'number', 'kind', 'state', 'statusText', 'planName', 'sno', 'deviceName', 'operatorName', 'operatorId', 'uses', 'amountFen', 'dueFen',
  'orderedAt', 'paidAt', 'cancelledAt',
] as const;

export function orderRow(order: Order): Row {
  return { ...order, orderedAt: iso(order.orderedAt), paidAt: iso(order.paidAt), cancelledAt: iso(order.cancelledAt) };
}

export function orderLines(output: Output, order: Order): string[] {
  return output.pairs([
    ['order', order.number],
    ['state', stateText(order)],
    ['kind', order.kind],
    ['plan', order.planName],
    ['uses', order.uses?.toString()],
    ['device', [order.deviceName, order.sno].filter(Boolean).join(' ') || undefined],
    ['operator', order.operatorName],
    ['amount', yuan(order.amountFen)],
    [order.state === 'paid' ? 'paid' : 'due', yuan(order.dueFen)],
    ['ordered', dayAndTime(order.orderedAt)],
    ['paid at', dayAndTime(order.paidAt)],
    ['cancelled', dayAndTime(order.cancelledAt)],
  ]);
}

export function stateText({ state, statusText }: Order): string {
  const own = { 'to-pay': 'to pay', paid: 'paid', cancelled: 'cancelled', unknown: 'unknown' }[state];
  return statusText === undefined ? own : `${own} (${statusText})`;
}
