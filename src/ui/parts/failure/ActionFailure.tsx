import styles from './ActionFailure.module.css';

interface ActionFailureProps {
  reason: string;
  /** What it means for the order, and the way on. */
  meaning?: string | undefined;
}

/** Says why the last action on an order failed; it stays until the next one. */
export function ActionFailure({ reason, meaning }: ActionFailureProps) {
  return (
    <p role="alert" className={styles.failure}>
      <span className={styles.reason}>{reason}</span>
      {meaning !== undefined && <span>{meaning}</span>}
    </p>
  );
}
