import { CancelOrder } from '../../core/order/cancel-order.ts';
import type { Order, PayableOrder } from '../../core/order/order.ts';
import type { Problem } from '../../core/problem.ts';
import { yuanText } from '../../core/money-text.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN-later.ts';
import type { Task } from '../stores/task.ts';
import { useScreenSignal } from './use-screen-signal.ts';
import { useTask } from './use-task.ts';

interface OrderActions {
  pay: Task<[PayableOrder], void>;
  cancel: Task<[Order], void>;
  busy: boolean;
  problem: Problem | undefined;
  /** True if the order must not be paid or cancelled now, because its payment may have taken effect. */
  isPaymentBlocked(order: Order): boolean;
}

/**
 * Pays and cancels an order, and shows the outcome as a toast. `onChange` runs after each, to read the order again. The
 * caller must be an observer.
 */
export function useOrderActions(onChange: () => Promise<void>): OrderActions {
  const { payments, toasts } = useApplication();
  const cancelOrder = useService(CancelOrder);
  const signal = useScreenSignal();
  const pay = useTask(async (order: PayableOrder) => {
    const outcome = await payments.pay(order, signal);
    if (outcome.kind === 'not-opened') toasts.show(copy.orders.paymentNotOpened);
    if (outcome.kind === 'cancelled') toasts.show(copy.payment.cancelled);
    if (outcome.kind === 'price-changed') toasts.show(copy.orders.priceChanged(yuanText(outcome.amountFen)), 'bad');
    if (outcome.kind === 'failed') toasts.show(outcome.message ?? copy.payment.failed, 'bad');
    await onChange();
  });
  const cancel = useTask(async (order: Order) => {
    await cancelOrder.cancel(order);
    toasts.show(copy.orders.cancelDone, 'good');
    payments.resumeUnsettled();
    await onChange();
  });
  const busy = pay.busy || cancel.busy;
  return {
    pay,
    cancel,
    busy,
    problem: pay.problem ?? cancel.problem,
    isPaymentBlocked: (order) => order.state === 'to-pay' && !busy && payments.blocksPayment(order),
  };
}
