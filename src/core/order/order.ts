import type { PaymentTarget } from '../../ports/payment-bridge.ts';
import type { Destination } from '../destination.ts';

/** An order that can be paid. */
export interface PayableOrder extends PaymentTarget {
  /** Integer fen. */
  amountFen: number;
}

export type OrderKind = 'lease' | 'card';
/** `unknown`: the server sent an unknown status, so the payment state is not known. */
export type OrderState = 'to-pay' | 'paid' | 'cancelled' | 'unknown';
export type ShownState = Exclude<OrderState, 'unknown'>;

/** True if the order leases this device, or buys uses with its operator. */
export function isForDevice(order: PaymentTarget, sno: string, operatorId: string | undefined): boolean {
  return order.kind === 'card'
    ? operatorId !== undefined && order.operatorId === operatorId
    : order.sno !== undefined && order.sno === sno;
}

/** An order of a rental or a card package. */
export interface Order {
  kind: OrderKind;
  /** Order number, shown to users and used for payment and cancellation. */
  number: string;
  state: OrderState;
  /** The server's text of the state. */
  statusText?: string;
  deviceName?: string;
  sno?: string;
  mac?: string;
  planName?: string;
  operatorName?: string;
  operatorId?: string;
  /** Purchased uses of a card order. */
  uses?: number;
  /** `amountFen`: the price. `dueFen`: the amount due or paid. Integer fen. */
  amountFen?: number;
  dueFen?: number;
  /** Epoch ms. */
  orderedAt?: number;
  paidAt?: number;
  cancelledAt?: number;
}

const TO_PAY = ['待支付', '支付中'];
const PAID = ['支付完成', '使用中', '订单完成', '已支付'];
const EXPIRED = '已过期';
const CANCELLED = ['已取消', EXPIRED, '取消支付'];

/** Derives the state of a lease order from a known code, otherwise from the status text. */
export function leaseOrderState(statusCode: number | undefined, status: string | undefined): OrderState {
  return stateOfCode(statusCode) ?? stateOfWords(status);
}

/** Derives the state of a card order. Some status texts take precedence over the code. */
export function cardOrderState(statusCode: number | undefined, statusText: string | undefined): OrderState {
  if (statusText === EXPIRED) return 'cancelled';
  if (statusText === '支付中') return 'to-pay';
  if (statusText === '支付完成') return 'paid';
  return stateOfCode(statusCode) ?? stateOfWords(statusText);
}

function stateOfCode(code: number | undefined): OrderState | undefined {
  return code === 1 ? 'to-pay' : code === 5 ? 'paid' : code === -1 ? 'cancelled' : undefined;
}

function stateOfWords(words = ''): OrderState {
  if (TO_PAY.includes(words)) return 'to-pay';
  if (PAID.includes(words)) return 'paid';
  return CANCELLED.includes(words) ? 'cancelled' : 'unknown';
}

/** Returns the state for display. An unknown state is shown as cancelled and has no other effect. */
export function shownState({ state }: Pick<Order, 'state'>): ShownState {
  return state === 'unknown' ? 'cancelled' : state;
}

/**
 * Returns the destination with plans of the same kind, for the same device or operator, for an order that was not
 * completed. `assist`: whether the order was for a customer; undefined if not known.
 */
export function plansFor(
  { kind, sno, operatorId }: Pick<Order, 'kind' | 'sno' | 'operatorId'>,
  { assist }: { assist: boolean | undefined },
): Extract<Destination, { to: 'lease' }> {
  return kind === 'card'
    ? { to: 'lease', sno: undefined, terms: { renewal: 'card', assist: false, rechargeOperatorId: operatorId } }
    : { to: 'lease', sno, terms: { renewal: 'device', assist, rechargeOperatorId: undefined } };
}

/** Returns the amount due, integer fen, if the server states one above zero. An unpaid order is never free. */
export function amountDueOf({ dueFen, amountFen }: Order): number | undefined {
  const due = dueFen ?? amountFen;
  return due !== undefined && due > 0 ? due : undefined;
}

/** Returns the properties that a payment needs. */
export function payable(order: Order): PayableOrder {
  const { number, kind, operatorId, sno } = order;
  return { number, kind, operatorId, sno, amountFen: order.dueFen ?? order.amountFen ?? 0 };
}
