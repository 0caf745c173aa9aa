import type { Problem } from '../../core/problem.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from './Button.tsx';
import { Emptiness } from './Emptiness.tsx';
import { Icon } from './Icon.tsx';
import { wordsOf } from './problem-words.ts';
import styles from './Trouble.module.css';

interface TroubleProps {
  problem: Problem;
  onRetry: () => void;
  busy?: boolean;
}

/** What was asked for did not come: why, and a way to ask again. */
export function Trouble({ problem, onRetry, busy }: TroubleProps) {
  return (
    <div role="alert">
      <Emptiness drawing="trouble" title={wordsOf(problem)}>
        <Button tone="quiet" busy={busy} onClick={onRetry}>
          {copy.common.retry}
        </Button>
      </Emptiness>
    </div>
  );
}

/** The same in one line, above something that can still be read. */
export function TroubleLine({ problem, onRetry, busy }: TroubleProps) {
  return (
    <div role="alert" className={styles.line}>
      <Icon name="alert" />
      <span className={styles.words}>{wordsOf(problem)}</span>
      <Button tone="plain" busy={busy} onClick={onRetry}>
        {copy.common.retry}
      </Button>
    </div>
  );
}
