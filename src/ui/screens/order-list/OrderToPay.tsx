import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { CancelOrder } from '../../../core/order/cancel-order.ts';
import { payable, type Order } from '../../../core/order/order.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { Button } from '../../parts/Button.tsx';
import { CancelOrderDialog } from '../../parts/CancelOrderDialog.tsx';
import { UnsettledPaymentNotice } from '../../parts/UnsettledPaymentNotice.tsx';
import { problemMessage } from '../../parts/problem-message.ts';
import { useScreenSignal } from '../../parts/use-screen-signal.ts';
import { useTask } from '../../parts/use-task.ts';
import styles from './OrderItem.module.css';

interface OrderToPayProps {
  order: Order;
  onChange: () => Promise<void>;
  /** Called when the component unmounts and its focused button disappears with it. */
  onFocusLost: () => void;
}

/** The pay and cancel actions of an unpaid order. The list reloads after each of them. */
export const OrderToPay = observer(function OrderToPay({ order, onChange, onFocusLost }: OrderToPayProps) {
  const { payments, toasts } = useApplication();
  const cancelOrder = useService(CancelOrder);
  const [confirmOpen, setConfirmOpen] = useState(false);
  const signal = useScreenSignal();
  const pay = useTask(async () => {
    const outcome = await payments.pay(payable(order), signal);
    if (outcome.kind === 'not-opened') toasts.show(copy.orders.notPaidYet);
    if (outcome.kind === 'cancelled') toasts.show(copy.payment.cancelled);
    if (outcome.kind === 'failed') toasts.show(outcome.message ?? copy.payment.failed, 'bad');
    await onChange();
  });
  const cancel = useTask(async () => {
    await cancelOrder.cancel(order);
    toasts.show(copy.orders.cancelDone, 'good');
    payments.resumeUnsettled();
    await onChange();
  });
  const busy = pay.busy || cancel.busy;
  const isPaymentBlocked = !busy && payments.blocksPayment(order);
  const problem = pay.problem ?? cancel.problem;
  useEffect(
    () => () => {
      if (document.activeElement === document.body) onFocusLost();
    },
    [onFocusLost],
  );
  const named = (words: string) => `${words} ${order.number}`;
  return (
    <div className={styles.ways}>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problemMessage(problem)}
        </p>
      )}
      {isPaymentBlocked ? (
        <UnsettledPaymentNotice order={payable(order)} />
      ) : (
        <>
          <Button tone="plain" busy={busy} aria-label={named(copy.orders.cancel)} onClick={() => setConfirmOpen(true)}>
            {copy.orders.cancel}
          </Button>
          <Button busy={busy} aria-label={named(copy.orders.pay)} onClick={() => void pay.run()}>
            {copy.orders.pay}
          </Button>
        </>
      )}
      {confirmOpen && (
        <CancelOrderDialog order={order} onCancel={() => void cancel.run()} onClose={() => setConfirmOpen(false)} />
      )}
    </div>
  );
});
