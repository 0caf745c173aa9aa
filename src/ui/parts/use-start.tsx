import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CurrentDevice } from '../../core/device/current-device.ts';
import { ReadDeviceUse } from '../../core/device/read-device-use.ts';
import type { Problem } from '../../core/problem.ts';
import { StartNotice, type Notice } from '../../core/treatment/start-notice.ts';
import { StartTreatment, type StartOutcome, type StartRequest } from '../../core/treatment/start-treatment.ts';
import { rechargeWith } from '../../core/lease/lease-terms.ts';
import { addressOf } from '../addresses.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN-treatment.ts';
import type { Task } from '../stores/task.ts';
import { problemMessage } from './problem-message.ts';
import { useScreenSignal } from './use-screen-signal.ts';
import { NotDone, staysBusy, useTask } from './use-task.ts';

type Question =
  | Extract<StartOutcome, { kind: 'confirm-deduction' | 'exhausted' | 'unavailable' }>
  | { kind: 'notice'; notice: Notice; onConfirm: () => void }
  | { kind: 'outcome-unknown'; problem: Problem; paid: boolean }
  | { kind: 'paid-not-started'; problem: Problem };
type StartStep = (startTreatment: StartTreatment) => Promise<StartOutcome>;

export interface StartFlow {
  step: Pick<Task<[StartStep], unknown>, 'busy' | 'problem' | 'retry' | 'clearError'>;
  begin(request: StartRequest): void;
  confirm(): void;
  tryAgain(): void;
  recharge(operatorId: string): void;
  dismiss(): void;
  /** The dialog that is open. */
  question: Question | undefined;
}

/** The start flow of one device, from a request to a running treatment. The caller must be an observer. */
export function useStart(sno: string): StartFlow {
  const startTreatment = useService(StartTreatment);
  const startNotice = useService(StartNotice);
  const current = useService(CurrentDevice);
  const deviceUse = useService(ReadDeviceUse);
  const { toasts, running } = useApplication();
  const navigate = useNavigate();
  const signal = useScreenSignal();
  const [question, setQuestion] = useState<Question>();
  const step = useTask(copy.tasks.start, async (startStep: StartStep) => {
    const outcome = await startStep(startTreatment);
    if (signal.aborted) void running.refresh();
    switch (outcome.kind) {
      case 'too-frequent':
        return toasts.show(copy.modes.tooFrequent);
      case 'unavailable':
        return new NotDone(copy.modes.unavailable, () => setQuestion(outcome));
      case 'confirm-deduction':
        return new NotDone(copy.tasks.needsAnswer, () => setQuestion(outcome));
      case 'exhausted':
        return new NotDone(copy.modes.exhausted, () => setQuestion(outcome));
      case 'not-started': {
        const { problem, paid } = outcome;
        if (outcome.outcomeUnknown)
          return new NotDone(copy.modes.startUnknownElsewhere, () =>
            setQuestion({ kind: 'outcome-unknown', problem, paid }),
          );
        const reason = problemMessage(problem);
        return new NotDone(reason, () =>
          paid ? setQuestion({ kind: 'paid-not-started', problem }) : toasts.show(reason, 'bad'),
        );
      }
      case 'already-running':
        if (signal.aborted) return undefined;
        if (outcome.state.on === true) toasts.show(copy.modes.alreadyRunning);
        break;
      case 'started':
        if (signal.aborted) return toasts.show(copy.modes.startedElsewhere(outcome.destination.sno), 'good');
        break;
    }
    void navigate(addressOf(outcome.destination));
    return staysBusy();
  });
  const run = (startStep: StartStep) => {
    setQuestion(undefined);
    void step.run(async (start) => {
      if (current.sno !== sno) {
        const { kind } = await deviceUse.read(sno);
        current.select({ sno, isShare: kind === 'shared' });
      }
      return startStep(start);
    });
  };
  const begin = (request: StartRequest) => {
    const proceed = () => run((start) => start.begin({ ...request, signal }));
    const notice = startNotice.unconfirmed();
    // A device at rest refuses the start, so the notice waits for the next one.
    const isResting = startTreatment.restEndsAt(sno, request.cameFromStopAt) !== undefined;
    if (!notice || isResting) return proceed();
    const onConfirm = () => {
      startNotice.confirm(notice);
      proceed();
    };
    return setQuestion({ kind: 'notice', notice, onConfirm });
  };
  return {
    step,
    question,
    begin,
    confirm: () => run((start) => start.confirmDeduction(signal)),
    tryAgain: () => {
      setQuestion(undefined);
      void step.retry();
    },
    recharge: (operatorId) => {
      void navigate(addressOf({ to: 'lease', sno: current.sno, terms: rechargeWith(operatorId) }));
    },
    dismiss: () => setQuestion(undefined),
  };
}
