import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { payable, type Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { Button } from '../../parts/Button.tsx';
import { CancelOrderDialog } from '../../parts/CancelOrderDialog.tsx';
import { UnsettledPaymentNotice } from '../../parts/UnsettledPaymentNotice.tsx';
import { problemMessage } from '../../parts/problem-message.ts';
import { useOrderActions } from '../../parts/use-order-actions.ts';
import styles from './OrderItem.module.css';

interface OrderToPayProps {
  order: Order;
  onChange: () => Promise<void>;
  /** Called when the component unmounts and its focused button disappears with it. */
  onFocusLost: () => void;
}

/** The pay and cancel actions of an unpaid order. The list reloads after each of them. */
export const OrderToPay = observer(function OrderToPay({ order, onChange, onFocusLost }: OrderToPayProps) {
  const [confirmOpen, setConfirmOpen] = useState(false);
  const { pay, cancel, busy, problem, isPaymentBlocked } = useOrderActions(onChange);
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
      {isPaymentBlocked(order) ? (
        <UnsettledPaymentNotice order={payable(order)} />
      ) : (
        <>
          <Button tone="plain" busy={busy} aria-label={named(copy.orders.cancel)} onClick={() => setConfirmOpen(true)}>
            {copy.orders.cancel}
          </Button>
          <Button busy={busy} aria-label={named(copy.orders.pay)} onClick={() => void pay.run(payable(order))}>
            {copy.orders.pay}
          </Button>
        </>
      )}
      {confirmOpen && (
        <CancelOrderDialog
          order={order}
          onCancel={() => void cancel.run(order)}
          onClose={() => setConfirmOpen(false)}
        />
      )}
    </div>
  );
});
