import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { addressOf } from '../addresses.ts';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN-my.ts';
import { Icon } from './Icon.tsx';
import styles from './RunningBar.module.css';
import { remainingWords } from './running-words.ts';
import { useNow } from './use-now.ts';
import { usePageResume } from './use-page-resume.ts';
import { useTreatedDevice } from './use-treated-device.ts';

/** Screens that can start the current device. Here the bar also queries a device that another user started. */
const STARTS_DEVICES = ['/modeMenu', '/custom'];

/**
 * Links to the running treatments of this user, with their remaining time. Hides the treatment on the current screen.
 */
export const RunningBar = observer(function RunningBar() {
  const { device, running } = useApplication();
  const { pathname, key } = useLocation();
  const isEntry = pathname === '/';
  const startsDevices = STARTS_DEVICES.includes(pathname);
  const treatedDevice = useTreatedDevice();
  const previousDevice = useRef<string>(undefined);

  const refresh = useCallback(() => {
    if (isEntry) return;
    const current = startsDevices ? device.sno : undefined;
    void running.refresh({ also: [previousDevice.current, current], onScreen: treatedDevice });
    previousDevice.current = treatedDevice ?? previousDevice.current;
  }, [isEntry, startsDevices, treatedDevice, running, device]);
  useEffect(refresh, [refresh, key]);
  usePageResume(refresh);

  if (isEntry || !running.isAny) return null;
  return <Bars hidden={treatedDevice} />;
});

/** `hidden` is the number of the device whose treatment the current screen shows. */
const Bars = observer(function Bars({ hidden }: { hidden: string | undefined }) {
  const { running } = useApplication();
  const now = useNow();
  const navigate = useNavigate();
  const shown = running.runningAt(now).filter(({ sno }) => sno !== hidden && !running.listed.includes(sno));
  if (shown.length === 0) return null;
  return (
    <nav className={styles.region} aria-label={copy.running.label} data-running>
      {shown.map((treatment) => (
        <button
          key={treatment.sno}
          type="button"
          className={styles.bar}
          onClick={() => void navigate(addressOf({ to: 'process', sno: treatment.sno }))}
        >
          <span className={styles.dot} aria-hidden="true" />
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
