import type { ReactNode } from 'react';
import styles from './RecordCard.module.css';

interface RecordCardProps {
  title: ReactNode;
  state: ReactNode;
  amount: ReactNode;
  rows: readonly (readonly [label: string, value: string | undefined])[];
}

/** The content of one list record. Rows without a value are left out. */
export function RecordCard({ title, state, amount, rows }: RecordCardProps) {
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {state}
      </div>
      <div className={styles.amount}>{amount}</div>
      <dl className={styles.rows}>
        {rows.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label} className={styles.row}>
                <dt className={styles.label}>{label}</dt>
                <dd className={styles.value}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
