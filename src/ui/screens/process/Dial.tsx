import type { TreatmentView } from '../../../core/treatment/treatment-in-view.ts';
import { MINUTE } from '../../../core/time.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './Dial.module.css';

const RADIUS = 88;
const ROUND = 2 * Math.PI * RADIUS;

/** How long it has gone on, of how long it will. */
export function Dial({ view }: { view: TreatmentView }) {
  const { beganAt, phase, mode, state } = view;
  const now = useNow();
  const set = state.workMinutes;
  const isWaitedFor = phase === 'starting' || phase === 'unresponsive';
  const elapsed = beganAt === undefined || isWaitedFor ? 0 : Math.max(0, now - beganAt);
  const total = set === undefined ? undefined : set * MINUTE;
  const spent = total === undefined ? elapsed : Math.min(elapsed, total);
  const minutes = Math.floor(spent / MINUTE);
  const share = total ? spent / total : 0;
  return (
    <section className={styles.dial}>
      <svg viewBox="0 0 200 200" className={styles.ring} aria-hidden="true">
        <circle cx="100" cy="100" r={RADIUS} className={styles.track} />
        <circle
          cx="100"
          cy="100"
          r={RADIUS}
          className={styles.spent}
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - share)}
          transform="rotate(-90 100 100)"
        />
      </svg>
      <div className={styles.middle}>
        <span className={styles.mode}>
          <Icon name={mode === 'custom' ? 'sliders' : mode} size={28} />
        </span>
        <p className={styles.elapsed}>
          {copy.treatment.elapsedBefore}
          <strong className={styles.minutes}>{minutes}</strong>
          {copy.treatment.elapsedAfter}
        </p>
        {phase === 'starting' && (
          <p className={styles.phase} role="status">
            <Spinner />
            {copy.treatment.starting}
          </p>
        )}
        {!isWaitedFor && set !== undefined && <p className={styles.phase}>{copy.treatment.remaining(Math.max(0, set - minutes))}</p>}
      </div>
      {state.function === 'light' && <p className={styles.glow}>{copy.treatment.lightOn}</p>}
      {state.function === 'sleep' && <p className={styles.glow}>{copy.treatment.sleepOn}</p>}
    </section>
  );
}
