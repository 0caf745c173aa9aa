import type { ReactNode } from 'react';
import { Icon } from '../graphics/Icon.tsx';
import styles from './RecordCard.module.css';

/** A label and a value. A list whose values speak for themselves hides the labels from the eye. */
type Fact = readonly [label: string, value: ReactNode];

interface RecordCardProps {
  title: ReactNode;
  state: ReactNode;
  /** What the record is about, beside the amount. */
  about?: ReactNode;
  amount: ReactNode;
  /** Facts without a value are left out. */
  facts: readonly Fact[];
  labelled?: boolean;
  /** The card leads to another screen. */
  leadsOn?: boolean;
}

/** The content of one list record. */
export function RecordCard({ title, state, about, amount, facts, labelled = true, leadsOn = false }: RecordCardProps) {
  return (
    <div className={leadsOn ? styles.leading : undefined}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {state}
      </div>
      {(about || amount) && (
        <div className={styles.head}>
          {about && <p className={styles.about}>{about}</p>}
          {amount && <p className={styles.amount}>{amount}</p>}
        </div>
      )}
      <dl className={labelled ? styles.rows : styles.line}>
        {facts.map(
          ([label, value]) =>
            value !== undefined && (
              <div key={label} className={styles.row}>
                <dt className={labelled ? styles.label : 'only-for-readers'}>{label}</dt>
                <dd className={styles.value}>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {leadsOn && <Icon name="next" size={20} />}
    </div>
  );
}
