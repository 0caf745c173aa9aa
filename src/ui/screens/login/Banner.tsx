import { useState } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/Icon.tsx';
import styles from './Banner.module.css';

/** Why a phone number is bound, until it is put away. */
export function Banner() {
  const [shown, setShown] = useState(true);
  if (!shown) return null;
  return (
    <div className={styles.banner}>
      <Icon name="phone" />
      <p className={styles.words}>{copy.login.banner}</p>
      <button type="button" className={styles.close} aria-label={copy.common.close} onClick={() => setShown(false)}>
        <Icon name="close" size={20} />
      </button>
    </div>
  );
}
