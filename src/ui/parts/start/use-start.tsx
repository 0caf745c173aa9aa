import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasDevice } from '../../../core/basics/device-code.ts';
import { tablesOf } from '../../../core/device/tables.ts';
import type { DeviceState } from '../../../core/device/device-state.ts';
import type { Problem } from '../../../core/problem.ts';
import { modeOf } from '../../../core/treatment/settings/settings.ts';
import { gentlerOf } from '../../../core/treatment/settings/strength.ts';
import { StartNotice, type Notice } from '../../../core/treatment/start/start-notice.ts';
import { StartTreatment, type StartOutcome, type StartRequest } from '../../../core/treatment/start/start-treatment.ts';
import { rechargeWith } from '../../../core/lease/lease-terms.ts';
import { addressOf, customAddress } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { type Task, NotDone, staysBusy, useTask } from '../hooks/use-task.ts';
import { customSettings, lastTreatment } from '../../state/screen-state.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import { auxiliaryWords, wordsOfCode } from '../words/option-words.ts';
import { problemMessage } from '../words/problem-message.ts';
import { separated } from '../words/separated.ts';
import { useScreenSignal } from '../hooks/use-screen-signal.ts';

type Question =
  | (Extract<StartOutcome, { kind: 'confirm-deduction' }> & { request: StartRequest })
  | Extract<StartOutcome, { kind: 'exhausted' }>
  | Extract<StartOutcome, { kind: 'unavailable' }>
  | { kind: 'notice'; notice: Notice; onConfirm: () => void; onGentler: (() => void) | undefined }
  | { kind: 'outcome-unknown'; problem: Problem; paid: boolean }
  | { kind: 'paid-not-started'; problem: Problem };

/** The dialogs that say why the device does not run, as far as it was known when they opened. */
const SAY_WHY_NOT: readonly Question['kind'][] = ['unavailable', 'outcome-unknown', 'paid-not-started'];

export interface StartFlow {
  step: Pick<Task<[StartRequest], unknown>, 'busy' | 'problem' | 'retry' | 'clearError'>;
  begin(request: Omit<StartRequest, 'sno'>): void;
  /** Agrees to the deduction that the open dialog names. */
  confirm(): void;
  tryAgain(): void;
  recharge(of: { operatorId: string }): void;
  dismiss(): void;
  /** The dialog that is open. */
  question: Question | undefined;
}

