import { useEffect, useState } from 'react';
import { isStale } from '../../../core/device/freshness.ts';
import { SECOND, pastTimeText } from '../../../core/basics/time.ts';
import type { TreatmentView } from '../../../core/treatment/follow/treatment-view.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { ErrorBanner } from '../../parts/failure/ErrorState.tsx';
import { FailureBanner } from '../../parts/failure/FailureBanner.tsx';
import { useNow } from '../../parts/hooks/use-now.ts';
import styles from './ConnectionState.module.css';

const LOST_DELAY_MS = SECOND;

/** Shows connection problems, and the age of the shown state if it is stale. */
export function ConnectionState({ view, onRetry }: { view: TreatmentView; onRetry: () => void }) {
  const { line, phase, problem, seenAt, loginFailed, mayStillRun } = view;
  const isLost = useHasLasted(line === 'lost', LOST_DELAY_MS);
  // Nobody is told to stop by hand what is known not to treat them.
  const lostHint = mayStillRun === false ? undefined : copy.treatment.lineLostHint;
  const words = unresponsiveWords(view);
  const now = useNow();
  const isOld = seenAt === undefined || isStale(seenAt, now);
  const age = seenAt !== undefined && isOld && <Age seenAt={seenAt} now={now} />;
  return (
    <>
      <div role="status" className={styles.line}>
        {isLost ? (
          <FailureBanner isAlert={false} title={copy.treatment.lineLost} reason={lostHint} />
        ) : (
          loginFailed && line !== 'live' && !problem && <FailureBanner isAlert={false} title={copy.treatment.notLive} />
        )}
      </div>
      {problem && (
        // A failed read of something else, or beside the device's pushes, is no want of its state.
        <ErrorBanner title={isOld ? copy.treatment.noState : undefined} problem={problem} onRetry={onRetry}>
          {age}
        </ErrorBanner>
      )}
      {phase === 'unresponsive' && (
        <FailureBanner title={words.title} reason={words.hint}>
          <Button tone="plain" onClick={onRetry}>
            {copy.common.retry}
          </Button>
        </FailureBanner>
      )}
      {!problem && age}
    </>
  );
}

/** Returns what is known of a device that nothing shows to run this treatment. */
function unresponsiveWords({ report, awaitsStart, state, mayStillRun }: TreatmentView): {
  title: string;
  hint: string;
} {
  const { treatment } = copy;
  if (report === 'run') return { title: treatment.runsUnclear, hint: treatment.runsUnclearHint };
  const isUnsure = mayStillRun === false || (state.on !== undefined && (state.on || !awaitsStart));
  if (isUnsure) return { title: treatment.unsure, hint: treatment.unsureHint };
  return { title: treatment.unresponsive, hint: awaitsStart ? treatment.unresponsiveHint : treatment.silentHint };
}

function Age({ seenAt, now }: { seenAt: number; now: number }) {
  return (
    <span className={styles.age}>
      <Icon name="clock" size={20} />
      {copy.treatment.lastSeen(pastTimeText(seenAt, now))}
    </span>
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
