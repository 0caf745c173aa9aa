import { copy } from '../../../src/ui/copy/zh-CN.ts';
import { refundedWord } from '../../../src/core/order/order.ts';

/** What a page tells the person of an order. */
export type Said =
  | 'paid'
  | 'refunded'
  /** The person has not paid: the sheet was closed, or the payment failed. */
  | 'not-paid'
  /** The order waits to be paid. */
  | 'to-pay'
  | 'cancelled'
  | 'gone'
  | 'costs';

export interface Claim {
  number: string;
  says: Said;
  /** Where `says` is `costs`; integer fen. */
  amountFen?: number;
  /** The plan that is said to be paid, if one is named. */
  planId?: string;
}

const SAID_BY: Readonly<Record<string, Said>> = {
  [copy.payment.paid]: 'paid',
  [copy.payment.cancelled]: 'not-paid',
  [copy.payment.failed]: 'not-paid',
  [copy.payment.orderCancelled]: 'cancelled',
  [copy.payment.orderGone]: 'gone',
};

/** What a short message claims; undefined if it claims nothing of an order. */
export function claimOf(text: string): Claim | undefined {
  const [, number, words = ''] = /^支付订单 (\S+)：(.*)$/.exec(text) ?? [];
  const says = SAID_BY[words] ?? (refundedWord({ statusText: words }) === undefined ? undefined : 'refunded');
  return number === undefined || says === undefined ? undefined : { number, says };
}
