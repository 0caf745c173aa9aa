import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { payable, type Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { CancelOrderDialog } from '../../parts/order/CancelOrderDialog.tsx';
import { UnsettledPaymentNotice } from '../../parts/order/UnsettledPaymentNotice.tsx';
import { FailureBanner } from '../../parts/failure/FailureBanner.tsx';
import { RentalQuestion } from '../../parts/order/RentalQuestion.tsx';
import { PriceQuestion } from '../../parts/order/PriceQuestion.tsx';
import { useOrderActions } from '../../parts/order/use-order-actions.ts';
import styles from './OrderItem.module.css';

interface OrderToPayProps {
  order: Order;
  onChange: () => Promise<void>;
  /** Called with the amount that the server asks for, if the row has shown another one or none. */
  onPriceNamed: (amountFen: number) => void;
  /** Called with whether a payment or a cancellation is under way. */
  onActing: (isUnderWay: boolean) => void;
  /** Called when the component unmounts and its focused button disappears with it. */
  onFocusLost: () => void;
}

/** The pay and cancel actions of an unpaid order. The list reloads after each of them. */
export const OrderToPay = observer(function OrderToPay({
  order,
  onChange,
  onPriceNamed,
  onActing,
  onFocusLost,
}: OrderToPayProps) {
  const [confirmOpen, setConfirmOpen] = useState(false);
  const { pay, cancel, busy, failureOf, named, rented, payBeside, closeQuestion, isPaymentBlocked } =
    useOrderActions(onChange);
  const failure = failureOf(order);
  useEffect(() => {
    if (named) onPriceNamed(named.amountFen);
  }, [named, onPriceNamed]);
  useEffect(() => onActing(busy), [busy, onActing]);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) onFocusLost();
    },
    [onFocusLost],
  );
  const labelled = (words: string) => `${words} ${order.number}`;
  return (
    <div className={styles.ways}>
      {failure && <FailureBanner {...failure} />}
      {isPaymentBlocked(order) ? (
        <UnsettledPaymentNotice order={payable(order)} />
      ) : (
        <>
          <Button
            tone="plain"
            busy={busy}
            aria-label={labelled(copy.orders.cancel)}
            onClick={() => setConfirmOpen(true)}
          >
            {copy.orders.cancel}
          </Button>
          <Button busy={busy} aria-label={labelled(copy.orders.pay)} onClick={() => void pay.run(payable(order))}>
            {copy.orders.pay}
          </Button>
        </>
      )}
      {rented && <RentalQuestion rented={rented} onAgree={payBeside} onClose={closeQuestion} />}
      {named && <PriceQuestion named={named} onAgree={(agreed) => void pay.run(agreed)} onClose={closeQuestion} />}
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
