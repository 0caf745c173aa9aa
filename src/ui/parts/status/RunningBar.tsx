import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { hasDevice, isSameDevice } from '../../../core/basics/device-code.ts';
import type { RunningTreatment } from '../../../core/treatment/resume-treatment.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../graphics/Icon.tsx';
import styles from './RunningBar.module.css';
import { remainingWords, uncertaintyWords } from '../words/running-words.ts';
import { useNow } from '../hooks/use-now.ts';
import { usePageResume } from '../hooks/use-page-resume.ts';
import { useSubject } from '../device/use-subject.ts';
import { useTreatedDevice } from '../stop/use-treated-device.ts';

/** Screens that can start a device. Here the bar also queries a device that another user started. */
const STARTS_DEVICES = ['/modeMenu', '/custom'];

/**
 * Links to the running treatments of this user, with their remaining time, and to the devices of which it is not known that
 * they took a stop. Hides the treatment on the current screen.
 */
export const RunningBar = observer(function RunningBar() {
  const { running } = useApplication();
  const { pathname, key } = useLocation();
  const isEntry = pathname === '/';
  const subject = useSubject();
  const startable = STARTS_DEVICES.includes(pathname) ? subject : undefined;
  const treatedDevice = useTreatedDevice();
  const previousDevice = useRef<string>(undefined);

  const refresh = useCallback(() => {
    if (isEntry) return;
    void running.refresh({ also: [previousDevice.current, startable], onScreen: treatedDevice });
    previousDevice.current = treatedDevice ?? previousDevice.current;
  }, [isEntry, startable, treatedDevice, running]);
  useEffect(refresh, [refresh, key]);
  usePageResume(refresh);

  if (isEntry || !(running.isAny || running.unconfirmedStops.length > 0)) return null;
  return <Bars hidden={treatedDevice} />;
});

/** Only what the device reported a moment ago is shown as going on. */
const isLive = (treatment: RunningTreatment, now: number) => uncertaintyWords(treatment, now) === undefined;

/** `hidden` is the number of the device whose treatment the current screen shows. */
const Bars = observer(function Bars({ hidden }: { hidden: string | undefined }) {
  const { running } = useApplication();
  const now = useNow();
  const navigate = useNavigate();
  const stops = running.unconfirmedStops.filter((sno) => !isSameDevice(sno, hidden));
  const known = [hidden, ...stops, ...running.listed];
  const shown = running.runningAt(now).filter(({ sno }) => !hasDevice(known, sno));
  if (stops.length + shown.length === 0) return null;
  const open = (sno: string) => void navigate(addressOf({ to: 'process', sno }));
  return (
    <nav className={styles.region} aria-label={copy.running.label} data-running>
      {stops.map((sno) => (
        <button key={sno} type="button" className={`${styles.bar} ${styles.unsure}`} onClick={() => open(sno)}>
          <Icon name="alert" size={20} />
          <strong className={styles.words}>{copy.running.stopUnconfirmed(sno)}</strong>
          <Icon name="next" size={20} />
        </button>
      ))}
      {shown.map((treatment) => (
        <button key={treatment.sno} type="button" className={styles.bar} onClick={() => open(treatment.sno)}>
          <span className={styles.dot} aria-hidden="true" data-live={isLive(treatment, now) || undefined} />
          <span className={styles.words}>
            <strong>{remainingWords(treatment, now)}</strong>
            <span className={styles.device}>{copy.common.number(treatment.sno)}</span>
          </span>
          <Icon name="next" size={20} />
        </button>
      ))}
    </nav>
  );
});
