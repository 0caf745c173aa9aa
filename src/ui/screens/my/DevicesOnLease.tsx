import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { hasDevice, isSameDevice } from '../../../core/basics/device-code.ts';
import type { LeasedDevice } from '../../../core/device/device.ts';
import { DEVICE_FILTERS, isNamedBy, passesFilter, type DeviceFilter } from '../../../core/device/device-filter.ts';
import { isOnBehalf } from '../../../core/device/device-use.ts';
import { inOrderOfUse } from '../../../core/device/listed-devices.ts';
import type { Records } from '../../../core/basics/paging.ts';
import type { Problem } from '../../../core/problem.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { EmptyState } from '../../parts/loading/EmptyState.tsx';
import { Filters } from '../../parts/list/Filters.tsx';
import { ListSearch } from '../../parts/list/ListSearch.tsx';
import { LONG } from '../../parts/list/narrowing.ts';
import { Rows } from '../../parts/list/Rows.tsx';
import { Skeleton } from '../../parts/loading/Skeleton.tsx';
import { ErrorState, ErrorBanner } from '../../parts/failure/ErrorState.tsx';
import { useNow } from '../../parts/hooks/use-now.ts';
import type { Task } from '../../parts/hooks/use-task.ts';
import { customerNotes } from '../../state/customer-notes.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import { CustomerNoteDialog } from './CustomerNoteDialog.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { NoDeviceIllustration } from '../../parts/graphics/EmptyIllustrations.tsx';
import styles from './DevicesOnLease.module.css';

/** A list of more rows than these has smaller cards. */
const MAX_LARGE_CARDS = 20;

interface DevicesOnLeaseProps {
  load: Task<[string], Records<LeasedDevice>>;
  onTry: () => void;
  /** The device that could not be opened, and why. */
  notOpened: { sno: string; problem: Problem; onRetry: () => void } | undefined;
  onOpen: (device: LeasedDevice) => void;
  onWatch: (device: LeasedDevice) => void;
  onRenew: (device: LeasedDevice) => void;
}

export const DevicesOnLease = observer(function DevicesOnLease({
  load,
  onTry,
  notOpened,
  onOpen,
  onWatch,
  onRenew,
}: DevicesOnLeaseProps) {
  const { running, time } = useApplication();
  const notes = useScreenState(customerNotes);
  const [noting, setNoting] = useState<LeasedDevice>();
  const noteOf = ({ orderNo }: LeasedDevice) => (orderNo === undefined ? undefined : notes.of(orderNo));
  const now = useNow();
  const [searched, setSearched] = useState('');
  const [filter, setFilter] = useState<DeviceFilter>('all');
  const treatments = running.runningAt(now);
  const treatmentOf = (sno: string) => treatments.find((treatment) => isSameDevice(treatment.sno, sno));
  const devices = load.result;
  /** Nobody is told that there is no device by an older list than the one that is asked for. */
  const isUnknown = devices?.records.length === 0 && (load.busy || load.problem !== undefined);

  if (!devices || isUnknown) {
    return load.problem ? (
      <ErrorState title={copy.notLoaded.devices} problem={load.problem} onRetry={load.retry} />
    ) : (
      <Skeleton rows={2} height="device" label={copy.my.loadingDevices} />
    );
  }
  const { records } = devices;
  const isLong = records.length >= LONG;
  const isStopUnconfirmed = (sno: string) => hasDevice(running.unconfirmedStops, sno);
  const all = inOrderOfUse(records, (sno) => treatmentOf(sno) !== undefined || isStopUnconfirmed(sno), now);
  const listed = isLong
    ? all.filter((each) => {
        const { name, sno, area } = each.device;
        return passesFilter(each, filter, now) && isNamedBy(searched, [name, sno, area, noteOf(each.device)]);
      })
    : all;
  const showAll = () => {
    setSearched('');
    setFilter('all');
  };
  return (
    <>
      {load.problem && <ErrorBanner title={copy.notLoaded.refresh} problem={load.problem} onRetry={load.retry} />}
      <Rows
        count={records.length}
        leftOut={devices.unreadable}
        none={
          <EmptyState illustration={<NoDeviceIllustration />} title={copy.my.noDevice} hint={copy.my.noDeviceHint}>
            <Button tone="quiet" size="large" wide onClick={onTry}>
              {copy.my.tryNow}
            </Button>
          </EmptyState>
        }
        busy={load.busy}
        onRetry={load.retry}
      >
        {isLong && (
          <ListSearch label={copy.my.search} searched={searched} onSearch={setSearched}>
            <Filters
              filters={DEVICE_FILTERS.map((name) => ({ name, label: copy.my.filters[name] }))}
              chosen={filter}
              onChoose={setFilter}
            />
          </ListSearch>
        )}
        {listed.length === 0 && (
          <div className={styles.noMatch}>
            <p role="status">{copy.lists.noMatch}</p>
            <Button tone="quiet" onClick={showAll}>
              {copy.lists.showAll}
            </Button>
          </div>
        )}
        <ul className={styles.list}>
          {listed.map((each) => (
            <li key={`${each.device.sno} ${records.indexOf(each.device)}`}>
              <DeviceCard
                listed={each}
                compact={records.length > MAX_LARGE_CARDS}
                now={now}
                treatment={each.state === 'running' ? treatmentOf(each.device.sno) : undefined}
                isStopUnconfirmed={each.state === 'running' && isStopUnconfirmed(each.device.sno)}
                onOpen={() => onOpen(each.device)}
                onWatch={() => onWatch(each.device)}
                onRenew={() => onRenew(each.device)}
                note={noteOf(each.device)}
                onNote={
                  isOnBehalf(each.device) && each.device.orderNo !== undefined
                    ? () => setNoting(each.device)
                    : undefined
                }
              />
              {notOpened && isSameDevice(notOpened.sno, each.device.sno) && (
                <ErrorBanner title={copy.entry.failed} problem={notOpened.problem} onRetry={notOpened.onRetry} />
              )}
            </li>
          ))}
        </ul>
      </Rows>
      {noting?.orderNo !== undefined && (
        <CustomerNoteDialog
          device={noting}
          note={noteOf(noting)}
          onKeep={(words) => noting.orderNo !== undefined && notes.keep(noting.orderNo, words, time.now())}
          onClose={() => setNoting(undefined)}
        />
      )}
    </>
  );
});
