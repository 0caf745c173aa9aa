import type { TreatmentMode } from '../../../core/treatment/settings/settings.ts';
import { Icon, iconOfMode } from '../../parts/graphics/Icon.tsx';
import styles from './EndRing.module.css';

const RADIUS = 54;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/**
 * The ring of a treatment that is over: it closes into a tick if the time set has run, and otherwise shows the part that
 * is known to have run.
 */
export function EndRing({ fraction, mode }: { fraction: number | undefined; mode: TreatmentMode | undefined }) {
  const isComplete = fraction === 1;
  return (
    <div className={styles.ring} aria-hidden="true">
      <svg viewBox="0 0 128 128">
        <circle cx="64" cy="64" r={RADIUS} className={styles.track} />
        {fraction !== undefined && (
          <circle
            cx="64"
            cy="64"
            r={RADIUS}
            className={isComplete ? `${styles.spent} ${styles.closing}` : styles.spent}
            strokeDasharray={CIRCUMFERENCE}
            strokeDashoffset={CIRCUMFERENCE * (1 - fraction)}
            transform="rotate(-90 64 64)"
          />
        )}
        {isComplete && <path d="M42 66l15 15 30-32" pathLength="1" className={styles.tick} />}
      </svg>
      {!isComplete && (
        <span className={styles.mode}>
          <Icon name={iconOfMode(mode)} size={44} />
        </span>
      )}
    </div>
  );
}
