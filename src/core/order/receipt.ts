import { unlistedWord, type Order } from './order.ts';

/** A document about an order: its state on the server at a given time. */
export interface Receipt {
  /** `payment` proves the payment; `order` proves only that the order exists or existed. */
  kind: 'payment' | 'order';
  order: Order;
  /** A payment of the order from this phone may have taken effect, although the server called the order unpaid. */
  mayBePaid: boolean;
  /** `readAt`: when the server was asked for the state: an answer may be late, and the order another one since. `issuedAt`: when the receipt was created. Epoch ms. */
  readAt: number;
  issuedAt: number;
}

/**
 * Creates a receipt. Only an order that the server reports as paid, in a word of the tables, yields a receipt of payment:
 * a refunded order proves none.
 */
export function receiptOf(order: Order, of: Pick<Receipt, 'mayBePaid' | 'readAt' | 'issuedAt'>): Receipt {
  return { kind: order.state === 'paid' && unlistedWord(order) === undefined ? 'payment' : 'order', order, ...of };
}
