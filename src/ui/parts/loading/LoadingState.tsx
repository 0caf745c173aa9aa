import { Spinner } from './Spinner.tsx';
import styles from './LoadingState.module.css';

/** A blocking overlay while an action is under way. */
export function LoadingState({ text }: { text: string }) {
  return (
    <div className={styles.waiting} role="status" data-waiting>
      <span className={styles.box}>
        <Spinner />
        {text}
      </span>
    </div>
  );
}
