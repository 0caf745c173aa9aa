import type { ReactNode } from 'react';
import styles from './Illustration.module.css';

/** The frame of a decorative picture for an empty screen. */
export function Illustration({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.illustration} viewBox="0 0 200 156" aria-hidden="true">
      {children}
    </svg>
  );
}

/** A cloud with an exclamation mark. */
export const ErrorIllustration = () => (
  <Illustration>
    <path className={styles.solid} d="M62 116a28 28 0 0 1 2-56 38 38 0 0 1 72-4 30 30 0 0 1 2 60z" />
    <path className={styles.accent} d="M100 66v26M100 104v2" />
    <path className={styles.line} d="M46 136h108" />
  </Illustration>
);

/** The label of a device: its code, and below it the number. */
export const LabelIllustration = () => (
  <Illustration>
    <rect className={styles.solid} x="46" y="8" width="108" height="140" rx="14" />
    <path className={styles.line} d="M68 30h22v22H68zM110 30h22v22h-22zM68 72h22v22H68zM110 72h8M128 72v8M112 94h20" />
    <path className={styles.accent} d="M66 124h68" />
  </Illustration>
);

/** A phone with an arrow into it. */
export const SessionIllustration = () => (
  <Illustration>
    <rect className={styles.solid} x="66" y="20" width="68" height="116" rx="14" />
    <path className={styles.line} d="M50 136h100M84 36h32" />
    <path className={styles.accent} d="M40 82h64M86 64l18 18-18 18" />
  </Illustration>
);
