import { useEffect, useRef } from 'react';
import { FollowTreatment } from '../../../core/treatment/follow/follow-treatment.ts';
import type { TreatmentView } from '../../../core/treatment/follow/treatment-view.ts';
import { addressOf } from '../../addresses.ts';
import { useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import { useConclude } from '../../parts/page/use-conclude.ts';
import { EndCard } from './EndCard.tsx';
import type { Stopping } from '../../parts/stop/use-stop.ts';

interface TreatmentEndProps {
  view: TreatmentView;
  mayStillRun: boolean;
  /** The stop of this treatment, for a device that may still run. */
  stop: Stopping;
}

/** Tells the user that the treatment has ended or that its device is offline, then navigates on. */
export function TreatmentEnd({ view, mayStillRun, stop }: TreatmentEndProps) {
  const { phase, cameBack, sno, name } = view;
  const device = { sno, name };
  const followTreatment = useService(FollowTreatment);
  const conclude = useConclude();
  const leave = () => addressOf(followTreatment.leave(view));
  const go = useRef(() => {});
  useEffect(() => {
    go.current = () => conclude(leave());
  });
  useEffect(() => {
    if (cameBack) go.current();
  }, [cameBack]);

  if (phase === 'finished' || phase === 'over' || phase === 'replaced') return <EndCard view={view} leave={leave} />;
  if (phase === 'offline') {
    const leaving = { label: copy.treatment.leaveOffline, onPress: () => go.current() };
    const { failure } = stop;
    if (failure && !failure.mayStillRun)
      return (
        <Dialog
          title={copy.treatment.offline}
          device={device}
          text={failure.hint}
          error={failure.title}
          actions={[leaving]}
        />
      );
    if (!mayStillRun)
      return (
        <Dialog title={copy.treatment.offline} device={device} text={copy.common.seeOtherDevices} actions={[leaving]} />
      );
    return (
      <Dialog
        title={copy.treatment.offline}
        device={device}
        text={copy.treatment.offlineWhileRunning}
        error={failure && (failure.title ?? failure.reason)}
        actions={[{ label: copy.treatment.stop, tone: 'danger', onPress: () => stop.setAsking(true) }, leaving]}
      />
    );
  }
  return null;
}
