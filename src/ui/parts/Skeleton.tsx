import { copy } from '../copy/zh-CN.ts';
import styles from './Skeleton.module.css';

/** The final shape while it is waited for; invisible for the first 200 ms. */
export function Skeleton({ rows = 3, height = 'card', label = copy.common.loading }: { rows?: number; height?: 'card' | 'row' | 'record' | 'tall'; label?: string }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className={styles.label}>{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} className={`${styles.bone} ${styles[height]}`} />
      ))}
    </div>
  );
}
