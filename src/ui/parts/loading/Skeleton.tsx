import { copy } from '../../copy/zh-CN.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** What stands above the rows. */
  first?: 'dial' | 'state';
  rows?: number;
  height?: 'device' | 'row' | 'record' | 'plan' | 'facts';
  label?: string;
}

const LINES = {
  device: ['name', 'short', 'button'],
  record: ['name', 'short', 'line'],
  plan: ['name', 'short'],
  facts: ['line', 'line', 'line', 'line'],
  row: [],
} as const;

/** A placeholder in the shape of the content. CSS hides it for the first 200 ms. */
export function Skeleton({ first, rows = 3, height = 'row', label = copy.common.loading }: SkeletonProps) {
  const lines = LINES[height];
  return (
    <div className={styles.skeleton} role="status">
      <span className={styles.label}>{label}</span>
      {first && <span className={`${styles.bone} ${styles[first]}`} />}
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={`${lines.length > 0 ? styles.surface : styles.bone} ${styles[height]}`}>
          {lines.map((line, at) => (
            <span key={at} className={`${styles.bone} ${styles[line]}`} />
          ))}
        </span>
      ))}
    </div>
  );
}
