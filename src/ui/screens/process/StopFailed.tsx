import { copy } from '../../copy/zh-CN-later.ts';
import { Button } from '../../parts/Button.tsx';
import { MayStillRun } from '../../parts/MayStillRun.tsx';
import { problemMessage } from '../../parts/problem-message.ts';
import styles from './StopFailed.module.css';
import type { Stopping } from './use-stop.ts';

/** A stop that did not go through, or that nobody can confirm: why, how to stop the device by hand, whom to ask, and another try. */
export function StopFailed({ unconfirmed, problem, busy, run }: Stopping) {
  return (
    <div className={styles.notice}>
      <div role="alert" className={styles.reason}>
        <p className={styles.words}>
          {unconfirmed && <strong className={styles.title}>{copy.treatment.stopUnconfirmed}</strong>}
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
