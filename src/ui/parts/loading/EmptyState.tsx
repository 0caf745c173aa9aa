import type { ReactNode } from 'react';
import { Phrases } from '../words/Phrases.tsx';
import styles from './EmptyState.module.css';

/** Explains why there is nothing to show, and what the user can do. */
export function EmptyState({
  illustration,
  title,
  hint,
  children,
}: {
  illustration: ReactNode;
  title: string;
  hint?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {illustration}
      <p className={styles.title}>
        <Phrases>{title}</Phrases>
      </p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  );
}
