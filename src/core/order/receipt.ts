import type { Order } from './order.ts';

/** What is handed out about an order: how the server said it stood, and when. */
export interface Receipt {
  /** `payment` proves that it was paid; `order` only that there is, or was, such an order. */
  kind: 'payment' | 'order';
  order: Order;
  /** When the server said so, and when this was drawn up; epoch ms. */
  readAt: number;
  issuedAt: number;
}

/** Only what the server calls paid is a receipt of a payment. */
export function receiptOf(order: Order, readAt: number, issuedAt: number): Receipt {
  return { kind: order.state === 'paid' ? 'payment' : 'order', order, readAt, issuedAt };
}
