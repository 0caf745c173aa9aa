import { CancelOrder } from '../../../core/checkout/cancel-order.ts';
import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import { orderGate } from '../../../core/checkout/order-gate.ts';
import { amountDueOf } from '../../../core/order/order.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, withContext } from '../../words/failure.ts';
import { yuan } from '../../words/format.ts';
import { findOrder, ORDER_FIELDS, orderHint, orderRow, type OrderOptions } from '../find-order.ts';
import { missingOrderText, warnOfLapsedPayments } from '../lapsed-payments.ts';

export const fields = ORDER_FIELDS;

const NOT_CANCELLED = {
  paid: (number: string) => `Order ${number} is paid and cannot be cancelled.`,
  gone: (number: string) => `Order ${number} no longer exists on the server.`,
  unknown: (number: string) => `Order ${number} has an unknown status and was not cancelled. Contact the operator.`,
};

export async function cancelOrder(context: Context, number: string, options: OrderOptions): Promise<ExitCode> {
  context.consent.requirePossible(`Cancel order ${number}?`);
  const { output } = context;
  const services = await context.createServices({ asPerson: true });
  const order = await findOrder(services, number, options, context.output);
  const refunded = (word: string) =>
    new Problem('refused', {
      message: `The server calls order ${order.number}, which was paid, ${word}. It cannot be cancelled.`,
    });
  const gate = orderGate(order, services.get(CheckoutRecords).purchases().doubtAbout(order));
  if (gate.kind === 'refunded') throw refunded(gate.word);
  if (gate.kind === 'paid') throw new Problem('refused', { message: NOT_CANCELLED.paid(order.number) });
  if (gate.kind === 'unknown')
    throw new Problem('refused', {
      message: `Order ${order.number} has an unknown status (${order.statusText ?? 'none'}) and was not cancelled. Contact the operator.`,
    });
  const amount = yuan(amountDueOf(order));
  let wasCancelled = gate.kind === 'cancelled';
  if (gate.kind === 'to-pay') {
    await context.consent.confirm(`Cancel order ${order.number}${amount === undefined ? '' : ` (${amount})`}?`);
    const mayBeCancelled = `Order ${order.number} may have been cancelled. Check with: ${orderHint(context.hint, 'show', order)}`;
    context.ifInterrupted((sent) => (sent ? mayBeCancelled : undefined));
    const outcome = await services
      .get(CancelOrder)
      .cancel(order)
      .catch((thrown: unknown) => Problem.of(thrown));
    if (outcome instanceof Problem) {
      if (!context.isOutcomeUnknown(outcome)) throw outcome;
      return output.refuse(withContext(`${mayBeCancelled}.`, failureOf(outcome, context.hint)), exitCodeOf(outcome));
    }
    if (outcome.kind === 'refunded') throw refunded(outcome.word);
    const { kind } = outcome;
    if (kind === 'in-doubt')
      return output.refuse(
        {
          code: 'payment-in-doubt',
          message: `Order ${order.number} was not cancelled: its payment is open or has no result yet.`,
          hint: `Check with: ${orderHint(context.hint, 'show', order)}`,
        },
        EXIT.unconfirmed,
      );
    wasCancelled = kind === 'cancelled';
    if (kind !== 'done' && kind !== 'cancelled') {
      const money = kind === 'gone' ? missingOrderText(order, services) : undefined;
      throw new Problem('refused', { message: [NOT_CANCELLED[kind](order.number), money].filter(Boolean).join(' ') });
    }
  }
  const sentence = wasCancelled ? `Order ${order.number} is already cancelled.` : `Cancelled order ${order.number}.`;
  // The word of the status and the amount due were those of the unpaid order.
  const statusText = order.state === 'cancelled' ? order.statusText : undefined;
  await output.record(orderRow({ ...order, state: 'cancelled', statusText, dueFen: undefined }), [sentence]);
  warnOfLapsedPayments(context, services, order);
  return EXIT.done;
}
