import { CancelOrder } from '../../core/order/cancel-order.ts';
import type { Order, PayableOrder } from '../../core/order/order.ts';
import type { Problem } from '../../core/problem.ts';
import { yuanText } from '../../core/money-text.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN-later.ts';
import type { Task } from '../stores/task.ts';
import { useScreenSignal } from './use-screen-signal.ts';
import { NotDone, useTask } from './use-task.ts';

interface OrderActions {
  pay: Pick<Task<[PayableOrder], unknown>, 'run' | 'retry' | 'busy'>;
  cancel: Pick<Task<[Order], unknown>, 'run' | 'retry' | 'busy'>;
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
  const nameOfPayment = ({ number }: PayableOrder) => copy.tasks.pay(number);
  const pay = useTask(nameOfPayment, async (order: PayableOrder) => {
    const outcome = await payments.pay(order, signal);
    const notPaid = (reason: string) =>
      new NotDone(reason, async () => {
        toasts.show(reason, 'bad');
        await onChange();
      });
    if (outcome.kind === 'not-opened') toasts.show(copy.orders.paymentNotOpened);
    if (outcome.kind === 'cancelled') toasts.show(copy.payment.cancelled);
    if (outcome.kind === 'price-changed') return notPaid(copy.orders.priceChanged(yuanText(outcome.amountFen)));
    if (outcome.kind === 'failed') return notPaid(outcome.message ?? copy.payment.failed);
    await onChange();
    return undefined;
  });
  const nameOfCancellation = ({ number }: Order) => copy.tasks.cancelOrder(number);
  const cancel = useTask(nameOfCancellation, async (order: Order) => {
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
