import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../../core/problem.ts';
import { StopTreatment } from '../../../core/treatment/stop-treatment.ts';
import { ageOf } from '../../../core/time.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
import { usePageResume } from '../../parts/use-page-resume.ts';
import { useScreenSignal } from '../../parts/use-screen-signal.ts';
import { NotDone, staysBusy, useTask } from '../../parts/use-task.ts';

/** The progress of a stop that the user started on this screen. */
export interface Stopping {
  busy: boolean;
  /**
   * When the stop command is sent, in epoch ms, if it is delayed: a device cannot be stopped in the first five seconds
   * of a treatment.
   */
  sendsAt: number | undefined;
  /** Why the device may not have stopped. */
  failure: string | undefined;
  problem: Problem | undefined;
  run: () => void;
}

/**
 * Stops a treatment. Continues a stop that was asked for on this phone and was not sent, for example before a reload.
 * The caller must be an observer.
 */
export function useStop(sno: string, beganAt?: number, isRunning?: boolean): Stopping {
  const { toasts, running, time } = useApplication();
  const stopTreatment = useService(StopTreatment);
  const navigate = useNavigate();
  const signal = useScreenSignal();
  const [sendsAt, setSendsAt] = useState<number>();
  const [failure, setFailure] = useState<{ title: string; problem?: Problem | undefined } | undefined>(() =>
    stopTreatment.asked(sno) === 'late' ? { title: copy.treatment.stopUnconfirmed } : undefined,
  );
  const onWait = (at: number) => {
    setSendsAt(at);
    toasts.show(copy.treatment.tooSoon);
  };
  const act = async (continues: boolean) => {
    setFailure(undefined);
    const elapsed = continues || beganAt === undefined ? undefined : ageOf(beganAt, time.now());
    const outcome = await stopTreatment
      .stop(sno, { elapsed, isRunning: continues ? undefined : isRunning, onWait, continues })
      .finally(() => setSendsAt(undefined));
    switch (outcome.kind) {
      case 'refused':
        return notStopped(() => {
          toasts.show(copy.treatment.stopRefused, 'bad');
          setFailure({ title: copy.treatment.stopUnconfirmed });
        });
      case 'not-mine':
        return new NotDone(copy.treatment.notMine, () => setFailure({ title: copy.treatment.notMineStop }));
      case 'offline':
        return notStopped(() => setFailure({ title: copy.treatment.stopOffline }));
      case 'unconfirmed':
        return notStopped(() => setFailure({ title: copy.treatment.stopUnconfirmed, problem: outcome.problem }));
      case 'not-running':
      case 'stopped':
        running.removeStopped(sno);
        toasts.show(signal.aborted ? copy.treatment.stoppedElsewhere(sno) : copy.treatment.stopped, 'good');
        if (signal.aborted) return undefined;
        void navigate(addressOf(outcome.destination), { replace: true });
        return staysBusy();
    }
  };
  const mayStillRun = copy.treatment.stopUnconfirmedElsewhere(sno);
  const notStopped = (show: () => void) => new NotDone(mayStillRun, show);
  const task = useTask(copy.tasks.stop, act, () => mayStillRun);
  useEffect(() => {
    if (stopTreatment.asked(sno) === 'due') void task.run(true);
  }, [stopTreatment, sno, task]);
  usePageResume(() => {
    const asked = stopTreatment.asked(sno);
    if (asked === 'due') void task.run(true);
    else if (asked === 'late' && !task.busy) setFailure({ title: copy.treatment.stopUnconfirmed });
  });
  return {
    busy: task.busy,
    sendsAt,
    failure: failure?.title,
    problem: failure?.problem ?? task.problem,
    run: () => void task.run(false),
  };
}
