import { dateTimeText } from '../../../core/basics/time.ts';
import styles from './DateTime.module.css';

/** A date and a time of day. A line may break between the two, and not inside either. */
export function DateTime({ at }: { at: number }) {
  const [date, time] = dateTimeText(at).split(' ');
  return (
    <>
      <span className={styles.unbroken}>{date}</span> <span className={styles.unbroken}>{time}</span>
    </>
  );
}
