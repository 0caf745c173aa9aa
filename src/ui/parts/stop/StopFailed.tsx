import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { MayStillRun } from './MayStillRun.tsx';
import { problemMessage } from '../words/problem-message.ts';
import styles from './StopFailed.module.css';
import type { StopFailure, Stopping } from './use-stop.ts';

interface StopFailedProps extends Pick<Stopping, 'busy' | 'run'> {
  failure: StopFailure;
}

/**
 * Reports a stop that failed or is unconfirmed, and offers a retry. Tells the user how to stop the device by hand if it may
 * run for them.
 */
export function StopFailed({ failure, busy, run }: StopFailedProps) {
  const { title, problem } = failure;
  return (
    <div className={styles.notice}>
      <div role="alert" className={styles.reason}>
        <p className={styles.words}>
          {title && <strong className={styles.title}>{title}</strong>}
          {problem && problemMessage(problem)}
        </p>
        <Button tone="plain" busy={busy} onClick={run}>
          {copy.common.retry}
        </Button>
      </div>
      {failure.mayStillRun ? <MayStillRun /> : <p className={styles.hint}>{failure.hint}</p>}
    </div>
  );
}
