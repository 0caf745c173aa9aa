import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './Drawing.tsx';
import styles from './Emptiness.module.css';

/** There is nothing to show here: why, and what to do. */
export function Emptiness({ drawing, title, hint, children }: { drawing: DrawingName; title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={styles.emptiness}>
      <Drawing name={drawing} />
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  );
}
