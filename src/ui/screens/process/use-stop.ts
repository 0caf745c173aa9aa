import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../../core/problem.ts';
import { StopTreatment } from '../../../core/treatment/stop-treatment.ts';
import { ageOf } from '../../../core/time.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN-treatment.ts';
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
  /** True if the device may not have stopped. */
  unconfirmed: boolean;
  problem: Problem | undefined;
  run: () => void;
}

/** Stops a treatment. The caller must be an observer. */
export function useStop(sno: string, beganAt?: number, isRunning?: boolean): Stopping {
  const { toasts, running, time } = useApplication();
  const stopTreatment = useService(StopTreatment);
  const navigate = useNavigate();
  const signal = useScreenSignal();
  const [sendsAt, setSendsAt] = useState<number>();
  const [unconfirmed, setUnconfirmed] = useState<{ problem: Problem | undefined }>();
  const onWait = (at: number) => {
    setSendsAt(at);
    toasts.show(copy.treatment.tooSoon);
  };
  const act = async () => {
    setUnconfirmed(undefined);
    const elapsed = beganAt === undefined ? undefined : ageOf(beganAt, time.now());
    const outcome = await stopTreatment.stop(sno, { elapsed, isRunning, onWait }).finally(() => setSendsAt(undefined));
    switch (outcome.kind) {
      case 'refused':
        return notStopped(() => {
          toasts.show(copy.treatment.stopRefused, 'bad');
          setUnconfirmed({ problem: undefined });
        });
      case 'offline':
      case 'unconfirmed':
        return notStopped(() =>
          setUnconfirmed({ problem: outcome.kind === 'unconfirmed' ? outcome.problem : undefined }),
        );
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
  return {
    busy: task.busy,
    sendsAt,
    unconfirmed: unconfirmed !== undefined,
    problem: unconfirmed?.problem ?? task.problem,
    run: () => void task.run(),
  };
}
