import { yuanText } from '../../../core/basics/money.ts';
import { refundedWord, statedDueOf, unlistedWord, type Order } from '../../../core/order/order.ts';
import { dateTimeText } from '../../../core/basics/time.ts';
import { copy } from '../../copy/zh-CN.ts';

/** Returns the text of an order's state in its detail: the server's word where no table knows it. */
export function stateWords(order: Order): string {
  const { cardStates, states, unverified } = copy.orders;
  if (order.state === 'unknown') return order.statusText ?? unverified;
  const own = ownWord(order);
  if (order.kind === 'card') return own ?? cardStates[order.state];
  return own ?? (order.state === 'cancelled' ? order.statusText : undefined) ?? states[order.state];
}

/** Returns the text of an order's state in a list. */
export function listedStateWords(order: Order): string {
  const { cardStatesListed, states, unverified } = copy.orders;
  if (order.state === 'unknown') return order.statusText ?? unverified;
  if (order.kind === 'lease') return order.statusText ?? states[order.state];
  return ownWord(order) ?? cardStatesListed[order.state];
}

/** The server's word where the word of the state would say less: that of a paid order, or of a refund. */
function ownWord(order: Order): string | undefined {
  return order.state === 'paid' ? unlistedWord(order) : refundedWord(order);
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
    [order.state === 'paid' ? orders.paid : orders.due, money(statedDueOf(order))],
    [orders.number, order.number],
    order.state === 'cancelled'
      ? [orders.cancelledAt, time(order.cancelledAt)]
      : [orders.orderedAt, time(order.orderedAt)],
    [orders.paidAt, order.state === 'paid' ? time(order.paidAt) : undefined],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}
