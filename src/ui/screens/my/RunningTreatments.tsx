import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { timeOfDayText } from '../../../core/basics/time.ts';
import { progressOf } from '../../../core/treatment/follow/progress.ts';
import { hasDevice, isSameDevice } from '../../../core/basics/device-code.ts';
import type { LeasedDevice } from '../../../core/device/device.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon, iconOfMode } from '../../parts/graphics/Icon.tsx';
import { uncertaintyWords } from '../../parts/words/running-words.ts';
import { useNow } from '../../parts/hooks/use-now.ts';
import { staysBusy, useNavigation } from '../../parts/hooks/use-task.ts';
import styles from './RunningTreatments.module.css';

/** More treatments than these leave no room for what stands below them. */
const MAX_LARGE_CARDS = 2;

/** Links to the running treatments, with the names of the devices on lease. The bar above warns of those that may not have stopped. */
export const RunningTreatments = observer(function RunningTreatments({
  devices,
}: {
  devices: readonly LeasedDevice[];
}) {
  const { running } = useApplication();
  const navigate = useNavigate();
  const now = useNow();
  const open = useNavigation(async (sno: string) => {
    void navigate(addressOf({ to: 'process', sno }));
    await staysBusy();
  });
  const treatments = running.runningAt(now).filter(({ sno }) => !hasDevice(running.unconfirmedStops, sno));
  const listed = treatments.map(({ sno }) => sno).join();
  useEffect(() => {
    running.setListed(listed === '' ? [] : listed.split(','));
    return () => running.setListed([]);
  }, [running, listed]);
  if (treatments.length === 0) return null;
  return (
    <ul
      className={styles.list}
      aria-label={copy.running.label}
      data-many={treatments.length > MAX_LARGE_CARDS || undefined}
    >
      {treatments.map((treatment) => {
        const { sno, mode } = treatment;
        const name = devices.find((device) => isSameDevice(device.sno, sno))?.name ?? sno;
        const uncertainty = uncertaintyWords(treatment, now);
        const { remainingMinutes, endsAt, fraction } = uncertainty === undefined ? progressOf(treatment, now) : {};
        return (
          <li key={sno}>
            <button type="button" className={styles.card} onClick={() => void open.run(sno)}>
              <span className={styles.icon}>
                <Icon name={iconOfMode(mode)} size={32} />
              </span>
              <span className={styles.words}>
                <strong className={styles.state}>{uncertainty ?? copy.treatment.goingOn}</strong>
                <span className={styles.what}>
                  <span>{name}</span>
                  {mode && <span>{copy.modes.names[mode]}</span>}
                </span>
                <span className={styles.time}>
                  {remainingMinutes !== undefined && <span>{copy.treatment.remaining(remainingMinutes)}</span>}
                  {endsAt !== undefined && <span>{copy.treatment.endsAt(timeOfDayText(endsAt).slice(0, 5))}</span>}
                </span>
              </span>
              <Icon name="next" />
              {fraction !== undefined && (
                <span className={styles.track} aria-hidden="true">
                  <span className={styles.spent} style={{ width: `${fraction * 100}%` }} />
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
});
