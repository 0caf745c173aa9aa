import { useState } from 'react';
import { Visit } from '../../../core/session/visit.ts';
import { useUseCase } from '../../application.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { Icon } from '../../parts/Icon.tsx';
import styles from './Banner.module.css';

/** Why a phone number is bound, until it is put away for this visit. */
export function Banner() {
  const visit = useUseCase(Visit);
  const [shown, setShown] = useState(() => !visit.get('bindingReasonPutAway'));
  const putAway = () => {
    visit.set('bindingReasonPutAway', true);
    setShown(false);
  };
  if (!shown) return null;
  return (
    <div className={styles.banner}>
      <Icon name="phone" />
      <p className={styles.words}>{copy.login.banner}</p>
      <button type="button" className={styles.close} aria-label={copy.common.close} onClick={putAway}>
        <Icon name="close" size={20} />
      </button>
    </div>
  );
}
