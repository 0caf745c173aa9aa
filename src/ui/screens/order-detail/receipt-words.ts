import { refundedWord } from '../../../core/order/order.ts';
import type { Receipt } from '../../../core/order/receipt.ts';
import { dateTimeText } from '../../../core/basics/time.ts';
import { copy } from '../../copy/zh-CN.ts';
import { orderRows, stateWords } from './order-rows.ts';

type Row = readonly [label: string, value: string];

/** The texts of a receipt. */
export interface ReceiptWords {
  brand: string;
  title: string;
  /** The state of the order. */
  state: string;
  /** Why the receipt is no proof of payment; undefined if it is one. */
  caution: string | undefined;
  /** The row of the paid or due amount. */
  amount: Row | undefined;
  rows: readonly Row[];
  /** When the order was read, and when the receipt was issued. */
  times: readonly Row[];
}

export function receiptWords(issued: Receipt, brand: string): ReceiptWords {
  const { kind, order, readAt, issuedAt } = issued;
  const { receipt, orders } = copy;
  const rows = orderRows(order);
  return {
    brand,
    title: receipt.titles[kind],
    state: stateWords(order),
    caution: cautionOf(issued),
    amount: rows.find(([label]) => label === orders.paid || label === orders.due),
    rows,
    times: [
      [receipt.readAt, dateTimeText(readAt)],
      [receipt.issuedAt, dateTimeText(issuedAt)],
    ],
  };
}

function cautionOf({ kind, order, mayBePaid }: Receipt): string | undefined {
  const { cautions } = copy.receipt;
  if (kind === 'payment') return undefined;
  if (order.state === 'paid' || refundedWord(order) !== undefined) return cautions.paid(stateWords(order));
  return cautions[order.state === 'to-pay' && mayBePaid ? 'unknown' : order.state];
}

/** Returns the receipt as plain text. */
export function receiptText({ brand, title, state, caution, rows, times }: ReceiptWords): string {
  const lines = [[copy.receipt.state, state] as const, ...rows, ...times].map(([label, value]) =>
    copy.receipt.line(label, value),
  );
  return [`${brand} ${title}`, ...(caution === undefined ? [] : [caution]), ...lines].join('\n');
}
