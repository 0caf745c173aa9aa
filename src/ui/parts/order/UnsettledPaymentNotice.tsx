import { observer } from 'mobx-react-lite';
import type { PayableOrder } from '../../../core/order/order.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import styles from './UnsettledPaymentNotice.module.css';
import { Spinner } from '../loading/Spinner.tsx';

/** Replaces the pay and cancel buttons of an order while its payment outcome is unknown. */
export const UnsettledPaymentNotice = observer(function UnsettledPaymentNotice({ order }: { order: PayableOrder }) {
  const { payments } = useApplication();
  const { confirming, stillUnknown, askAgain } = copy.payment;
  const isQuerying = payments.isQuerying(order);
  return (
    <div className={styles.unconfirmed}>
      <p className={styles.words}>
        {isQuerying && <Spinner />}
        {isQuerying ? confirming : stillUnknown}
      </p>
      {!isQuerying && (
        <Button tone="plain" aria-label={`${askAgain} ${order.number}`} onClick={() => void payments.queryOrder(order)}>
          {askAgain}
        </Button>
      )}
    </div>
  );
});