/** The start flow of a device, from a request to a running treatment. The caller must be an observer. */
export function useStart(sno: string): StartFlow {
  const startTreatment = useService(StartTreatment);
  const startNotice = useService(StartNotice);
  const { toasts, running, configuration } = useApplication();
  const navigate = useNavigate();
  const signal = useScreenSignal();
  const last = useScreenState(lastTreatment);
  const composed = useScreenState(customSettings);
  const [question, setQuestion] = useState<Question>();
  // A start whose time is over does not take effect any more.
  if (question?.kind === 'outcome-unknown' && !hasDevice(running.mayRunHere, sno)) setQuestion(undefined);
  const realSettings = (state: DeviceState) => settingsWords(state, tablesOf(configuration));
  const foundRunningWords = ({ isSent, state }: Extract<StartOutcome, { kind: 'already-running' }>) => {
    if (!state) return copy.modes.startUnknownElsewhere;
    return isSent ? copy.modes.runsOtherwise(realSettings(state)) : copy.modes.alreadyRunningElsewhere;
  };
  const step = useTask(copy.tasks.start(sno), async (request: StartRequest) => {
    const outcome = await startTreatment.begin({ ...request, signal });
    // No other screen opens, which would ask whether the device runs.
    if (signal.aborted || outcome.kind === 'not-started') void running.refresh();
    if ('destination' in outcome) last.set(undefined);
    switch (outcome.kind) {
      case 'too-frequent':
        return new NotDone(copy.modes.tooFrequent, () => toasts.show(copy.modes.tooFrequent));
      case 'unavailable':
        return new NotDone(unavailableWords(outcome), () => setQuestion(outcome));
      case 'confirm-deduction':
        return new NotDone(copy.tasks.needsAnswer, () => setQuestion({ ...outcome, request }));
      case 'exhausted':
        return new NotDone(copy.modes.exhausted, () => setQuestion(outcome));
      case 'payment-confirming':
        return new NotDone(copy.payment.confirming, () => toasts.show(copy.payment.confirming));
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
      case 'may-run':
        if (signal.aborted) return new NotDone(copy.modes.mayRun, () => {});
        toasts.show(copy.modes.mayRun, 'bad');
        break;
      case 'reports-run':
        if (signal.aborted) return new NotDone(copy.modes.reportsRun, () => {});
        toasts.show(copy.modes.reportsRun, 'bad');
        break;
      case 'another-run':
        if (signal.aborted) return new NotDone(copy.modes.anotherRun, () => {});
        toasts.show(copy.modes.anotherRun, 'bad');
        break;
      case 'already-running':
        if (signal.aborted) return new NotDone(foundRunningWords(outcome), () => {});
        if (outcome.isReported) toasts.show(outcome.isSent ? foundRunningWords(outcome) : copy.modes.alreadyRunning);
        else if (!outcome.asAsked)
          toasts.show(outcome.isSent ? copy.modes.startUnknownElsewhere : copy.modes.startedBefore);
        break;
      case 'started': {
        const otherwise = outcome.asAsked ? undefined : realSettings(outcome.state);
        if (signal.aborted)
          return toasts.tell(copy.modes.startedElsewhere(sno, otherwise), otherwise === undefined ? 'good' : 'plain');
        if (otherwise !== undefined) toasts.show(copy.modes.startedOtherwise(otherwise));
        break;
      }
    }
    void navigate(addressOf(outcome.destination));
    return staysBusy();
  });
  const saysWhyNot = step.problem !== undefined || (question !== undefined && SAY_WHY_NOT.includes(question.kind));
  // The device has reported its run since the dialog opened.
  const isOutdated = saysWhyNot && running.isRunning(sno);
  useEffect(() => {
    if (!isOutdated) return;
    last.set(undefined);
    void navigate(addressOf({ to: 'process', sno }));
  }, [isOutdated, last, navigate, sno]);
  const run = (request: StartRequest) => {
    setQuestion(undefined);
    void step.run(request);
  };
  const begin = (asked: Omit<StartRequest, 'sno'>) => {
    const request = { ...asked, sno };
    const notice = startNotice.unconfirmed();
    // A device that was stopped a moment ago refuses the start, so the notice waits for the next one.
    const isResting = startTreatment.restartDelayEndsAt(sno, request.cameFromStopAt) !== undefined;
    if (!notice || isResting) return run(request);
    const onConfirm = () => {
      startNotice.confirm(notice);
      run(request);
    };
    const gentler = request.custom ? undefined : gentlerOf(request.settings, tablesOf(configuration));
    const onGentler =
      gentler &&
      (() => {
        composed.set({ sno, settings: gentler });
        void navigate(customAddress(sno));
      });
    return setQuestion({ kind: 'notice', notice, onConfirm, onGentler });
  };
  return {
    step,
    question,
    begin,
    confirm: () => {
      if (question?.kind === 'confirm-deduction') run({ ...question.request, agreed: question });
    },
    tryAgain: () => {
      setQuestion(undefined);
      void step.retry();
    },
    recharge: ({ operatorId }) => {
      void navigate(addressOf({ to: 'lease', sno, terms: rechargeWith(operatorId) }));
    },
    dismiss: () => setQuestion(undefined),
  };
}

/** Names what is known of the settings of a running treatment. */
function settingsWords(state: DeviceState, tables: ReturnType<typeof tablesOf>): string {
  const mode = modeOf(state);
  return separated([
    mode && copy.modes.names[mode],
    state.workMinutes === undefined ? undefined : copy.treatment.minutes(state.workMinutes),
    wordsOfCode(tables.voltage, state.voltage, copy.treatment.volts),
    wordsOfCode(tables.frequency, state.frequency, copy.treatment.hertz),
    wordsOfCode(tables.waveform, state.waveform),
    mode === 'quantum' ? undefined : auxiliaryWords(state, tables),
  ]);
}

/** Why the device cannot be started now. */
export function unavailableWords({ reason }: Extract<StartOutcome, { kind: 'unavailable' }>): string {
  return reason === 'offline' ? copy.modes.unavailableHint : copy.entry.reasons[reason];
}
