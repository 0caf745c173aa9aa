import { memo } from 'react';
import { copy } from '../copy/zh-CN-later.ts';
import styles from './DescriptionList.module.css';

/** A list of labels and values. A missing value shows as unknown. */
export function DescriptionList({ rows }: { rows: readonly (readonly [label: string, value: string | undefined])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <Fact key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

const Fact = memo(function Fact({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div className={styles.row}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value ?? copy.device.unknown}</dd>
    </div>
  );
});
