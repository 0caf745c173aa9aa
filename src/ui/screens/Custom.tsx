import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { fitted } from '../../core/treatment/fitted.ts';
import { customDefault } from '../../core/treatment/presets.ts';
import type { TreatmentSettings } from '../../core/treatment/settings.ts';
import { tablesOf } from '../../core/device/tables.ts';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN-treatment.ts';
import { Button } from '../parts/Button.tsx';
import { Icon, type IconName } from '../parts/Icon.tsx';
import { NoDevice } from '../parts/NoDevice.tsx';
import { Page } from '../parts/Page.tsx';
import { ShareSheet } from '../parts/ShareSheet.tsx';
import { StartDialogs } from '../parts/StartDialogs.tsx';
import { usePendingPayment } from '../parts/use-pending-payment.ts';
import { useStart } from '../parts/use-start.tsx';
import { customSettings } from '../state/screen-state.ts';
import { useScreenState } from '../state/use-screen-state.ts';
import styles from './Custom.module.css';
import { AuxiliaryPicker } from './custom/AuxiliaryPicker.tsx';
import { DurationPicker } from './custom/DurationPicker.tsx';
import { FunctionPicker } from './custom/FunctionPicker.tsx';
import { settingsWords } from './custom/settings-words.ts';

const ROWS = [
  { name: 'duration', icon: 'clock' },
  { name: 'function', icon: 'bio' },
  { name: 'auxiliary', icon: 'light' },
] as const satisfies readonly { name: string; icon: IconName }[];

const PICKERS = { duration: DurationPicker, function: FunctionPicker, auxiliary: AuxiliaryPicker };

/** Composes and starts a custom treatment. */
export const Custom = observer(function Custom() {
  const {
    configuration,
    device: { selected: device },
    running,
    toasts,
  } = useApplication();
  const kept = useScreenState(customSettings);
  const [opened, setOpened] = useState<keyof typeof PICKERS>();
  const [sharing, setSharing] = useState(false);
  const flow = useStart();
  const tables = tablesOf(configuration);
  const settings = kept.current ? fitted(kept.current, tables) : customDefault(tables);
  const words = settingsWords(settings, tables);
  const Picker = opened && PICKERS[opened];

  const keep = (chosen: TreatmentSettings) => {
    kept.set(chosen);
    setOpened(undefined);
  };

  const isRunning = running.isRunning(device?.sno);
  const isPaymentPending = usePendingPayment(device?.sno);
  const start = () => {
    if (isPaymentPending) return toasts.show(copy.payment.confirming);
    if (isRunning) return toasts.show(copy.modes.locked);
    return device && flow.begin({ sno: device.sno, settings, custom: true });
  };

  if (!device) {
    return (
      <Page title={copy.titles.custom}>
        <NoDevice />
      </Page>
    );
  }
  return (
    <Page
      title={copy.titles.custom}
      action={
        <button type="button" aria-label={copy.custom.share} onClick={() => setSharing(true)}>
          <Icon name="share" />
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
                {name === 'function' && words.details && <span className={styles.details}>{words.details}</span>}
              </span>
              <Icon name="next" size={20} />
            </button>
          </li>
        ))}
      </ul>
      {Picker && <Picker settings={settings} tables={tables} onConfirm={keep} onCancel={() => setOpened(undefined)} />}
      {sharing && (
        <ShareSheet
          sno={device.sno}
          words={{ device: copy.custom.device, share: copy.custom.share }}
          onClose={() => setSharing(false)}
        />
      )}
      <StartDialogs flow={flow} deduct={copy.modes.deductCustom} />
    </Page>
  );
});
