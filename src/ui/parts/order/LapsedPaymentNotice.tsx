import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { orderLink } from '../../../core/app-links.ts';
import type { LapsedPayment } from '../../../core/checkout/records/purchase.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { Icon } from '../graphics/Icon.tsx';
import { Link } from '../page/Link.tsx';
import styles from '../status/PaymentBanner.module.css';
import { Support } from '../dialog/Support.tsx';

/** Says that a payment may have taken money, which nothing confirms any more. It stays until the user has read it. */
export const LapsedPaymentNotice = observer(function LapsedPaymentNotice({ lapsed }: { lapsed: LapsedPayment }) {
  const { payments } = useApplication();
  const [supportOpen, setSupportOpen] = useState(false);
  const { order, reason } = lapsed;
  return (
    <div className={styles.banner}>
      <p className={styles.words}>
        <Icon name="alert" />
        {copy.payment.lapsed[reason]}
      </p>
      <p className={styles.hint}>{copy.payment.orderNumber(order.number)}</p>
      <div className={styles.ways}>
        <Button onClick={() => setSupportOpen(true)}>{copy.payment.support}</Button>
        {reason !== 'gone' && (
          <Link className={styles.order} to={orderLink(order)}>
            {copy.payment.seeOrder}
          </Link>
        )}
        <Button
          tone="plain"
          aria-label={`${copy.common.understood} ${order.number}`}
          onClick={() => payments.dismissLapsed(order)}
        >
          {copy.common.understood}
        </Button>
      </div>
      {supportOpen && <Support onClose={() => setSupportOpen(false)} />}
    </div>
  );
});
