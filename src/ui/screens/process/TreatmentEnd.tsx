import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ComponentProps } from 'react';
import { useNavigate } from 'react-router-dom';
import { FollowTreatment } from '../../../core/treatment/follow-treatment.ts';
import type { TreatmentView } from '../../../core/treatment/treatment-tracker.ts';
import { addressOf } from '../../addresses.ts';
import { useService } from '../../application.ts';
import { Chunk } from '../../chunk.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { useChunk } from '../../parts/use-chunk.ts';
import type { EndCard } from './EndCard.tsx';

const endCard = new Chunk(() => import('./EndCard.tsx').then((module) => module.EndCard));

/** Tells the user that the treatment has ended or that its device is offline, then navigates on. */
export function TreatmentEnd({ view }: { view: TreatmentView }) {
  const { phase, cameBack } = view;
  const followTreatment = useService(FollowTreatment);
  const navigate = useNavigate();
  const leave = () => addressOf(followTreatment.leave(view));
  const go = useRef(() => {});
  useEffect(() => {
    go.current = () => void navigate(leave(), { replace: true });
  });
  useEffect(() => {
    if (cameBack) go.current();
  }, [cameBack]);

  if (phase === 'finished') return <DeferredEnd view={view} leave={leave} onDone={() => go.current()} />;
  if (phase === 'offline') {
    return (
      <Dialog
        title={copy.treatment.offline}
        text={
          view.mayStillRun ? `${copy.safety.mayStillRun}。${copy.common.seeOtherDevices}` : copy.common.seeOtherDevices
        }
        actions={[{ label: copy.common.confirm, onPress: () => go.current() }]}
      />
    );
  }
  return null;
}

/** The card of the end; without its chunk, a dialog that says the same and leads on. */
const DeferredEnd = observer(function DeferredEnd({
  onDone,
  ...props
}: ComponentProps<typeof EndCard> & { onDone: () => void }) {
  const { content: Card, problem } = useChunk(endCard);
  if (Card) return <Card {...props} />;
  return problem ? (
    <Dialog title={copy.treatment.finished} actions={[{ label: copy.treatment.done, onPress: onDone }]} />
  ) : null;
});
