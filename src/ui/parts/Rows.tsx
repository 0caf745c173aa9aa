import type { ReactNode } from 'react';
import { Problem } from '../../core/problem.ts';
import { copy } from '../copy/zh-CN.ts';
import styles from './Rows.module.css';
import { ErrorState } from './ErrorState.tsx';

interface RowsProps {
  /** How many rows are shown, and how many were sent that cannot be read. */
  count: number;
  unreadable: number;
  /** What is shown where there is none at all. */
  none: ReactNode;
  onRetry: () => void;
  busy?: boolean;
  children: ReactNode;
}

/** A list, and how many rows of it are left out. One of which no row can be read is a failure, and not empty. */
export function Rows({ count, unreadable, none, onRetry, busy, children }: RowsProps) {
  if (unreadable === 0) return count === 0 ? none : children;
  const leftOut = copy.common.leftOut(unreadable);
  if (count === 0) return <ErrorState title={leftOut} problem={new Problem('parse')} busy={busy} onRetry={onRetry} />;
  return (
    <>
      {children}
      <p className={styles.leftOut}>{leftOut}</p>
    </>
  );
}
