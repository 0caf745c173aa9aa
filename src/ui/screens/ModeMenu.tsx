import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { sharedDeviceInLink } from '../../core/app-links.ts';
import { OpenSharedDevice } from '../../core/share/open-shared-device.ts';
import { presetOf, type TreatmentMode } from '../../core/treatment/settings.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN-later.ts';
import { Icon } from '../parts/Icon.tsx';
import { Link } from '../parts/Link.tsx';
import { NoDevice } from '../parts/NoDevice.tsx';
import { Page } from '../parts/Page.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { StartDialogs } from '../parts/StartDialogs.tsx';
import { ErrorState } from '../parts/ErrorState.tsx';
import { useScreenSignal } from '../parts/use-screen-signal.ts';
import { usePendingPayment } from '../parts/use-pending-payment.ts';
import { useStart } from '../parts/use-start.tsx';
import { useLoad } from '../parts/use-task.ts';
import styles from './ModeMenu.module.css';

const MODES = ['bio', 'light', 'sleep', 'quantum'] as const satisfies readonly TreatmentMode[];

/** Offers the preset treatments of the device and starts one. */
export const ModeMenu = observer(function ModeMenu() {
  const { device: current, running, time, toasts } = useApplication();
  const [query] = useSearchParams();
  const [openedAt] = useState(() => time.now());
  const flow = useStart();
  const openSharedDevice = useService(OpenSharedDevice);
  const signal = useScreenSignal();
  const linked = sharedDeviceInLink(query);
  const opened = useLoad(
    async () => (linked === undefined ? undefined : { device: await openSharedDevice.open(linked, signal) }),
    linked ?? '',
  );
  const isOpening = linked !== undefined && opened.result === undefined;
  const device = linked === undefined ? current.selected : opened.result?.device;
  const isRunning = running.isRunning(device?.sno);
  const isPaymentPending = usePendingPayment(device?.sno);

  const start = (mode: (typeof MODES)[number]) => {
    if (isPaymentPending) return toasts.show(copy.payment.confirming);
    if (isRunning) return toasts.show(copy.modes.locked);
    return flow.begin({
      settings: presetOf(mode),
      cameFromStopAt: query.get('stop') === '1' ? openedAt : undefined,
    });
  };

  return (
    <Page heading={copy.titles.modeMenu}>
      {isOpening && opened.problem && <ErrorState problem={opened.problem} busy={opened.busy} onRetry={opened.retry} />}
      {isOpening && !opened.problem && <Skeleton rows={2} height="tall" />}
      {!isOpening && device && (
        <>
          <p className={styles.device}>{copy.common.number(device.sno)}</p>
          <ul className={styles.tiles}>
            {MODES.map((mode) => (
              <li key={mode}>
                <button
                  type="button"
                  className={`${styles.tile} ${styles[mode]}`}
                  aria-disabled={isPaymentPending || isRunning || flow.step.busy}
                  aria-describedby={`${mode}-about`}
                  onClick={() => start(mode)}
                >
                  <span className={styles.icon}>
                    <Icon name={mode} size={40} />
                  </span>
                  <span className={styles.name}>{copy.modes.tiles[mode]}</span>
                  <span id={`${mode}-about`} className={styles.about} aria-hidden="true">
                    {copy.treatment.minutes(presetOf(mode).workMinutes)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Link to={isPaymentPending ? '/custom?paid=1' : '/custom'} className={styles.custom}>
            <span className={styles.icon}>
              <Icon name="sliders" size={28} />
            </span>
            <span className={styles.words}>
              <span className={styles.name}>{copy.modes.custom}</span>
              <span className={styles.about}>{copy.modes.customHint}</span>
            </span>
            <Icon name="next" />
          </Link>
        </>
      )}
      {!isOpening && !device && <NoDevice />}
      <StartDialogs flow={flow} deduct={copy.modes.deduct} />
    </Page>
  );
});
