import { orderAnswerOf } from '../../core/checkout/confirm/order-answer.ts';
import { CheckoutRecords } from '../../core/checkout/records/checkout-records.ts';
import { mayHaveTakenMoney, type LapsedPayment } from '../../core/checkout/records/purchase.ts';
import { payable, refundedWord, type Order, type PayableOrder } from '../../core/order/order.ts';
import type { CoreServices } from '../environment.ts';
import type { Context } from '../context.ts';

const BEFORE: Record<LapsedPayment['reason'], string> = {
  cancelled: ' before it was cancelled',
  gone: ' before the server lost it',
  unconfirmed: ', and the server has not confirmed it in a day',
};

function moneyText(number: string, before = ''): string {
  return `A payment of order ${number} may have been made${before}: if money was taken, contact the operator.`;
}

/**
 * Warns once of each payment that may have taken money and that nothing confirms any more. Call it after the output of a command that may
 * find one. `found`: the orders as the server reports them, whose end the next command knows then, too.
 */
export function warnOfLapsedPayments({ output }: Context, services: CoreServices, ...found: readonly Order[]): void {
  const records = services.get(CheckoutRecords);
  records.recordEndsOfPaid(found);
  const known = records.purchases();
  for (const order of found) {
    const answer = orderAnswerOf(order);
    if (answer === 'cancelled') records.record({ type: 'serverSaysCancelled', order });
    const state = known.ofOrder(order)?.state;
    // One that was not placed or handed over here may be used already by the phone that paid it.
    if (answer !== 'paid' || state === undefined || state === 'paid') continue;
    const refunded = refundedWord(order) === undefined ? undefined : true;
    records.record({ type: 'serverSaysPaid', order: payable(order), paidAt: order.paidAt, refunded });
  }
  for (const { order, reason } of records.lapsed()) {
    output.warn(moneyText(order.number, BEFORE[reason]));
    records.dismissLapsed(order);
  }
}

/** What is said of an order that one answer of the server lacks; undefined if no payment of it may have taken money. */
export function missingOrderText({ number }: Pick<PayableOrder, 'number'>, services: CoreServices): string | undefined {
  const records = services.get(CheckoutRecords);
  const mayBePaid =
    mayHaveTakenMoney(records.purchases().ofOrder({ number })) ||
    records.lapsed().some(({ order }) => order.number === number);
  return mayBePaid ? moneyText(number) : undefined;
}
