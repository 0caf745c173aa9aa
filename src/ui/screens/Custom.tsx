import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { fitted } from '../../core/treatment/settings/fitted.ts';
import { customDefault } from '../../core/treatment/settings/presets.ts';
import type { TreatmentSettings } from '../../core/treatment/settings/settings.ts';
import { tablesOf } from '../../core/device/tables.ts';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from '../parts/form/Button.tsx';
import { DeviceLine } from '../parts/device/DeviceLine.tsx';
import { Icon, type IconName } from '../parts/graphics/Icon.tsx';
import { NoDevice } from '../parts/entry/NoDevice.tsx';
import { Page } from '../parts/page/Page.tsx';
import { ShareSheet } from '../parts/device/ShareSheet.tsx';
import { StartDialogs } from '../parts/start/StartDialogs.tsx';
import { useNamedDevice } from '../parts/device/use-named-device.ts';
import { usePendingPayment } from '../parts/start/use-pending-payment.ts';
import { useStart } from '../parts/start/use-start.tsx';
import { useSubject } from '../parts/device/use-subject.ts';
import { customSettings, settingsFor } from '../state/screen-state.ts';
import { useScreenState } from '../state/use-screen-state.ts';
import styles from './Custom.module.css';
import { AuxiliaryPicker } from './custom/AuxiliaryPicker.tsx';
import { DurationPicker } from './custom/DurationPicker.tsx';
import { FunctionPicker } from './custom/FunctionPicker.tsx';
import { Dotted } from '../parts/words/Dotted.tsx';
import { settingsWords } from './custom/settings-words.ts';

const ROWS = [
  { name: 'duration', icon: 'clock' },
  { name: 'function', icon: 'bio' },
  { name: 'auxiliary', icon: 'light' },
] as const satisfies readonly { name: string; icon: IconName }[];

const PICKERS = { duration: DurationPicker, function: FunctionPicker, auxiliary: AuxiliaryPicker };

/** Composes a custom treatment of the device in the address and starts it. */
export const Custom = observer(function Custom() {
  const sno = useSubject();
  return sno === undefined ? (
    <Page title={copy.titles.custom}>
      <NoDevice />
    </Page>
  ) : (
    <Composer key={sno} sno={sno} />
  );
});

const Composer = observer(function Composer({ sno }: { sno: string }) {
  const { configuration, running, toasts } = useApplication();
  const composed = useScreenState(customSettings);
  const [opened, setOpened] = useState<keyof typeof PICKERS>();
  const [sharing, setSharing] = useState(false);
  const flow = useStart(sno);
  const device = useNamedDevice(sno);
  const tables = tablesOf(configuration);
  const kept = settingsFor(sno, composed.current);
  const settings = kept ? fitted(kept, tables) : customDefault(tables);
  const words = settingsWords(settings, tables);
  const Picker = opened && PICKERS[opened];

  const keep = (chosen: TreatmentSettings) => {
    composed.set({ sno, settings: chosen });
    setOpened(undefined);
  };

  const isRunning = running.isRunning(sno);
  const isPaymentPending = usePendingPayment(sno);
  const start = () => {
    if (isPaymentPending) return toasts.show(copy.payment.confirming);
    if (isRunning) return toasts.show(copy.modes.locked);
    return flow.begin({ settings, custom: true });
  };

  return (
    <Page
      title={copy.titles.custom}
      action={
        <button type="button" aria-label={copy.device.more} onClick={() => setSharing(true)}>
          <Icon name="more" />
        </button>
      }
      footer={
        <Button
          size="large"
          wide
          busy={flow.step.busy}
          onClick={start}
          aria-disabled={isPaymentPending || isRunning || flow.step.busy}
        >
          {copy.custom.start}
        </Button>
      }
    >
      <DeviceLine device={device} />
      <ul className={styles.rows} aria-label={copy.custom.settings}>
        {ROWS.map(({ name, icon }) => (
          <li key={name}>
            <button type="button" className={styles.row} onClick={() => setOpened(name)}>
              <span className={styles.icon}>
                <Icon name={icon} />
              </span>
              <span className={styles.words}>
                <span className={styles.label}>{copy.custom[name]}</span>
                <span className={styles.value}>{words[name]}</span>
                {name === 'function' && words.details.length > 0 && (
                  <span className={styles.details}>
                    <Dotted words={words.details} />
                  </span>
                )}
              </span>
              <Icon name="next" size={20} />
            </button>
          </li>
        ))}
      </ul>
      {Picker && <Picker settings={settings} tables={tables} onConfirm={keep} onCancel={() => setOpened(undefined)} />}
      {sharing && (
        <ShareSheet
          sno={sno}
          words={{ device: copy.custom.device, share: copy.custom.share }}
          onClose={() => setSharing(false)}
        />
      )}
      <StartDialogs flow={flow} device={device} deduct={copy.modes.deductCustom} />
    </Page>
  );
});
