import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { LeasedDevice } from '../../../core/device/device.ts';
import { OpenLeasedDevice } from '../../../core/entry/open-leased-device.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { EntryDialogs } from '../../parts/entry/EntryDialogs.tsx';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { TabPanel, Tabs, type Tab } from '../../parts/form/Tabs.tsx';
import { ErrorBanner } from '../../parts/failure/ErrorState.tsx';
import { useEntry } from '../../parts/entry/use-entry.tsx';
import { useScreenSignal } from '../../parts/hooks/use-screen-signal.ts';
import { staysBusy, useNavigation } from '../../parts/hooks/use-task.ts';
import { LargeTypeButton } from '../../parts/page/LargeTypeButton.tsx';
import { LoadingState } from '../../parts/loading/LoadingState.tsx';
import { Wordmark } from '../../parts/graphics/Wordmark.tsx';
import { DevicesOnLease } from './DevicesOnLease.tsx';
import styles from './DeviceTab.module.css';
import { LeaseHistory } from './LeaseHistory.tsx';
import { Refresh } from './Refresh.tsx';
import { RunningTreatments } from './RunningTreatments.tsx';
import { useDevices } from './use-devices.ts';

type Listed = 'on-lease' | 'history';

const tabs = (): readonly Tab<Listed>[] => [
  { name: 'on-lease', label: copy.my.onLease },
  { name: 'history', label: copy.my.history },
];

/** The current and former leases, the running treatments, and the scan button for a new device. */
export const DeviceTab = observer(function DeviceTab() {
  const { toasts, configuration, running } = useApplication();
  const openLeasedDevice = useService(OpenLeasedDevice);
  const navigate = useNavigate();
  const signal = useScreenSignal();
  const [listed, setListed] = useState<Listed>('on-lease');
  const [query, setQuery] = useSearchParams();
  /** A scan ends what the entry link asked for, which may be all that names this tab. The way back leads here. */
  const nameTab = () => {
    if (query.get('tab') !== 'device') setQuery({ tab: 'device' }, { replace: true });
  };
  const flow = useEntry({ onScan: nameTab });
  const { scanning } = flow;
  const { load, readAt } = useDevices();
  const [refreshes, setRefreshes] = useState(0);
  const refresh = () => {
    setRefreshes(refreshes + 1);
    void load.retry();
  };

  const watch = useNavigation(async ({ sno }: LeasedDevice) => {
    void navigate(addressOf({ to: 'process', sno }));
    await staysBusy();
  });
  const [opened, setOpened] = useState<string>();
  const open = useNavigation(async (device: LeasedDevice) => {
    setOpened(device.sno);
    const outcome = await openLeasedDevice.open(device, signal);
    // What the list says may be minutes old.
    if (outcome.kind !== 'go') void load.retry();
    // How to stop by hand what may still treat this user, only its own screen says.
    if (outcome.kind === 'offline' && running.mayHaveRun(device.sno)) return watch.run(device);
    if (outcome.kind === 'offline') toasts.show(copy.my.deviceOffline);
    if (outcome.kind === 'notice') flow.show({ ...outcome, name: device.name });
    if (outcome.kind === 'go') {
      void navigate(addressOf(outcome.destination));
      await staysBusy();
    }
  });
  const renew = useNavigation(async (device: LeasedDevice) => {
    void navigate(addressOf(openLeasedDevice.renew(device)));
    await staysBusy();
  });

  return (
    <>
      <div className={styles.top}>
        <Wordmark brand={configuration.brand} />
        <Refresh busy={load.busy} readAt={readAt} onRefresh={refresh} />
        <LargeTypeButton />
      </div>
      {running.isAny && <RunningTreatments devices={load.result?.records ?? []} />}
      <button
        type="button"
        className={styles.rent}
        aria-busy={scanning.busy || undefined}
        onClick={() => void scanning.run()}
      >
        <span className={styles.scan}>
          <Icon name="scan" size={32} />
        </span>
        <span className={styles.rentWords}>
          <strong className={styles.rentTitle}>{copy.my.rent}</strong>
          <span aria-hidden="true">{copy.my.rentHint}</span>
        </span>
      </button>
      {scanning.problem && (
        <ErrorBanner title={copy.entry.failed} problem={scanning.problem} onRetry={scanning.retry} />
      )}
      <Tabs id="listed" label={copy.my.deviceTabs} tabs={tabs()} chosen={listed} onChoose={setListed} />
      <TabPanel id="listed" name={listed}>
        {listed === 'on-lease' ? (
          <DevicesOnLease
            load={load}
            onTry={() => void scanning.run()}
            notOpened={
              opened !== undefined && open.problem
                ? { sno: opened, problem: open.problem, onRetry: open.retry }
                : undefined
            }
            onOpen={(device) => {
              flow.endScan();
              void open.run(device);
            }}
            onWatch={(device) => {
              flow.endScan();
              void watch.run(device);
            }}
            onRenew={(device) => void renew.run(device)}
          />
        ) : (
          <LeaseHistory freshness={String(refreshes)} />
        )}
      </TabPanel>
      {open.busy && <LoadingState text={copy.entry.initializing} />}
      <EntryDialogs flow={flow} onLeave={() => undefined} />
    </>
  );
});
