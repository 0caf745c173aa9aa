import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import { orderGate } from '../../../core/checkout/order-gate.ts';
import { OrdersPlacedHere } from '../../../core/checkout/orders-placed-here.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { findOrder, orderHint, ORDER_FIELDS, orderLines, orderRow, type OrderOptions } from '../find-order.ts';
import { warnOfLapsedPayments } from '../lapsed-payments.ts';

export const fields = ORDER_FIELDS;

export async function showOrder(context: Context, number: string, options: OrderOptions): Promise<ExitCode> {
  const { output } = context;
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const order = await findOrder(services, number, options, context.output);
  const forWhom = services.get(OrdersPlacedHere).forWhom(order.number);
  await output.record(orderRow(order), orderLines(output, order, forWhom, services.time.now()));
  warnOfLapsedPayments(context, services, order);
  const gate = orderGate(order, services.get(CheckoutRecords).purchases().doubtAbout(order));
  if (gate.kind === 'to-pay' && gate.mayBePaid) output.note(`To pay: ${orderHint(context.hint, 'pay', order)}`);
  return EXIT.done;
}
