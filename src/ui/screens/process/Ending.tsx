import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { FollowTreatment } from '../../../core/treatment/follow-treatment.ts';
import type { TreatmentView } from '../../../core/treatment/treatment-in-view.ts';
import { addressOf } from '../../addresses.ts';
import { useUseCase } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import type { Destination } from '../../../core/destination.ts';

/** The treatment is over, or its device is gone: what happened, and where it leads. */
export function Ending({ view: { sno, phase, cameBack } }: { view: TreatmentView }) {
  const treatments = useUseCase(FollowTreatment);
  const navigate = useNavigate();
  const leave = (destination: Destination) => {
    treatments.end(sno);
    void navigate(addressOf(destination), { replace: true });
  };
  useEffect(() => {
    if (!cameBack) return;
    treatments.end(sno);
    void navigate(addressOf({ to: 'mode-menu' }), { replace: true });
  }, [cameBack, sno, treatments, navigate]);

  if (phase === 'finished') {
    return <Dialog title={copy.treatment.finished} actions={[{ label: copy.common.confirm, onPress: () => leave({ to: 'mode-menu' }) }]} />;
  }
  if (phase === 'offline') {
    return (
      <Dialog
        title={copy.treatment.offline}
        text={copy.common.seeOtherDevices}
        actions={[{ label: copy.common.confirm, onPress: () => leave({ to: 'my' }) }]}
      />
    );
  }
  return null;
}
