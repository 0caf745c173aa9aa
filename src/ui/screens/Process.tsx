import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { mayRunBy } from '../../core/treatment/follow/treatment-view.ts';
import { useApplication } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { DeviceLine } from '../parts/device/DeviceLine.tsx';
import { Icon } from '../parts/graphics/Icon.tsx';
import { NoDevice } from '../parts/entry/NoDevice.tsx';
import { Page } from '../parts/page/Page.tsx';
import { ShareSheet } from '../parts/device/ShareSheet.tsx';
import { Skeleton } from '../parts/loading/Skeleton.tsx';
import { ErrorState } from '../parts/failure/ErrorState.tsx';
import { useSubject } from '../parts/device/use-subject.ts';
import { DeviceIdle } from './process/DeviceIdle.tsx';
import { Dial } from './process/Dial.tsx';
import { TreatmentEnd } from './process/TreatmentEnd.tsx';
import { ConnectionState } from './process/ConnectionState.tsx';
import { ReportedSettings } from './process/ReportedSettings.tsx';
import { StayOn } from './process/StayOn.tsx';
import { MayStillRun } from '../parts/stop/MayStillRun.tsx';
import { StopControl } from '../parts/stop/StopControl.tsx';
import { useStop } from '../parts/stop/use-stop.ts';
import { useTreatment } from './process/use-treatment.ts';

/** Follows a running treatment and stops it. */
export const Process = observer(function Process() {
  const [query] = useSearchParams();
  const sno = useSubject();
  return sno ? (
    <Treatment key={sno} sno={sno} paid={query.get('paid') === '1'} />
  ) : (
    <Page heading={copy.titles.custom}>
      <NoDevice />
    </Page>
  );
});

const Treatment = observer(function Treatment({ sno, paid }: { sno: string; paid: boolean }) {
  const { toasts, running } = useApplication();
  const [sharing, setSharing] = useState(false);
  const { view: seen, refresh } = useTreatment(sno, paid);
  const stop = useStop(sno, seen);
  // A stop that is not yet said to be done changes nothing on the screen.
  const view = useHeld(seen, stop.busy && seen?.phase === 'finished');
  const { name, phase, mode, loginFailed } = view ?? {};
  const device = { sno, name };
  const idlePhase = phase === 'idle' || phase === 'not-mine' || phase === 'another-run' ? phase : undefined;
  const isIdle = idlePhase !== undefined;
  const isLoading = phase === undefined || phase === 'loading';
  const isShown = view && !isIdle && !isLoading;
  const hasEnded = phase === 'finished' || phase === 'over' || phase === 'replaced';
  const isOffline = phase === 'offline';
  // Of an offline device of which this screen knows nothing, what was known before counts.
  const mayStillRun = view?.mayStillRun ?? (running.mayRun(sno) || stop.failure?.mayStillRun === true);
  const mayTreatUnseen = !stop.failure && (mayStillRun || running.mayRun(sno));
  const isOver = isIdle || hasEnded || (isOffline && !mayStillRun);

  const mayRun = view && mayRunBy(view);
  useEffect(() => {
    if (mayRun !== undefined) running.sees(sno, mayRun);
  }, [running, sno, mayRun]);
  useEffect(() => {
    if (view) running.shows(view);
  }, [running, view]);

  useEffect(() => {
    if (loginFailed) toasts.show(copy.treatment.loginFailed);
  }, [loginFailed, toasts]);

  return (
    <Page
      heading={isShown && mode ? copy.modes.names[mode] : copy.titles.custom}
      action={
        <button type="button" aria-label={copy.device.more} onClick={() => setSharing(true)}>
          <Icon name="more" />
        </button>
      }
      split={isShown}
      footer={!isIdle && phase !== 'replaced' && <StopControl stop={stop} device={device} isOver={isOver} />}
    >
      <DeviceLine device={device} />
      {view && !isLoading && <ConnectionState view={view} onRetry={refresh} />}
      {isLoading && view?.problem && (
        <>
          {mayTreatUnseen && <MayStillRun />}
          <ErrorState title={copy.treatment.unread} problem={view.problem} onRetry={refresh} />
        </>
      )}
      {idlePhase && <DeviceIdle sno={sno} phase={idlePhase} />}
      {isShown && (
        <>
          <Dial view={view} />
          <ReportedSettings state={view.state} />
          {!isOver && !isOffline && <StayOn />}
        </>
      )}
      {isLoading && !view?.problem && <Skeleton first="dial" rows={1} height="facts" label={copy.treatment.loading} />}
      {sharing && !isOffline && (!isOver || isIdle) && (
        <ShareSheet
          sno={sno}
          words={{ device: copy.treatment.deviceManagement, share: copy.treatment.shareManagement }}
          onClose={() => setSharing(false)}
        />
      )}
      {view && !stop.busy && (isOver || !stop.isAsking) && (
        <TreatmentEnd view={view} mayStillRun={mayStillRun} stop={stop} />
      )}
    </Page>
  );
});

/** Returns the value, or while `isHeld` the last one before. */
function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [last, setLast] = useState(value);
  if (!isHeld && last !== value) setLast(value);
  return isHeld ? last : value;
}
