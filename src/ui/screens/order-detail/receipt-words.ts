import type { Receipt } from '../../../core/order/receipt.ts';
import { dateTimeText } from '../../../core/time.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { orderRows, stateWords } from './order-rows.ts';

type Row = readonly [label: string, value: string];

/** What a receipt says, as a picture and as text. */
export interface ReceiptWords {
  brand: string;
  title: string;
  /** How the order stands. */
  state: string;
  /** Why it proves no payment, where it does not. */
  caution: string | undefined;
  /** The row of what was paid or is due. */
  amount: Row | undefined;
  rows: readonly Row[];
  /** When this was so, and when it was drawn up. */
  times: readonly Row[];
}

export function receiptWords({ kind, order, readAt, issuedAt }: Receipt, brand: string): ReceiptWords {
  const { receipt, orders } = copy;
  const rows = orderRows(order);
  return {
    brand,
    title: receipt.titles[kind],
    state: stateWords(order),
    caution: order.state === 'paid' ? undefined : receipt.cautions[order.state],
    amount: rows.find(([label]) => label === orders.paid || label === orders.due),
    rows,
    times: [
      [receipt.readAt, dateTimeText(readAt)],
      [receipt.issuedAt, dateTimeText(issuedAt)],
    ],
  };
}

/** The same in plain lines. */
export function receiptText({ brand, title, state, caution, rows, times }: ReceiptWords): string {
  const lines = [[copy.receipt.state, state] as const, ...rows, ...times].map(([label, value]) =>
    copy.receipt.line(label, value),
  );
  return [`${brand} ${title}`, ...(caution === undefined ? [] : [caution]), ...lines].join('\n');
}
