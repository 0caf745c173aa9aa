import { timeOfDayText } from '../../../core/time-text.ts';
import { progressOf } from '../../../core/treatment/progress.ts';
import type { TreatmentView } from '../../../core/treatment/treatment-tracker.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './Dial.module.css';

const RADIUS = 88;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The elapsed and remaining time of a treatment. */
export function Dial({ view }: { view: TreatmentView }) {
  const { phase, mode, state } = view;
  const now = useNow();
  const isPending = phase === 'starting' || phase === 'unresponsive';
  const isLarge = !state.voltage && !state.frequency;
  const progress = progressOf(isPending ? { state } : view, now);
  return (
    <section className={`${styles.dial} ${isLarge ? styles.alone : ''}`}>
      <svg viewBox="0 0 200 200" className={styles.ring} aria-hidden="true">
        <circle cx="100" cy="100" r={RADIUS} className={styles.track} />
        <circle
          cx="100"
          cy="100"
          r={RADIUS}
          className={styles.spent}
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - progress.fraction)}
          transform="rotate(-90 100 100)"
        />
      </svg>
      <div className={styles.middle}>
        <span className={styles.mode}>
          <Icon name={mode === 'custom' ? 'sliders' : mode} size={28} />
        </span>
        <p className={styles.elapsed}>
          {copy.treatment.elapsedBefore}
          <strong className={styles.minutes}>{progress.elapsedMinutes}</strong>
          {copy.treatment.elapsedAfter}
        </p>
        {phase === 'starting' && (
          <p className={styles.phase} role="status">
            <Spinner />
            {copy.treatment.starting}
          </p>
        )}
      </div>
      {!isPending && progress.remainingMinutes !== undefined && (
        <div className={styles.left}>
          <p className={styles.remaining}>{copy.treatment.remaining(progress.remainingMinutes)}</p>
          {progress.endsAt !== undefined && <p>{copy.treatment.endsAt(timeOfDayText(progress.endsAt).slice(0, 5))}</p>}
        </div>
      )}
      {state.function === 'light' && <p className={styles.glow}>{copy.treatment.lightOn}</p>}
      {state.function === 'sleep' && <p className={styles.glow}>{copy.treatment.sleepOn}</p>}
    </section>
  );
}
