import styles from './Spinner.module.css';

/** A decorative spinner. Put a text beside it for screen readers. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
