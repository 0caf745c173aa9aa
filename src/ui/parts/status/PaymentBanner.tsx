import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { orderLink } from '../../../core/app-links.ts';
import type { PaymentTarget } from '../../../ports/payment-bridge.ts';
import { deviceIn } from '../../addresses.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { NextCustomer } from '../entry/NextCustomer.tsx';
import { Button } from '../form/Button.tsx';
import { ConfirmedLine } from '../page/ConfirmedLine.tsx';
import { Icon } from '../graphics/Icon.tsx';
import { barsStart } from '../start/use-pending-payment.ts';
import { LapsedPaymentNotice } from '../order/LapsedPaymentNotice.tsx';
import { Link } from '../page/Link.tsx';
import { Support } from '../dialog/Support.tsx';
import { Spinner } from '../loading/Spinner.tsx';
import { UnkeptNotice } from './UnkeptNotice.tsx';
import { useScreenVisit } from '../page/use-screen-visit.ts';
import styles from './PaymentBanner.module.css';

/** Screens that lead to the screen after the payment by themselves. */
const ENTRY = '/';
const ON_THE_WAY = [ENTRY, '/lease'];
/** Screens that start treatments. */
const STARTS = ['/modeMenu', '/custom'];

/**
 * Shows one banner above every screen for each order whose payment outcome is unknown, and a line for each confirmed
 * payment on the screen after it. Each names its order, because the screen may be about another one. Queries
 * the outcomes when the page opens and when it resumes.
 */
export const PaymentBanner = observer(function PaymentBanner() {
  const { payments, onResume } = useApplication();
  const { unsettledPayments, lapsedPayments, confirmed } = payments;
  const { pathname, search } = useLocation();
  const visit = useScreenVisit();
  const [supportOpen, setSupportOpen] = useState(false);
  useEffect(() => {
    payments.resumeUnsettled();
    return onResume(payments.resumeUnsettled);
  }, [payments, onResume]);
  useEffect(() => {
    confirmed.showOn(visit, { leadsOn: ON_THE_WAY.includes(pathname) });
  }, [confirmed, confirmed.all, pathname, visit]);
  const confirmedHere = confirmed.all.filter((each) => pathname !== ENTRY && (each.visit ?? visit) === visit);
  /** The screen offers treatments of the device, and starts none before the payment is confirmed. */
  const isBarring = (order: PaymentTarget) =>
    STARTS.includes(pathname) && barsStart(order, deviceIn(search), new URLSearchParams(search));
  const named = (words: string, number: string) => (unsettledPayments.length > 1 ? `${words} ${number}` : words);
  return (
    <div role="status" className={styles.region}>
      <UnkeptNotice />
      {unsettledPayments.map(({ order, isQuerying }) => (
        <div key={order.number} className={styles.banner}>
          <p className={styles.words}>
            {isQuerying ? <Spinner /> : <Icon name="alert" />}
            {copy.payment.confirming}
          </p>
          <p className={styles.number}>{copy.payment.orderNumber(order.number)}</p>
          {isQuerying && isBarring(order) && <p>{copy.payment.noStartBefore}</p>}
          {!isQuerying && (
            <>
              <p>{copy.payment.stillUnknown}</p>
              <div className={styles.ways}>
                <Button aria-label={named(copy.payment.askAgain, order.number)} onClick={payments.queryAll}>
                  {copy.payment.askAgain}
                </Button>
                <Link className={styles.order} to={orderLink(order)}>
                  {copy.payment.seeOrder}
                </Link>
                <button type="button" className={styles.order} onClick={() => setSupportOpen(true)}>
                  {copy.payment.support}
                </button>
              </div>
            </>
          )}
        </div>
      ))}
      {lapsedPayments
        .filter(({ order }) => !payments.isUnsettled(order))
        .map((lapsed) => (
          <LapsedPaymentNotice key={lapsed.order.number} lapsed={lapsed} />
        ))}
      {confirmedHere.map((payment) => (
        <ConfirmedLine key={payment.order.number} payment={payment} />
      ))}
      {confirmedHere.some(({ purchased }) => purchased?.terms.forWhom === 'customer') && <NextCustomer />}
      {supportOpen && <Support onClose={() => setSupportOpen(false)} />}
    </div>
  );
});
