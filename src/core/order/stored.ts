import { finite, instant, maybe, objectOf, text } from '../state/schemas.ts';
import { oneOf } from '../state/stored.ts';
import type { Order, OrderKind, OrderState } from './order.ts';

/** Schema of a stored order. */
export const orderSchema = objectOf<Order>({
  kind: oneOf<OrderKind>({ lease: true, card: true }),
  number: text,
  state: oneOf<OrderState>({ 'to-pay': true, paid: true, cancelled: true, unknown: true }),
  statusText: maybe(text),
  deviceName: maybe(text),
  sno: maybe(text),
  mac: maybe(text),
  planName: maybe(text),
  operatorName: maybe(text),
  operatorId: maybe(text),
  uses: maybe(finite),
  amountFen: maybe(finite),
  dueFen: maybe(finite),
  orderedAt: maybe(instant),
  paidAt: maybe(instant),
  cancelledAt: maybe(instant),
});
