import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { LeasedDevice } from '../../../core/device/device.ts';
import { OpenLeasedDevice } from '../../../core/entry/open-leased-device.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { Chunk } from '../../chunk.ts';
import { copy } from '../../copy/zh-CN-my.ts';
import { leaseHistory } from '../../deferred.ts';
import { EntryDialogs } from '../../parts/EntryDialogs.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { TabPanel, Tabs, type Tab } from '../../parts/Tabs.tsx';
import { ErrorState, ErrorBanner } from '../../parts/ErrorState.tsx';
import { useChunk } from '../../parts/use-chunk.ts';
import { useEntry } from '../../parts/use-entry.tsx';
import { useScreenSignal } from '../../parts/use-screen-signal.ts';
import { staysBusy, useNavigation } from '../../parts/use-task.ts';
import { LargeTypeButton } from '../../parts/LargeTypeButton.tsx';
import { LoadingState } from '../../parts/LoadingState.tsx';
import { Wordmark } from '../../parts/Wordmark.tsx';
import { DevicesOnLease } from './DevicesOnLease.tsx';
import styles from './DeviceTab.module.css';
import { Refresh } from './Refresh.tsx';
import { useDevices } from './use-devices.ts';

const runningTreatments = new Chunk(() =>
  import('./RunningTreatments.tsx').then(({ RunningTreatments }) => RunningTreatments),
);

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

  const open = useNavigation(async (device: LeasedDevice) => {
    const outcome = await openLeasedDevice.open(device, signal);
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
      {running.isAny && <DeferredTreatments devices={load.result?.records ?? []} />}
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
      {open.problem && <ErrorBanner problem={open.problem} onRetry={open.retry} />}
      {scanning.problem && <ErrorBanner problem={scanning.problem} onRetry={scanning.retry} />}
      <Tabs id="listed" label={copy.my.deviceTabs} tabs={tabs()} chosen={listed} onChoose={setListed} />
      <TabPanel id="listed" name={listed}>
        {listed === 'on-lease' ? (
          <DevicesOnLease
            load={load}
            onTry={() => void scanning.run()}
            onOpen={(device) => {
              flow.endScan();
              void open.run(device);
            }}
            onRenew={(device) => void renew.run(device)}
          />
        ) : (
          <DeferredHistory freshness={String(refreshes)} />
        )}
      </TabPanel>
      {open.busy && <LoadingState text={copy.entry.initializing} />}
      <EntryDialogs flow={flow} onLeave={() => undefined} />
    </>
  );
});

const DeferredTreatments = observer(function DeferredTreatments({ devices }: { devices: readonly LeasedDevice[] }) {
  const { content: RunningTreatments, problem, retry } = useChunk(runningTreatments);
  if (RunningTreatments) return <RunningTreatments devices={devices} />;
  return problem ? <ErrorBanner problem={problem} onRetry={retry} /> : null;
});

const DeferredHistory = observer(function DeferredHistory({ freshness }: { freshness: string }) {
  const { content: LeaseHistory, problem, retry } = useChunk(leaseHistory);
  if (LeaseHistory) return <LeaseHistory freshness={freshness} />;
  return problem ? (
    <ErrorState problem={problem} onRetry={retry} />
  ) : (
    <Skeleton rows={3} height="row" label={copy.my.loadingDevices} />
  );
});
