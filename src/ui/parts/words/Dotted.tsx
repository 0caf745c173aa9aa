import { Fragment } from 'react';
import styles from './Dotted.module.css';

/** Words with dots between them, of which two may be alike. No line begins or ends with a dot. */
export function Dotted({ words }: { words: readonly string[] }) {
  return (
    <span className={styles.words}>
      {words.map((word, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span className={styles.word}>
            {index > 0 && <span className={styles.dot}>· </span>}
            {word}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
