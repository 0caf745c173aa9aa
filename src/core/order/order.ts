import type { PaymentTarget } from '../../ports/payment-bridge.ts';
import type { Destination } from '../destination.ts';

/** An order that can be paid. */
export interface PayableOrder extends PaymentTarget {
  /** Integer fen. */
  amountFen: number;
}

export type OrderKind = 'lease' | 'card';
/** `unknown`: the server uses a status that no table knows, so that nobody can tell whether it is paid. */
export type OrderState = 'to-pay' | 'paid' | 'cancelled' | 'unknown';
export type ShownState = Exclude<OrderState, 'unknown'>;

/** A rental or a card package that was ordered. */
export interface Order {
  kind: OrderKind;
  /** The number people know it by, and the one it is paid and cancelled by. */
  number: string;
  state: OrderState;
  /** The server's own wording of the state. */
  statusText?: string;
  deviceName?: string;
  sno?: string;
  mac?: string;
  planName?: string;
  operatorName?: string;
  operatorId?: string;
  /** Uses bought, of a card order. */
  uses?: number;
  /** What the order costs, what is due or was paid; integer fen. */
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

/** The state of a lease order: the code decides where it is one of the three known ones, else the wording. */
export function leaseOrderState(statusCode: number | undefined, status: string | undefined): OrderState {
  return stateOfCode(statusCode) ?? stateOfWords(status);
}

/** The state of a card order: some wordings decide by themselves, else the code. */
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

/** The state people are shown: one that is unknown looks like a cancelled one, and decides nothing. */
export function shownState({ state }: Pick<Order, 'state'>): ShownState {
  return state === 'unknown' ? 'cancelled' : state;
}

/** Leads from an order that came to nothing back to plans of its kind. */
export function plansFor({ kind }: Pick<Order, 'kind'>): Destination {
  return { to: 'lease', renewal: kind === 'card' ? 'card' : 'device' };
}

/** What is needed to pay it. */
export function payable(order: Order): PayableOrder {
  const { number, kind, operatorId, sno } = order;
  return { number, kind, operatorId, sno, amountFen: order.dueFen ?? order.amountFen ?? 0 };
}
