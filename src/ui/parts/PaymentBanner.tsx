import { observer } from 'mobx-react-lite';
import { orderAddress } from '../addresses.ts';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Link } from './Link.tsx';
import { Spinner } from './Spinner.tsx';
import styles from './PaymentBanner.module.css';

/** Over every screen, as long as nobody knows whether an order is paid. */
export const PaymentBanner = observer(function PaymentBanner() {
  const { payments } = useApplication();
  const { inDoubt, asking } = payments;
  return (
    <div role="status" className={styles.region}>
      {inDoubt && (
        <div className={styles.banner}>
          <p className={styles.words}>
            {asking ? <Spinner /> : <Icon name="alert" />}
            {copy.payment.confirming}
          </p>
          {!asking && (
            <>
              <p className={styles.hint}>{copy.payment.stillUnknown}</p>
              <div className={styles.ways}>
                <Button onClick={payments.confirm}>
                  {copy.payment.askAgain}
                </Button>
                <Link className={styles.order} to={orderAddress(inDoubt)}>
                  {copy.payment.seeOrder}
                </Link>
              </div>
            </>
          )}
        </div>
      )}
    </div>
  );
});
