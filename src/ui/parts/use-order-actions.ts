import { useState } from 'react';
import { CancelOrder } from '../../core/checkout/cancel-order.ts';
import type { Order, PayableOrder } from '../../core/order/order.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN-later.ts';
import type { Task } from '../stores/task.ts';
import { problemMessage } from './problem-message.ts';
import type { NamedPrice } from './PriceQuestion.tsx';
import { useScreenSignal } from './use-screen-signal.ts';
import { useTask } from './use-task.ts';

/** What happened, and what it means for the order. */
interface Failure {
  reason: string;
  meaning?: string;
}

interface OrderActions {
  pay: Task<[PayableOrder], void>;
  cancel: Task<[Order], void>;
  busy: boolean;
  /** Why the last action failed, and what that means for the order; shown until the next action. */
  failure: Failure | undefined;
  /** The amount to agree to before the payment, which `closeQuestion` declines. */
  named: NamedPrice | undefined;
  closeQuestion: () => void;
  /** True if the order must not be paid or cancelled now, because its payment may have taken effect. */
  isPaymentBlocked(order: Order): boolean;
}

/**
 * Pays and cancels an order. `onChange` runs after each, to read the order again. The caller must be an observer.
 */
export function useOrderActions(onChange: () => Promise<void>): OrderActions {
  const { payments, toasts } = useApplication();
  const cancelOrder = useService(CancelOrder);
  const signal = useScreenSignal();
  const [named, setNamed] = useState<NamedPrice>();
  const [failed, setFailed] = useState<Failure>();
  /** What happened stays on the screen that asked; after it has closed, a toast says it. */
  const tell = (failure: Failure) => (signal.aborted ? toasts.show(failure.reason, 'bad') : setFailed(failure));
  const pay = useTask(async (order: PayableOrder) => {
    setFailed(undefined);
    setNamed(undefined);
    const outcome = await payments.pay(order, signal);
    if (outcome.kind === 'not-opened') toasts.show(copy.orders.paymentNotOpened);
    if (outcome.kind === 'cancelled')
      toasts.show(outcome.by === 'customer' ? copy.payment.cancelled : copy.payment.orderCancelled);
    if (outcome.kind === 'price-changed') {
      if (signal.aborted) toasts.show(copy.orders.paymentNotOpened);
      else setNamed({ order, amountFen: outcome.amountFen });
    }
    if (outcome.kind === 'price-unknown') tell({ reason: copy.orders.priceUnknown });
    if (outcome.kind === 'failed')
      tell({ reason: outcome.message ?? copy.payment.failed, meaning: copy.payment.stillToPay });
    await onChange();
  });
  const cancel = useTask(async (order: Order) => {
    setFailed(undefined);
    const { kind } = await cancelOrder.cancel(order);
    if (kind === 'done') toasts.show(copy.orders.cancelDone, 'good');
    else tell({ reason: copy.orders.notCancelled[kind] });
    payments.resumeUnsettled();
    await onChange();
  });
  const busy = pay.busy || cancel.busy;
  const problem = pay.problem ?? cancel.problem;
  return {
    pay,
    cancel,
    busy,
    failure: failed ?? (problem && { reason: problemMessage(problem) }),
    named,
    closeQuestion: () => setNamed(undefined),
    isPaymentBlocked: (order) => order.state === 'to-pay' && !busy && payments.blocksPayment(order),
  };
}
