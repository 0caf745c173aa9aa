import type { ReactNode } from 'react';
import type { ListedDevice } from '../../../core/device/listed-devices.ts';
import { isOnBehalf } from '../../../core/device/device-use.ts';
import { remainingDays, dateText } from '../../../core/basics/time.ts';
import type { RunningTreatment } from '../../../core/treatment/resume-treatment.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { Icon } from '../../parts/graphics/Icon.tsx';
import surface from '../../parts/dialog/Surface.module.css';
import { expectedEndWords } from '../../parts/words/running-words.ts';
import styles from './DeviceCard.module.css';

interface DeviceCardProps {
  listed: ListedDevice;
  /** Its treatment, if the device was found running for this rental. */
  treatment: RunningTreatment | undefined;
  /** Nobody says of such a device that its treatment goes on as it should. */
  isStopUnconfirmed: boolean;
  now: number;
  /** One of very many: without the device's place and the date of the end. */
  compact: boolean;
  onOpen: () => void;
  onWatch: () => void;
  onRenew: () => void;
  /** What was written about the customer; without `onNote`, nothing can be. */
  note: string | undefined;
  onNote: (() => void) | undefined;
}

/** A device on lease, with its connection state, the remaining term, and what can be done with it next. */
export function DeviceCard({
  listed: { device, state },
  treatment,
  isStopUnconfirmed,
  now,
  compact,
  onOpen,
  onWatch,
  onRenew,
  note,
  onNote,
}: DeviceCardProps) {
  const { name, area, sno, online, sharer, assist, expiresAt } = device;
  const onBehalf = isOnBehalf(device);
  const days = expiresAt === undefined ? undefined : remainingDays(expiresAt, now);
  const isOver = state === 'ended' || state === 'replaced';
  const isRenewable = state !== 'replaced' && !sharer && assist !== undefined;
  return (
    <article className={`${surface.raised} ${styles.card}`} data-state={state} data-compact={compact || undefined}>
      <Face className={styles.open} onOpen={state === 'replaced' ? undefined : onOpen}>
        <span className={styles.top}>
          <span className={styles.name}>{name}</span>
          {state !== 'replaced' && <Icon name="next" size={20} />}
          {online !== undefined && (
            <span className={`${styles.state} ${online ? styles.online : ''}`}>
              {online ? copy.my.online : copy.my.offline}
            </span>
          )}
        </span>
        <span className={styles.facts}>
          <span className={styles.number}>{sno}</span>
          {area && !compact && <span className={styles.area}>{area}</span>}
        </span>
        {isStopUnconfirmed ? (
          <strong className={styles.unsure}>{copy.treatment.stopUnconfirmed}</strong>
        ) : (
          treatment && <strong className={styles.running}>{expectedEndWords(treatment, now)}</strong>
        )}
        {(days !== undefined || expiresAt !== undefined) && (
          <span className={styles.term}>
            {days !== undefined && (
              <span className={styles.days}>{days < 0 ? copy.my.expired : copy.my.remainingDays(days)}</span>
            )}
            {expiresAt !== undefined && !compact && (
              <span className={styles.expiry}>{copy.my.expiry(dateText(expiresAt))}</span>
            )}
          </span>
        )}
        {(sharer !== undefined || onBehalf) && (
          <span className={styles.labels}>
            {sharer && <span className={styles.label}>{copy.my.sharedBy(sharer.name ?? copy.my.sharerUnnamed)}</span>}
            {onBehalf && <span className={`${styles.label} ${styles.onBehalf}`}>{copy.my.agentRental}</span>}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </span>
        )}
      </Face>
      {(!isOver || isRenewable || onNote) && (
        <div className={styles.bottom}>
          {state === 'offline' && <p className={styles.unusable}>{copy.my.unusable}</p>}
          {onNote && (
            <button type="button" className={styles.write} aria-label={copy.my.note.write(name)} onClick={onNote}>
              <Icon name="pencil" size={20} />
              {copy.my.note.short}
            </button>
          )}
          {isRenewable && (
            <Button tone="quiet" className={styles.renew} aria-label={copy.my.renewNamed(name)} onClick={onRenew}>
              {copy.my.renew}
            </Button>
          )}
          {state === 'usable' && (
            <Button className={styles.use} aria-label={copy.my.startNamed(name)} onClick={onOpen}>
              {copy.my.start}
            </Button>
          )}
          {state === 'running' && (
            <Button className={styles.use} aria-label={copy.my.watchNamed(name)} onClick={onWatch}>
              {copy.my.watch}
            </Button>
          )}
        </div>
      )}
    </article>
  );
}

/** The face of a card opens its device, unless another rental has the device by now. */
function Face({
  className,
  onOpen,
  children,
}: {
  className: string | undefined;
  onOpen: (() => void) | undefined;
  children: ReactNode;
}) {
  if (!onOpen) return <div className={className}>{children}</div>;
  return (
    <button type="button" className={className} onClick={onOpen}>
      {children}
    </button>
  );
}
