import { timeOfDayText } from '../../../core/basics/time.ts';
import { isSilent, progressOf } from '../../../core/treatment/follow/progress.ts';
import type { TreatmentView } from '../../../core/treatment/follow/treatment-view.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon, iconOfMode } from '../../parts/graphics/Icon.tsx';
import { Spinner } from '../../parts/loading/Spinner.tsx';
import { useNow } from '../../parts/hooks/use-now.ts';
import styles from './Dial.module.css';

const RADIUS = 88;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The elapsed and remaining time of a treatment. */
export function Dial({ view }: { view: TreatmentView }) {
  const { phase, mode, state } = view;
  const now = useNow();
  // The report of an offline device is its past.
  const isUncertain = phase === 'starting' || phase === 'unresponsive' || phase === 'offline';
  const isOn = phase === 'running' && !isSilent(view.seenAt ?? now, now);
  const isLarge = !state.voltage && !state.frequency;
  const { elapsedMinutes, remainingMinutes, endsAt, fraction } = progressOf(isUncertain ? { state } : view, now);
  return (
    <section className={`${styles.dial} ${isLarge ? styles.alone : ''}`}>
      <svg viewBox="0 0 200 200" className={styles.ring} aria-hidden="true">
        <circle cx="100" cy="100" r={RADIUS} className={styles.track} />
        {fraction !== undefined && (
          <circle
            cx="100"
            cy="100"
            r={RADIUS}
            className={styles.spent}
            strokeDasharray={CIRCUMFERENCE}
            strokeDashoffset={CIRCUMFERENCE * (1 - fraction)}
            transform="rotate(-90 100 100)"
          />
        )}
      </svg>
      <div className={styles.middle}>
        <span className={styles.mode}>
          <Icon name={iconOfMode(mode)} size={28} />
        </span>
        {elapsedMinutes !== undefined && (
          <p className={styles.elapsed}>
            {copy.treatment.elapsedBefore}
            <strong className={styles.minutes}>{elapsedMinutes}</strong>
            {copy.treatment.elapsedAfter}
          </p>
        )}
        {elapsedMinutes === undefined && phase === 'running' && (
          <p className={`${styles.elapsed} ${styles.unknown}`}>{copy.treatment.minutesUnknown}</p>
        )}
        {phase === 'starting' && (
          <p className={styles.phase} role="status">
            <Spinner />
            {copy.treatment.starting}
          </p>
        )}
      </div>
      {(remainingMinutes !== undefined || phase === 'starting') && (
        <div className={styles.left}>
          {remainingMinutes !== undefined && (
            <p className={styles.remaining}>{copy.treatment.remaining(remainingMinutes)}</p>
          )}
          {endsAt !== undefined && <p>{copy.treatment.endsAt(timeOfDayText(endsAt).slice(0, 5))}</p>}
        </div>
      )}
      {isOn && state.function === 'light' && <p className={styles.glow}>{copy.treatment.lightOn}</p>}
      {isOn && state.function === 'sleep' && <p className={styles.glow}>{copy.treatment.sleepOn}</p>}
    </section>
  );
}
