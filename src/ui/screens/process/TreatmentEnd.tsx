import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { FollowTreatment } from '../../../core/treatment/follow-treatment.ts';
import type { TreatmentView } from '../../../core/treatment/treatment-tracker.ts';
import { addressOf } from '../../addresses.ts';
import { useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { Dialog } from '../../parts/Dialog.tsx';

/** Tells the user that the treatment has ended or that its device is offline, then navigates on. */
export function TreatmentEnd({ view }: { view: TreatmentView }) {
  const { phase, cameBack } = view;
  const followTreatment = useService(FollowTreatment);
  const navigate = useNavigate();
  const leave = useRef(() => {});
  useEffect(() => {
    leave.current = () => void navigate(addressOf(followTreatment.leave(view)), { replace: true });
  });
  useEffect(() => {
    if (cameBack) leave.current();
  }, [cameBack]);

  if (phase === 'finished') {
    return (
      <Dialog
        title={copy.treatment.finished}
        actions={[{ label: copy.common.confirm, onPress: () => leave.current() }]}
      />
    );
  }
  if (phase === 'offline') {
    return (
      <Dialog
        title={copy.treatment.offline}
        text={
          view.mayStillRun ? `${copy.safety.mayStillRun}。${copy.common.seeOtherDevices}` : copy.common.seeOtherDevices
        }
        actions={[{ label: copy.common.confirm, onPress: () => leave.current() }]}
      />
    );
  }
  return null;
}
