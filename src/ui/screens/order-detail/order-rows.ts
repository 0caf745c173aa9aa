import { yuanText } from '../../../core/basics/money.ts';
import { refundedWord, statedDueOf, unlistedWord, type Order } from '../../../core/order/order.ts';
import { dateTimeText } from '../../../core/basics/time.ts';
import { copy } from '../../copy/zh-CN.ts';
import { planNameText, stateWordText } from '../../parts/words/server-words.ts';

/** Returns the text of an order's state in its detail: the server's word where no table knows it. */
export function stateWords(order: Order): string {
  const { cardStates, states, unverified } = copy.orders;
  const own = inOurLanguage(ownWord(order));
  if (order.state === 'unknown') return inOurLanguage(order.statusText) ?? unverified;
  if (order.kind === 'card') return own ?? cardStates[order.state];
  return own ?? (order.state === 'cancelled' ? inOurLanguage(order.statusText) : undefined) ?? states[order.state];
}

/** Returns the text of an order's state in a list. */
export function listedStateWords(order: Order): string {
  const { cardStatesListed, states, unverified } = copy.orders;
  if (order.state === 'unknown') return inOurLanguage(order.statusText) ?? unverified;
  if (order.kind === 'lease') return inOurLanguage(order.statusText) ?? states[order.state];
  return inOurLanguage(ownWord(order)) ?? cardStatesListed[order.state];
}

function inOurLanguage(word: string | undefined): string | undefined {
  return word === undefined ? undefined : stateWordText(word);
}

/** The server's word where the word of the state would say less: that of a paid order, or of a refund. */
function ownWord(order: Order): string | undefined {
  return order.state === 'paid' ? unlistedWord(order) : refundedWord(order);
}

/** Each detail of an order. A receipt shows them in this order. */
const DETAILS = [
  'operator',
  'deviceName',
  'mac',
  'plan',
  'amount',
  'discount',
  'due',
  'number',
  'orderedAt',
  'paidAt',
] as const;

type Detail = (typeof DETAILS)[number];
type Row = [label: string, value: string];

/** Returns the label and value of each known detail of an order, or of those that are named. */
export function orderRows(order: Order, details: readonly Detail[] = DETAILS): Row[] {
  return details.map((detail) => ROWS[detail](order)).filter((row): row is Row => row[1] !== undefined);
}

const money = (fen: number | undefined) => (fen === undefined ? undefined : copy.common.yuan(yuanText(fen)));
const time = (instant: number | undefined) => (instant === undefined ? undefined : dateTimeText(instant));

const ROWS: Record<Detail, (order: Order) => readonly [string, string | undefined]> = {
  operator: (order) => [copy.orders.operator, order.operatorName],
  deviceName: (order) => [copy.orders.deviceName, order.deviceName],
  mac: (order) => [copy.orders.mac, order.kind === 'card' ? undefined : order.mac],
  plan: ({ planName, uses }) => [
    copy.orders.plan,
    planName === undefined ? (uses === undefined ? undefined : copy.orders.uses(uses)) : planNameText(planName),
  ],
  amount: (order) => [copy.orders.amount, money(order.amountFen)],
  discount: (order) => [copy.orders.discount, money(discountOf(order))],
  due: (order) => [dueLabel(order), money(statedDueOf(order))],
  number: (order) => [copy.orders.number, order.number],
  orderedAt: (order) =>
    order.state === 'cancelled'
      ? [copy.orders.cancelledAt, time(order.cancelledAt)]
      : [copy.orders.orderedAt, time(order.orderedAt)],
  paidAt: (order) => [copy.orders.paidAt, order.state === 'paid' ? time(order.paidAt) : undefined],
};

/** How much less than its price is due or was paid, in fen. Of an order with a refund, the rest may have been paid back. */
function discountOf(order: Order): number | undefined {
  const due = statedDueOf(order);
  if (order.amountFen === undefined || due === undefined || unlistedWord(order) !== undefined) return undefined;
  const discount = order.amountFen - due;
  return discount > 0 ? discount : undefined;
}

/** The label of the amount that `statedDueOf` returns. */
export function dueLabel({ state }: Order): string {
  return state === 'paid' ? copy.orders.paid : copy.orders.due;
}
