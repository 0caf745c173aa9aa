import type { ReactNode } from 'react';
import { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './Rows.module.css';
import { ErrorState } from '../failure/ErrorState.tsx';

interface RowsProps {
  /** The number of shown rows. */
  count: number;
  /** The number of received rows that could not be parsed. */
  unreadable: number;
  /** The content of an empty list. */
  none: ReactNode;
  onRetry: () => void;
  busy?: boolean;
  children: ReactNode;
}

/** Renders a list and the number of rows left out. If no row could be parsed it shows an error, not the empty state. */
export function Rows({ count, unreadable, none, onRetry, busy, children }: RowsProps) {
  if (unreadable === 0) return count === 0 ? none : children;
  const leftOut = copy.lists.leftOut(unreadable);
  if (count === 0) return <ErrorState title={leftOut} problem={new Problem('parse')} busy={busy} onRetry={onRetry} />;
  return (
    <>
      {children}
      <p className={styles.leftOut}>{leftOut}</p>
    </>
  );
}
