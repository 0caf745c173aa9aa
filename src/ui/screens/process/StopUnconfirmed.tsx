import { useState } from 'react';
import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { wordsOf } from '../../parts/problem-words.ts';
import { Support } from '../../parts/Support.tsx';
import styles from './StopUnconfirmed.module.css';

interface StopUnconfirmedProps {
  /** What kept it from being confirmed; undefined where the device says that it runs on. */
  problem: Problem | undefined;
  busy: boolean;
  onRetry: () => void;
}

/** Nobody can say whether the device has stopped: how to stop it by hand, to try again, and whom to ask. */
export function StopUnconfirmed({ problem, busy, onRetry }: StopUnconfirmedProps) {
  const [asksForSupport, setAsksForSupport] = useState(false);
  return (
    <div role="alert" className={styles.notice}>
      <p className={styles.title}>
        <Icon name="alert" />
        {copy.treatment.stopUnconfirmed}
      </p>
      <p className={styles.advice}>{copy.safety.mayStillRun}</p>
      {problem && <p>{wordsOf(problem)}</p>}
      <div className={styles.ways}>
        <Button tone="plain" onClick={() => setAsksForSupport(true)}>
          {copy.orders.support}
        </Button>
        <Button tone="plain" busy={busy} onClick={onRetry}>
          {copy.common.retry}
        </Button>
      </div>
      {asksForSupport && <Support onClose={() => setAsksForSupport(false)} />}
    </div>
  );
}
