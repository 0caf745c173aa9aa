import { useState } from 'react';
import type { ConfigurationValues } from '../../../core/api/configuration/configuration.ts';
import styles from './Wordmark.module.css';

type Brand = Pick<ConfigurationValues['brand'], 'name' | 'logo'>;

/** The brand's mark and name. */
export function Wordmark({ brand }: { brand: Brand }) {
  return (
    <p className={styles.wordmark}>
      <Mark logo={brand.logo} />
      <span className={styles.name}>{brand.name}</span>
    </p>
  );
}

/** The brand's logo. The mark of the app replaces a logo that is missing or fails to load. */
export function Mark({ logo, size = 28 }: { logo: string | undefined; size?: number }) {
  const [failed, setFailed] = useState(false);
  if (logo && !failed)
    return <img className={styles.logo} src={logo} alt="" width={size} height={size} onError={() => setFailed(true)} />;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="15" className={styles.ground} />
      <path d="M6.500 17h4l2.500-6 5 11 3-7.500 1.500 2.500h3" className={styles.pulse} strokeWidth="2.400" />
    </svg>
  );
}
