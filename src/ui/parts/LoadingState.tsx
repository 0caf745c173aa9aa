import { Spinner } from './Spinner.tsx';
import styles from './LoadingState.module.css';

/** Something is being done that the user has to wait for. */
export function LoadingState({ text }: { text: string }) {
  return (
    <div className={styles.waiting} role="status">
      <span className={styles.box}>
        <Spinner />
        {text}
      </span>
    </div>
  );
}
