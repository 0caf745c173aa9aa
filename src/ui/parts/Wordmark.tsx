import styles from './Wordmark.module.css';

/** The brand's mark and name. */
export function Wordmark({ name }: { name: string }) {
  return (
    <p className={styles.wordmark}>
      <Mark />
      {name}
    </p>
  );
}

export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={styles.mark}
    >
      <circle cx="16" cy="16" r="15" className={styles.ground} />
      <path d="M6.500 17h4l2.500-6 5 11 3-7.500 1.500 2.500h3" className={styles.pulse} strokeWidth="2.400" />
    </svg>
  );
}
