import { copy } from '../../copy/zh-CN.ts';
import styles from './Skeleton.module.css';

interface SkeletonProps {
  rows?: number;
  height?: 'card' | 'row' | 'record' | 'plan' | 'tall';
  label?: string;
}

const LINES = {
  card: ['name', 'short', 'lead'],
  record: ['name', 'short', 'line'],
  plan: ['name', 'short'],
  row: [],
  tall: [],
} as const;

/** A placeholder in the shape of the content. CSS hides it for the first 200 ms. */
export function Skeleton({ rows = 3, height = 'card', label = copy.common.loading }: SkeletonProps) {
  const lines = LINES[height];
  return (
    <div className={styles.skeleton} role="status">
      <span className={styles.label}>{label}</span>
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
