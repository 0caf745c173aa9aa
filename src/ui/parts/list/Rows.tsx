import type { ReactNode } from 'react';
import { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './Rows.module.css';
import { ErrorState } from '../failure/ErrorState.tsx';

interface RowsProps {
  /** The number of shown rows. */
  count: number;
  /** The number of rows that could not be parsed, or that the server counts and has not sent. */
  leftOut: number;
  /** The content of an empty list. */
  none: ReactNode;
  onRetry: () => void;
  busy?: boolean;
  children: ReactNode;
}

/** Renders a list and the number of rows left out. If all were left out it shows an error, not the empty state. */
export function Rows({ count, leftOut, none, onRetry, busy, children }: RowsProps) {
  if (leftOut === 0) return count === 0 ? none : children;
  const words = copy.lists.leftOut(leftOut);
  if (count === 0) return <ErrorState title={words} problem={new Problem('parse')} busy={busy} onRetry={onRetry} />;
  return (
    <>
      {children}
      <p className={styles.leftOut}>{words}</p>
    </>
  );
}
