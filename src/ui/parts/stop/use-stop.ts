import { useEffect, useState } from 'react';
import { SECOND } from '../../../core/basics/time.ts';
import { StopTreatment } from '../../../core/treatment/stop/stop-treatment.ts';
import { sightOf, type TreatmentView } from '../../../core/treatment/follow/treatment-view.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { followedBy, restWords } from './continue-stop.ts';
import { problemMessage } from '../words/problem-message.ts';
import { useConclude } from '../page/use-conclude.ts';
import { usePageResume } from '../hooks/use-page-resume.ts';
import { useScreenSignal } from '../hooks/use-screen-signal.ts';
import { NotDone, staysBusy, useTask } from '../hooks/use-task.ts';

/** The button counts down to the stop, so that the message need not stay. */
const TOO_SOON_MS = 1.5 * SECOND;

/** Why the device may not have stopped. A run that is not known to be this user's is not to be stopped by hand either. */
export type StopFailure = { title?: string | undefined; reason?: string | undefined } & (
  | { mayStillRun: true }
  /** `hint`: what to do instead. */
  | { mayStillRun: false; hint: string }
);

/** A stop of the device on this screen, which the user began here or an earlier page left unsent. */
export interface Stopping {
  busy: boolean;
  /**
   * When the stop command is sent, in epoch ms, if it is delayed: a device cannot be stopped in the first five seconds
   * of a treatment.
   */
  sendsAt: number | undefined;
  failure: StopFailure | undefined;
  /** The user is asked whether to stop. */
  isAsking: boolean;
  setAsking: (isAsking: boolean) => void;
  run: () => void;
}

/**
 * Stops a treatment. Continues a stop that was asked for on this phone and was not sent, for example before a reload, and
 * awaits one that another screen has sent. The caller must be an observer.
 */
export function useStop(sno: string, view?: TreatmentView): Stopping {
  const { toasts, running, time } = useApplication();
  const stopTreatment = useService(StopTreatment);
  const conclude = useConclude();
  const signal = useScreenSignal();
  const [isAsking, setAsking] = useState(false);
  const [sendsAt, setSendsAt] = useState<number>();
  const [failure, setFailure] = useState<StopFailure | undefined>(() =>
    stopTreatment.isUnconfirmed(sno) ? unconfirmed() : undefined,
  );
  useEffect(() => time.onCorrection((correct) => setSendsAt((at) => at && correct(at))), [time]);
  const onWait = (at: number) => {
    setSendsAt(at);
    toasts.show(copy.treatment.tooSoon, 'plain', TOO_SOON_MS);
  };
  const act = async (continues: boolean) => {
    setFailure(undefined);
    const sight = continues || !view ? {} : sightOf(view, time.now());
    const stopping = stopTreatment.stop(sno, { ...sight, onWait, continues });
    const outcome = await followedBy(running, sno, stopping).finally(() => setSendsAt(undefined));
    switch (outcome.kind) {
      case 'refused':
        return notStopped(() => setFailure(unconfirmed(copy.treatment.stopRefused)));
      case 'not-mine': {
        const { notMineStop: title, notMineHint: hint } = copy.treatment;
        return new NotDone(copy.running.stopNotMine(sno), () => setFailure({ title, mayStillRun: false, hint }));
      }
      case 'another-run': {
        const { anotherRunStop: title, anotherRunHint: hint } = copy.treatment;
        return new NotDone(copy.running.stopAnotherRun(sno), () => setFailure({ title, mayStillRun: false, hint }));
      }
      case 'offline':
      case 'not-sent':
        return notStopped(() => setFailure(unconfirmed()));
      case 'unconfirmed':
        return notStopped(() => setFailure(unconfirmed(outcome.problem && problemMessage(outcome.problem))));
      case 'not-running':
      case 'stopped':
        if (signal.aborted) return toasts.tell(restWords(outcome.kind, sno), 'good');
        toasts.show(restWords(outcome.kind), 'good');
        conclude(addressOf(outcome.destination));
        return staysBusy();
    }
  };
  const mayStillRun = copy.running.stopUnconfirmed(sno);
  const notStopped = (show: () => void) => new NotDone(mayStillRun, show);
  const task = useTask(copy.tasks.stop, act, () => mayStillRun);
  useEffect(() => {
    if (isOpen(stopTreatment, sno)) void task.run(true);
  }, [stopTreatment, sno, task]);
  usePageResume(() => {
    if (isOpen(stopTreatment, sno)) void task.run(true);
    else if (!task.busy && stopTreatment.isUnconfirmed(sno)) setFailure((shown) => shown ?? unconfirmed());
  });
  const shown: StopFailure | undefined =
    failure ?? (task.problem && { reason: problemMessage(task.problem), mayStillRun: true });
  // Whether the device is offline is what is known now, not what the stop has found.
  const isOffline = view?.online === false && shown?.mayStillRun === true && shown.title !== undefined;
  return {
    busy: task.busy,
    sendsAt,
    failure: isOffline ? { ...shown, title: copy.treatment.stopOffline } : shown,
    isAsking,
    setAsking,
    run: () => void task.run(false),
  };
}

/** True if a stop that was asked for should be continued, or is under way: another screen of this page may have begun it. */
function isOpen(stopTreatment: StopTreatment, sno: string): boolean {
  return stopTreatment.asked(sno) === 'due' || stopTreatment.isStopping(sno);
}

function unconfirmed(reason?: string): StopFailure {
  return { title: copy.treatment.stopUnconfirmed, reason, mayStillRun: true };
}
