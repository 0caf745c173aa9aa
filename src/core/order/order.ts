import type { PaymentTarget } from '../../ports/payment-bridge.ts';
import type { Destination, ForWhom } from '../destination.ts';
import { isSameDevice } from '../basics/device-code.ts';

/** An order that can be paid. */
export interface PayableOrder extends PaymentTarget {
  /** Integer fen; undefined if nobody has named a price yet. */
  amountFen?: number;
}

export type OrderKind = 'lease' | 'card';
/** `unknown`: the server sent an unknown status, so the payment state is not known. */
export type OrderState = 'to-pay' | 'paid' | 'cancelled' | 'unknown';
export type ShownState = Exclude<OrderState, 'unknown'>;

/** True if the order leases this device, or buys uses with its operator. */
export function isForDevice(order: PaymentTarget, sno: string, operatorId: string | undefined): boolean {
  return order.kind === 'card'
    ? operatorId !== undefined && order.operatorId === operatorId
    : isSameDevice(order.sno, sno);
}

/** An order of a rental or a card package. */
export interface Order {
  kind: OrderKind;
  /** Order number, shown to users and used for payment and cancellation. */
  number: string;
  state: OrderState;
  /** The server's word for the state; never a bare code. */
  statusText?: string;
  deviceName?: string;
  sno?: string;
  mac?: string;
  planName?: string;
  operatorName?: string;
  operatorId?: string;
  /** Purchased uses of a card order. */
  uses?: number;
  /** `amountFen`: the price. `dueFen`: the amount due; of an order that was paid, the amount that was paid; else undefined of a cancelled one. Integer fen. */
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
/** The words of an order whose whole price was paid back, or is being paid back. */
const REFUNDED = ['已退款', '全额退款', '退款成功', '退款完成'];
const REFUND_UNDER_WAY = [
  '退款中',
  '正在退款',
  '待退款',
  '退款处理中',
  '退款审核中',
  '申请退款',
  '申请退款中',
  '退款申请中',
  '已申请退款',
];
/** The word of a paid order of which a part was paid back. */
const PARTLY_REFUNDED = '部分退款';
/** A word about money that is given back: not one about the device, 退租. */
const ABOUT_REFUND = /退(?!租)/;
/** The words of a card order that outrank its code. */
const OUTRANKS_CODE = [EXPIRED, '支付中', '支付完成'];

/** The words of the server for the state of an order that are in use, by a name of our own. */
const WORDS = {
  待支付: 'toPay',
  支付中: 'paying',
  支付完成: 'paymentDone',
  已支付: 'paid',
  使用中: 'inUse',
  订单完成: 'completed',
  已取消: 'cancelled',
  已过期: 'expired',
  取消支付: 'paymentCancelled',
  已退款: 'refunded',
  退款中: 'beingRefunded',
  退款成功: 'refundMade',
  部分退款: 'partlyRefunded',
} as const;

export type StateWord = (typeof WORDS)[keyof typeof WORDS];

/** Returns the name of a word of the server; undefined for a word that is not in the table. */
export function stateWordOf(text: string): StateWord | undefined {
  return Object.entries(WORDS).find(([word]) => word === text)?.[1];
}

const PLAN_NAME = /^(?:按时长租赁 ?|次卡 ?)?(?<amount>\d+)(?<unit>[天次])$/;

/** Reads what a plan sells from its name, where that says nothing else: 按时长租赁 7天. */
export function soldBy(planName: string): { amount: number; unit: 'day' | 'use' } | undefined {
  const { amount, unit } = PLAN_NAME.exec(planName)?.groups ?? {};
  return amount === undefined ? undefined : { amount: Number(amount), unit: unit === '天' ? 'day' : 'use' };
}

/** What the server says of an order's state: two words, of which either may be a bare code, and a code. */
export interface StatusFields {
  status?: string;
  statusDesc?: string;
  statusCode?: number;
}

/** Derives the state of a lease order: from a word about a refund, else from the first known word, otherwise from a known code. */
export function leaseOrderState(fields: StatusFields): OrderState {
  const words = [fields.status, fields.statusDesc].map(stateOfWords);
  return stateOfRefund(fields) ?? words.find((state) => state !== undefined) ?? stateOfCodes(fields) ?? 'unknown';
}

/** Derives the state of a card order. Three words, and those about a refund, take precedence over the code, the others do not. */
export function cardOrderState(fields: StatusFields): OrderState {
  const words = [fields.statusDesc, fields.status];
  const word = words.find((each) => each !== undefined && OUTRANKS_CODE.includes(each));
  const states = words.map(stateOfWords);
  return (
    stateOfRefund(fields) ??
    stateOfWords(word) ??
    stateOfCodes(fields) ??
    states.find((state) => state !== undefined) ??
    'unknown'
  );
}

/** What a word about a refund says of the state. One that no table has may mean that the money is here, or there. */
function stateOfRefund({ status, statusDesc }: StatusFields): OrderState | undefined {
  const word = [status, statusDesc].find(isAboutRefund);
  if (word === undefined || refundedWord({ statusText: word }) !== undefined) return undefined;
  return word === PARTLY_REFUNDED ? 'paid' : 'unknown';
}

function isAboutRefund(word: string | undefined): boolean {
  return word !== undefined && ABOUT_REFUND.test(word);
}

/** Returns the server's word for the state. A word about a refund outranks the others. */
export function statusTextOf(kind: OrderKind, { status, statusDesc }: StatusFields): string | undefined {
  const words = (kind === 'lease' ? [status, statusDesc] : [statusDesc, status]).filter(
    (word) => wordOf(word) !== undefined,
  );
  return words.find(isAboutRefund) ?? words.find((word) => stateOfWords(word) !== undefined) ?? words[0];
}

/** Returns a status as words; undefined for a bare code, which nobody can read. */
export function wordOf(status: string | undefined): string | undefined {
  return status === undefined || /^\s*(-?\d+)?\s*$/.test(status) ? undefined : status;
}

/** Returns the server's word for the state if no table knows it, for example 已退款 of a paid order. */
export function unlistedWord({ statusText }: Pick<Order, 'statusText'>): string | undefined {
  return stateOfWords(statusText) === undefined ? statusText : undefined;
}

/** True if a refund can be asked for: the order is paid, and the server has no word of its own for what became of it. */
export function isRefundable(order: Pick<Order, 'state' | 'statusText'>): boolean {
  return order.state === 'paid' && unlistedWord(order) === undefined;
}

/** Returns the server's word for the state if it says that the whole price was paid back, or is being paid back. */
export function refundedWord({ statusText }: Pick<Order, 'statusText'>): string | undefined {
  return statusText !== undefined && [...REFUNDED, ...REFUND_UNDER_WAY].includes(statusText) ? statusText : undefined;
}

/** True if the server's word says that money was paid back: all of it or a part. */
export function saysPaidBack(word: string | undefined): boolean {
  return word !== undefined && [...REFUNDED, PARTLY_REFUNDED].includes(word);
}

/** True if the server says that the order was paid, also if its price was paid back since, whatever code it has then. */
export function wasPaid(order: Pick<Order, 'state' | 'statusText'>): boolean {
  return order.state === 'paid' || refundedWord(order) !== undefined;
}

function stateOfCodes({ statusCode, status, statusDesc }: StatusFields): OrderState | undefined {
  return stateOfCode(statusCode) ?? stateOfCode(Number(status)) ?? stateOfCode(Number(statusDesc));
}

function stateOfCode(code: number | undefined): OrderState | undefined {
  return code === 1 ? 'to-pay' : code === 5 ? 'paid' : code === -1 ? 'cancelled' : undefined;
}

function stateOfWords(words: string | undefined): OrderState | undefined {
  if (words === undefined) return undefined;
  if (TO_PAY.includes(words)) return 'to-pay';
  if (PAID.includes(words)) return 'paid';
  return CANCELLED.includes(words) ? 'cancelled' : undefined;
}

/** Returns the state for display. An unknown state is shown as cancelled and has no other effect. */
export function shownState({ state }: Pick<Order, 'state'>): ShownState {
  return state === 'unknown' ? 'cancelled' : state;
}

/**
 * Returns the destination with plans of the same kind, for the same device or operator, for an order that was not
 * completed, for whom the order was.
 */
export function plansFor(
  { kind, number, sno, operatorId }: Pick<Order, 'kind' | 'number' | 'sno' | 'operatorId'>,
  forWhom: ForWhom,
): Extract<Destination, { to: 'lease' }> {
  return kind === 'card'
    ? { to: 'lease', sno: undefined, terms: { renewal: 'card', forWhom: 'self', rechargeOperatorId: operatorId } }
    : {
        to: 'lease',
        sno,
        terms: { renewal: 'device', forWhom, rechargeOperatorId: undefined },
        renews: forWhom === 'customer' ? number : undefined,
      };
}

type Sums = Pick<Order, 'state' | 'statusText' | 'amountFen' | 'dueFen'>;

/**
 * Returns the amount that was paid or is due, integer fen, if it is known. An order that is to be paid never owes 0; of
 * one in an unknown state, nobody can say whether its amount is due or was paid.
 */
export function statedDueOf(order: Omit<Sums, 'amountFen'>): number | undefined {
  if (order.state === 'paid') return order.dueFen;
  return order.state === 'to-pay' && mayOwe(order) && order.dueFen !== 0 ? order.dueFen : undefined;
}

/**
 * Returns the amount to pay, integer fen: the amount due, else the price, if it is above zero. An unpaid order is never free.
 * Of a paid order, the amount that was paid, for which its price is no proof. A cancelled order has none.
 */
export function amountDueOf(order: Sums): number | undefined {
  if (order.state === 'paid') return order.dueFen;
  const due = mayOwe(order) ? (order.dueFen ?? order.amountFen) : undefined;
  return due !== undefined && due > 0 ? due : undefined;
}

/** False of an order that was cancelled, or whose price was paid back, or is being paid back. */
function mayOwe(order: Pick<Order, 'state' | 'statusText'>): boolean {
  return order.state !== 'cancelled' && refundedWord(order) === undefined;
}

/**
 * Returns the properties that a payment needs, with the amount that `amountDueOf` states. Of an unpaid order that is said to owe 0,
 * which it never does, the price is all that was named.
 */
export function payable(order: Order): PayableOrder {
  const { number, kind, operatorId, sno, state, amountFen: price } = order;
  const named = state === 'to-pay' && mayOwe(order) && price !== undefined && price > 0 ? price : undefined;
  return { number, kind, operatorId, sno, amountFen: amountDueOf(order) ?? named };
}
