import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import { MayStillRun } from './MayStillRun.tsx';
import { problemMessage } from '../words/problem-message.ts';
import styles from './StopFailed.module.css';
import type { Stopping } from './use-stop.ts';

/** Reports a stop that failed or is unconfirmed. Tells the user how to stop the device by hand, and offers a retry. */
export function StopFailed({ failure, problem, busy, run }: Stopping) {
  return (
    <div className={styles.notice}>
      <div role="alert" className={styles.reason}>
        <p className={styles.words}>
          {failure && <strong className={styles.title}>{failure}</strong>}
          {problem && problemMessage(problem)}
        </p>
        <Button tone="plain" busy={busy} onClick={run}>
          {copy.common.retry}
        </Button>
      </div>
      <MayStillRun />
    </div>
  );
}
