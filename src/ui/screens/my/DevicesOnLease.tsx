import { observer } from 'mobx-react-lite';
import type { LeasedDevice } from '../../../core/device/device.ts';
import { Queries } from '../../../core/queries.ts';
import { useApplication, useUseCase } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/Button.tsx';
import { Emptiness } from '../../parts/Emptiness.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Trouble, TroubleLine } from '../../parts/Trouble.tsx';
import { useReturn } from '../../parts/use-return.ts';
import { useLoad } from '../../parts/use-task.ts';
import { DeviceCard } from './DeviceCard.tsx';
import styles from './DevicesOnLease.module.css';

interface DevicesOnLeaseProps {
  onTry: () => void;
  onOpen: (device: LeasedDevice) => void;
  onRenew: (device: LeasedDevice) => void;
}

export const DevicesOnLease = observer(function DevicesOnLease({ onTry, onOpen, onRenew }: DevicesOnLeaseProps) {
  const { payments, time } = useApplication();
  const queries = useUseCase(Queries);
  const load = useLoad(queries.devices, String(payments.confirmed));
  useReturn(() => void load.again());
  const devices = load.result;

  if (!devices) {
    return load.problem ? <Trouble problem={load.problem} onRetry={load.again} /> : <Skeleton rows={2} label={copy.my.loadingDevices} />;
  }
  return (
    <>
      {load.problem && <TroubleLine problem={load.problem} onRetry={load.again} />}
      {devices.length === 0 ? (
        <Emptiness drawing="no-device" title={copy.my.noDevice} hint={copy.my.noDeviceHint}>
          <Button onClick={onTry}>{copy.my.tryNow}</Button>
        </Emptiness>
      ) : (
        <ul className={styles.list}>
          {devices.map((device) => (
            <li key={device.sno}>
              <DeviceCard device={device} now={time.now()} onOpen={() => onOpen(device)} onRenew={() => onRenew(device)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
});
