import { yuanText } from '../../../core/money-text.ts';
import { shownState, type Order } from '../../../core/order/order.ts';
import { dateTimeText } from '../../../core/time-text.ts';
import { copy } from '../../copy/zh-CN-later.ts';

/** Returns the text of an order's state. A lease order that ended unpaid has the server's word here as in the list. */
export function stateWords(order: Order): string {
  const { cardStates, states } = copy.orders;
  if (order.kind === 'card') return cardStates[shownState(order)];
  return (order.state === 'cancelled' ? order.statusText : undefined) ?? states[shownState(order)];
}

/** Returns the label and value of each known detail of an order. */
export function orderRows(order: Order): [string, string][] {
  const { orders, common } = copy;
  const money = (fen: number | undefined) => (fen === undefined ? undefined : common.yuan(yuanText(fen)));
  const time = (instant: number | undefined) => (instant === undefined ? undefined : dateTimeText(instant));
  const rows: [string, string | undefined][] = [
    [orders.operator, order.operatorName],
    [orders.deviceName, order.deviceName],
    [orders.mac, order.kind === 'card' ? undefined : order.mac],
    [orders.plan, order.planName ?? (order.uses === undefined ? undefined : orders.uses(order.uses))],
    [orders.amount, money(order.amountFen)],
    [order.state === 'paid' ? orders.paid : orders.due, money(order.dueFen)],
    [orders.number, order.number],
    order.state === 'cancelled'
      ? [orders.cancelledAt, time(order.cancelledAt)]
      : [orders.orderedAt, time(order.orderedAt)],
    [orders.paidAt, order.state === 'paid' ? time(order.paidAt) : undefined],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}
