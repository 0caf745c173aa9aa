import { useEffect, useState } from 'react';
import { isStale } from '../../../core/device/freshness.ts';
import { SECOND } from '../../../core/time.ts';
import { timeOfDayText } from '../../../core/time-text.ts';
import type { TreatmentView } from '../../../core/treatment/treatment-tracker.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ErrorBanner } from '../../parts/ErrorState.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './ConnectionState.module.css';

const LOST_DELAY_MS = SECOND;

/** Shows connection problems, and the age of the shown state if it is stale. */
export function ConnectionState({ view, onRetry }: { view: TreatmentView; onRetry: () => void }) {
  const { line, phase, problem, seenAt, startedHere, state } = view;
  const isUnsure = state.on !== undefined && (state.on || !startedHere);
  const isLost = useHasLasted(line === 'lost', LOST_DELAY_MS);
  return (
    <>
      <div role="status">{isLost && <p className={styles.lost}>{copy.treatment.lineLost}</p>}</div>
      {problem && <ErrorBanner problem={problem} onRetry={onRetry} />}
      {phase === 'unresponsive' && (
        <div role="alert" className={styles.silent}>
          <p className={styles.title}>{isUnsure ? copy.treatment.unsure : copy.treatment.unresponsive}</p>
          <p>
            {isUnsure
              ? copy.treatment.unsureHint
              : startedHere
                ? copy.treatment.unresponsiveHint
                : copy.treatment.silentHint}
          </p>
          <Button tone="plain" onClick={onRetry}>
            {copy.common.retry}
          </Button>
        </div>
      )}
      {seenAt !== undefined && <Age seenAt={seenAt} />}
    </>
  );
}

function Age({ seenAt }: { seenAt: number }) {
  const now = useNow();
  if (!isStale(seenAt, now)) return null;
  return (
    <p className={styles.age}>
      <Icon name="clock" size={20} />
      {copy.treatment.lastSeen(timeOfDayText(seenAt))}
    </p>
  );
}

/** Returns true once the condition has been true for `ms` without interruption. */
function useHasLasted(condition: boolean, ms: number): boolean {
  const { time } = useApplication();
  const [hasLasted, setHasLasted] = useState(false);
  useEffect(() => {
    if (!condition) return undefined;
    let cancelled = false;
    const wait = async () => {
      await time.sleep(ms);
      if (!cancelled) setHasLasted(true);
    };
    void wait();
    return () => {
      cancelled = true;
      setHasLasted(false);
    };
  }, [condition, ms, time]);
  return condition && hasLasted;
}
