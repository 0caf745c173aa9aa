import { dateTimeText, SECOND } from '../../../core/time.ts';
import type { TreatmentView } from '../../../core/treatment/treatment-in-view.ts';
import { useEffect, useState } from 'react';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/Button.tsx';
import { TroubleLine } from '../../parts/Trouble.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './LineState.module.css';

const LOST_FOR = SECOND;
const OLD_AFTER = 15 * SECOND;

/** How well the treatment is known: what is in the way of it, and how old what is shown is. */
export function LineState({ view, onRetry }: { view: TreatmentView; onRetry: () => void }) {
  const { line, phase, problem, seenAt } = view;
  const isLost = useLasting(line === 'lost', LOST_FOR);
  return (
    <>
      <div role="status">{isLost && <p className={styles.lost}>{copy.treatment.lineLost}</p>}</div>
      {problem && <TroubleLine problem={problem} onRetry={onRetry} />}
      {phase === 'unresponsive' && (
        <div role="alert" className={styles.silent}>
          <p className={styles.title}>{copy.treatment.unresponsive}</p>
          <p>{copy.treatment.unresponsiveHint}</p>
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
  if (now - seenAt <= OLD_AFTER) return null;
  return <p className={styles.age}>{copy.treatment.lastSeen(dateTimeText(seenAt).slice(11))}</p>;
}

/** True once something has lasted for that long. */
function useLasting(is: boolean, ms: number): boolean {
  const { time } = useApplication();
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!is) return undefined;
    let over = false;
    const wait = async () => {
      await time.sleep(ms);
      if (!over) setLasts(true);
    };
    void wait();
    return () => {
      over = true;
      setLasts(false);
    };
  }, [is, ms, time]);
  return is && lasts;
}
