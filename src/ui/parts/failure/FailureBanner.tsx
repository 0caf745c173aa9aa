import type { ReactNode } from 'react';
import { Icon } from '../graphics/Icon.tsx';
import styles from './FailureBanner.module.css';

/** What failed, why, and what it means for the order or the treatment. */
export interface Failure {
  title: string;
  reason?: string | undefined;
  meaning?: string | undefined;
}

/**
 * Says that an action failed, directly above the button that was pressed, and stays until the next try. `known`: what is
 * known all the same. `children`: a way on, unless the pressed button is it. Without `isAlert`, it stands in a region that
 * announces itself.
 */
export function FailureBanner({
  title,
  reason,
  meaning,
  known,
  isAlert = true,
  children,
}: Failure & { known?: ReactNode; isAlert?: boolean; children?: ReactNode }) {
  return (
    <div role={isAlert ? 'alert' : undefined} className={styles.banner}>
      <div className={styles.said}>
        <Icon name="alert" size={20} />
        <p className={styles.words}>
          <strong className={styles.title}>{title}</strong>
          {known && <span className={styles.line}>{known}</span>}
          {reason !== undefined && <span className={styles.line}>{reason}</span>}
          {meaning !== undefined && <span className={styles.line}>{meaning}</span>}
        </p>
      </div>
      {children}
    </div>
  );
}
