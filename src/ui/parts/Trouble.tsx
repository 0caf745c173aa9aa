import type { Problem } from '../../core/problem.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from './Button.tsx';
import { Emptiness } from './Emptiness.tsx';
import { Icon } from './Icon.tsx';
import { wordsOf } from './problem-words.ts';
import styles from './Trouble.module.css';

interface TroubleProps {
  /** What failed, where the reason alone does not tell. */
  title?: string;
  problem: Problem;
  onRetry: () => void;
  busy?: boolean;
}

/** What was asked for did not come: why, and a way to ask again. */
export function Trouble({ title, problem, onRetry, busy }: TroubleProps) {
  const reason = wordsOf(problem);
  const hint = title ? reason : problem.serverMessage && copy.problems.later;
  return (
    <div role="alert">
      <Emptiness drawing="trouble" title={title ?? reason} hint={hint}>
        <Button busy={busy} onClick={onRetry}>
          {copy.common.retry}
        </Button>
      </Emptiness>
    </div>
  );
}

/** The same in one line, above something that can still be read. */
export function TroubleLine({ title, problem, onRetry, busy }: TroubleProps) {
  return (
    <div role="alert" className={styles.line}>
      <Icon name="alert" />
      <span className={styles.words}>
        {title && <strong className={styles.title}>{title}</strong>}
        {wordsOf(problem)}
      </span>
      <Button tone="plain" busy={busy} onClick={onRetry}>
        {copy.common.retry}
      </Button>
    </div>
  );
}
