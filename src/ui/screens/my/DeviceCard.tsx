import type { LeasedDevice } from '../../../core/device/device.ts';
import { isOnBehalf } from '../../../core/device/device-use.ts';
import { remainingDays, dateText } from '../../../core/basics/time.ts';
import type { RunningTreatment } from '../../../core/treatment/resume-treatment.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import surface from '../../parts/dialog/Surface.module.css';
import { expectedEndWords } from '../../parts/words/running-words.ts';
import styles from './DeviceCard.module.css';

interface DeviceCardProps {
  device: LeasedDevice;
  /** Its treatment, if the device was found running. */
  treatment: RunningTreatment | undefined;
  now: number;
  onOpen: () => void;
  onRenew: () => void;
}

/** A device on lease, with its connection state and the remaining term. */
export function DeviceCard({ device, treatment, now, onOpen, onRenew }: DeviceCardProps) {
  const { name, area, sno, online, sharer, assist, expiresAt } = device;
  const onBehalf = isOnBehalf(device);
  const days = expiresAt === undefined ? undefined : remainingDays(expiresAt, now);
  return (
    <article className={`${surface.raised} ${styles.card}`}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.top}>
          <span className={styles.name}>{name}</span>
          {online !== undefined && (
            <span className={`${styles.state} ${online ? styles.online : ''}`}>
              {online ? copy.my.online : copy.my.offline}
            </span>
          )}
        </span>
        <span className={styles.facts}>
          {area && <span>{area}</span>}
          <span className={styles.number}>{sno}</span>
        </span>
        {treatment && <strong className={styles.running}>{expectedEndWords(treatment, now)}</strong>}
        {(sharer !== undefined || onBehalf) && (
          <span className={styles.labels}>
            {sharer && <span className={styles.label}>{copy.my.sharedBy(sharer.name ?? copy.my.sharerUnnamed)}</span>}
            {onBehalf && <span className={`${styles.label} ${styles.onBehalf}`}>{copy.my.agentRental}</span>}
          </span>
        )}
      </button>
      <div className={`${surface.bottom} ${styles.bottom}`}>
        <p className={styles.term}>
          {days !== undefined && (
            <span className={styles.days}>{days < 0 ? copy.my.expired : copy.my.remainingDays(days)}</span>
          )}
          {expiresAt !== undefined && <span className={styles.expiry}>{copy.my.expiry(dateText(expiresAt))}</span>}
        </p>
        {!sharer && assist !== undefined && (
          <Button tone="quiet" aria-label={copy.my.renewNamed(name)} onClick={onRenew}>
            {copy.my.renew}
          </Button>
        )}
      </div>
    </article>
  );
}
