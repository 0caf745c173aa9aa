import { observer } from 'mobx-react-lite';
import { isSameDevice } from '../../../core/basics/device-code.ts';
import type { LeasedDevice } from '../../../core/device/device.ts';
import type { Records } from '../../../core/basics/paging.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { EmptyState } from '../../parts/loading/EmptyState.tsx';
import { Rows } from '../../parts/list/Rows.tsx';
import { Skeleton } from '../../parts/loading/Skeleton.tsx';
import { ErrorState, ErrorBanner } from '../../parts/failure/ErrorState.tsx';
import { useNow } from '../../parts/hooks/use-now.ts';
import type { Task } from '../../parts/hooks/use-task.ts';
import { DeviceCard } from './DeviceCard.tsx';
import { NoDeviceIllustration } from '../../parts/graphics/EmptyIllustrations.tsx';
import styles from './DevicesOnLease.module.css';

interface DevicesOnLeaseProps {
  load: Task<[string], Records<LeasedDevice>>;
  onTry: () => void;
  onOpen: (device: LeasedDevice) => void;
  onRenew: (device: LeasedDevice) => void;
}

export const DevicesOnLease = observer(function DevicesOnLease({ load, onTry, onOpen, onRenew }: DevicesOnLeaseProps) {
  const { running } = useApplication();
  const now = useNow();
  const treatments = running.runningAt(now);
  const devices = load.result;

  if (!devices) {
    return load.problem ? (
      <ErrorState problem={load.problem} onRetry={load.retry} />
    ) : (
      <Skeleton rows={2} label={copy.my.loadingDevices} />
    );
  }
  return (
    <>
      {load.problem && <ErrorBanner problem={load.problem} onRetry={load.retry} />}
      <Rows
        count={devices.records.length}
        leftOut={devices.unreadable}
        none={
          <EmptyState illustration={<NoDeviceIllustration />} title={copy.my.noDevice} hint={copy.my.noDeviceHint}>
            <Button onClick={onTry}>{copy.my.tryNow}</Button>
          </EmptyState>
        }
        busy={load.busy}
        onRetry={load.retry}
      >
        <ul className={styles.list}>
          {devices.records.map((device, index) => (
            <li key={`${device.sno} ${index}`}>
              <DeviceCard
                device={device}
                now={now}
                treatment={treatments.find(({ sno }) => isSameDevice(sno, device.sno))}
                onOpen={() => onOpen(device)}
                onRenew={() => onRenew(device)}
              />
            </li>
          ))}
        </ul>
      </Rows>
    </>
  );
});
