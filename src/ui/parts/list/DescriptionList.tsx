import { memo } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import styles from './DescriptionList.module.css';

/** A list of labels and values. A missing value shows as unknown. */
export function DescriptionList({ rows }: { rows: readonly (readonly [label: string, value: string | undefined])[] }) {
  return (
    <dl className={styles.list}>
      {rows.map(([label, value]) => (
        <Row key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

const Row = memo(function Row({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value ?? copy.device.unknown}</dd>
    </div>
  );
});
