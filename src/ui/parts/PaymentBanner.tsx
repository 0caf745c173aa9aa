import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { orderLink } from '../../core/app-links.ts';
import { paidLeaseEnd } from '../../core/lease/plan-terms.ts';
import { Queries } from '../../core/queries.ts';
import { dateText } from '../../core/time-text.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN-my.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import { Spinner } from './Spinner.tsx';
import type { ConfirmedPayment } from '../stores/payment-store.ts';
import { useLoad } from './use-task.ts';
import styles from './PaymentBanner.module.css';

/** The screens that lead to the screen after the payment. */
const ON_THE_WAY = ['/', '/lease'];

/**
 * Shows one banner above every screen for each order whose payment outcome is unknown, and a line for the last
 * confirmed payment on the screen after it.
 */
export const PaymentBanner = observer(function PaymentBanner() {
  const { payments } = useApplication();
  const { unsettledPayments, confirmedPayment } = payments;
  const { pathname } = useLocation();
  useEffect(() => {
    if (confirmedPayment && !ON_THE_WAY.includes(pathname)) payments.showConfirmedOn(pathname);
  }, [payments, confirmedPayment, pathname]);
  const named = (words: string, number: string) => (unsettledPayments.length > 1 ? `${words} ${number}` : words);
  return (
    <div role="status" className={styles.region}>
      {unsettledPayments.map(({ order, isQuerying }) => (
        <div key={order.number} className={styles.banner}>
          <p className={styles.words}>
            {isQuerying ? <Spinner /> : <Icon name="alert" />}
            {named(copy.payment.confirming, order.number)}
          </p>
          {!isQuerying && (
            <>
              <p className={styles.hint}>{copy.payment.stillUnknown}</p>
              <div className={styles.ways}>
                <Button aria-label={named(copy.payment.askAgain, order.number)} onClick={payments.queryAll}>
                  {copy.payment.askAgain}
                </Button>
                <Link className={styles.order} to={orderLink(order)}>
                  {copy.payment.seeOrder}
                </Link>
              </div>
            </>
          )}
        </div>
      ))}
      {confirmedPayment?.path === pathname && (
        <ConfirmedLine key={confirmedPayment.order.number} payment={confirmedPayment} />
      )}
    </div>
  );
});

const ConfirmedLine = observer(function ConfirmedLine({ payment }: { payment: ConfirmedPayment }) {
  const { payments, time } = useApplication();
  const queries = useService(Queries);
  const { order, purchased } = payment;
  const { kind, sno } = order;
  const device = useLoad(async () => (kind === 'lease' && sno !== undefined ? queries.device(sno) : undefined));
  const end = purchased && paidLeaseEnd(purchased, device.result?.expiresAt, time.now());
  const uses = purchased?.plan.basis === 'uses' ? purchased.plan.amount : undefined;
  const bought = uses === undefined ? copy.payment.paid : copy.payment.boughtUses(uses);
  return (
    <div className={`${styles.banner} ${styles.confirmed}`}>
      <Icon name="check" />
      <p className={styles.bought}>{end === undefined ? bought : copy.payment.rentedUntil(dateText(end))} ·</p>
      <Link className={styles.order} to={orderLink(order)}>
        {copy.payment.seeOrder}
      </Link>
      <button type="button" className={styles.close} aria-label={copy.common.close} onClick={payments.dismissConfirmed}>
        <Icon name="close" />
      </button>
    </div>
  );
});
