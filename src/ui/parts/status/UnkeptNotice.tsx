import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { ACCOUNT_KEYS, AccountScope } from '../../../core/state/account-scope.ts';
import { GUARDING_KEYS } from '../../../core/state/activity-keys.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../graphics/Icon.tsx';
import { useMayRun } from '../stop/use-may-run.ts';
import styles from './PaymentBanner.module.css';

/** Says that a reload would forget an open payment or a running treatment, because the phone's storage is full or forbidden. */
export const UnkeptNotice = observer(function UnkeptNotice() {
  const { page, payments } = useApplication();
  const scope = useService(AccountScope);
  const mayRun = useMayRun();
  const { unsettledPayments, lapsedPayments } = payments;
  const [isKept, setIsKept] = useState(true);
  useEffect(() => {
    const { storage } = page.stored().scope;
    const isStored = (key: string) =>
      storage.read('account', ACCOUNT_KEYS.keyOf(scope.account, key)) === scope.read('account', key);
    setIsKept(GUARDING_KEYS.every(isStored));
  }, [page, scope, mayRun, unsettledPayments, lapsedPayments]);
  const isAnyOpen = mayRun || unsettledPayments.length > 0 || lapsedPayments.length > 0;
  return !isAnyOpen || isKept ? null : (
    <div className={styles.banner}>
      <p className={styles.words}>
        <Icon name="alert" />
        {copy.unkept}
      </p>
    </div>
  );
});
