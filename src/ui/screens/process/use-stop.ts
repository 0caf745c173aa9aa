import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Problem } from '../../../core/problem.ts';
import { StopTreatment } from '../../../core/treatment/stop-treatment.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication, useUseCase } from '../../application.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { untilGone, useTask } from '../../parts/use-task.ts';

/** Stopping: under way, done, or unconfirmed with the reason; whoever calls it is an observer. */
export function useStop(sno: string, beganAt: number | undefined) {
  const { toasts, time } = useApplication();
  const stopping = useUseCase(StopTreatment);
  const navigate = useNavigate();
  const [unconfirmed, setUnconfirmed] = useState<Problem>();
  const task = useTask(async () => {
    setUnconfirmed(undefined);
    const outcome = await stopping.stop(sno, beganAt === undefined ? undefined : time.now() - beganAt);
    switch (outcome.kind) {
      case 'too-soon':
        return toasts.show(copy.treatment.tooSoon);
      case 'refused':
        return toasts.show(copy.treatment.stopRefused, 'bad');
      case 'unconfirmed':
        return setUnconfirmed(outcome.problem);
      case 'stopped':
        toasts.show(copy.treatment.stopped, 'good');
        void navigate(addressOf(outcome.destination), { replace: true });
        return untilGone();
    }
  });
  return { busy: task.busy, unconfirmed, problem: unconfirmed ?? task.problem, run: () => void task.run() };
}
