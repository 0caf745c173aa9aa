import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { isSameDevice } from '../../core/basics/device-code.ts';
import { tablesOf, type Tables } from '../../core/device/tables.ts';
import { presetOf } from '../../core/treatment/settings/presets.ts';
import { isStrong } from '../../core/treatment/settings/strength.ts';
import type { TreatmentMode, TreatmentSettings } from '../../core/treatment/settings/settings.ts';
import { customAddress } from '../addresses.ts';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { DeviceLine } from '../parts/device/DeviceLine.tsx';
import { Icon } from '../parts/graphics/Icon.tsx';
import { Link } from '../parts/page/Link.tsx';
import { NoDevice } from '../parts/entry/NoDevice.tsx';
import { Page } from '../parts/page/Page.tsx';
import { StartDialogs } from '../parts/start/StartDialogs.tsx';
import { Dotted } from '../parts/words/Dotted.tsx';
import { infraredWords, wordsOfCode } from '../parts/words/option-words.ts';
import { useTapsOnceSeen } from '../parts/hooks/use-taps-once-seen.ts';
import { useNamedDevice } from '../parts/device/use-named-device.ts';
import { usePendingPayment } from '../parts/start/use-pending-payment.ts';
import { useStart } from '../parts/start/use-start.tsx';
import { useSubject } from '../parts/device/use-subject.ts';
import { lastTreatment } from '../state/screen-state.ts';
import { useScreenState } from '../state/use-screen-state.ts';
import styles from './ModeMenu.module.css';
import { useRestartDelay } from './mode-menu/use-restart-delay.ts';

const MODES = ['bio', 'light', 'sleep', 'quantum'] as const satisfies readonly TreatmentMode[];

/** Offers the preset treatments of the device in the address and starts one. */
export const ModeMenu = observer(function ModeMenu() {
  const sno = useSubject();
  return sno === undefined ? (
    <Page heading={copy.titles.modeMenu}>
      <NoDevice />
    </Page>
  ) : (
    <Modes key={sno} sno={sno} />
  );
});

const Modes = observer(function Modes({ sno }: { sno: string }) {
  const { configuration, running, time, toasts } = useApplication();
  const tables = tablesOf(configuration);
  const [query] = useSearchParams();
  // On the way back the stop is long over, but the address that opens the page is also reached so.
  const [arrival, { key }] = [useNavigationType(), useLocation()];
  const isReturn = arrival === 'POP' && key !== 'default';
  const [openedAt] = useState(() => (isReturn ? undefined : time.now()));
  const flow = useStart(sno);
  const tiles = useRef<HTMLUListElement>(null);
  useTapsOnceSeen(tiles);
  const device = useNamedDevice(sno);
  const isRunning = running.isRunning(sno);
  const isPaymentPending = usePendingPayment(sno);
  const cameFromStopAt = query.get('stop') === '1' ? openedAt : undefined;
  const last = useScreenState(lastTreatment).current;
  /** The address alone does not prove that the mode was used. */
  const lastUsed = last && isSameDevice(last.sno, sno) && last.mode === query.get('again') ? last.mode : undefined;
  const restartSeconds = useRestartDelay(sno, cameFromStopAt);
  const isLocked = isPaymentPending || isRunning || restartSeconds > 0;

  const start = (mode: (typeof MODES)[number]) => {
    if (isPaymentPending) return toasts.show(copy.payment.confirming);
    if (isRunning) return toasts.show(copy.modes.locked);
    return flow.begin({ settings: presetOf(mode, tables), cameFromStopAt });
  };

  return (
    <Page heading={copy.titles.modeMenu}>
      <DeviceLine device={device} />
      <p className={`${styles.how} ${isLocked ? styles.hidden : ''}`}>{copy.modes.tapToStart}</p>
      <ul ref={tiles} className={styles.tiles}>
        {MODES.map((mode) => (
          <li key={mode}>
            <button
              type="button"
              className={`${styles.tile} ${styles[mode]}`}
              aria-disabled={isPaymentPending || isRunning || flow.step.busy}
              data-resting={restartSeconds > 0 || undefined}
              aria-describedby={`${mode}-about`}
              onClick={() => start(mode)}
            >
              <span className={styles.icon}>
                <Icon name={mode} size={40} />
              </span>
              <span className={styles.name}>{copy.modes.tiles[mode]}</span>
              <span className={styles.about} aria-hidden="true">
                {restartSeconds > 0 && <span id={`${mode}-about`}>{copy.modes.restsFor(restartSeconds)}</span>}
                {/* Keeps its room while the tile counts down, so that no tile moves when it can be tapped. */}
                <span
                  id={restartSeconds > 0 ? undefined : `${mode}-about`}
                  className={restartSeconds > 0 ? styles.hidden : undefined}
                >
                  {mode === lastUsed && <strong className={styles.last}>{copy.modes.lastUsed} </strong>}
                  <PresetWords preset={presetOf(mode, tables)} tables={tables} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Link to={customAddress(sno, { paid: isPaymentPending })} className={styles.custom}>
        <span className={styles.icon}>
          <Icon name="sliders" size={28} />
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{copy.modes.custom}</span>
          <span className={styles.about}>{copy.modes.customHint}</span>
        </span>
        <Icon name="next" />
      </Link>
      <StartDialogs flow={flow} device={device} deduct={copy.modes.deduct} />
    </Page>
  );
});

/** The duration and the strength of a preset. The name of its tile states the function. */
function PresetWords({ preset, tables }: { preset: TreatmentSettings; tables: Tables }) {
  const level = infraredWords(preset, tables);
  const words = [
    wordsOfCode(tables.voltage, preset.voltage, copy.treatment.volts),
    preset.auxiliary === 'quantum' ? copy.custom.quantum : level && copy.modes.infrared(level),
  ].filter((word) => word !== undefined);
  return (
    <>
      <strong className={styles.minutes}>{copy.treatment.minutes(preset.workMinutes)}</strong> <Dotted words={words} />
      {isStrong(preset, tables) && <span className={styles.strong}> {copy.modes.strong}</span>}
    </>
  );
}
