import { observer } from 'mobx-react-lite';
import type { Deduction } from '../../../core/treatment/start/start.ts';
import { modeOf } from '../../../core/treatment/settings/settings.ts';
import type { StartRequest } from '../../../core/treatment/start/start-treatment.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { problemMessage } from '../words/problem-message.ts';
import { unavailableWords, type StartFlow } from './use-start.tsx';
import { LoadingState } from '../loading/LoadingState.tsx';
import { StartNoticeSheet } from './StartNoticeSheet.tsx';
import styles from './StartDialogs.module.css';
import type { NamedDevice } from '../device/use-named-device.ts';

interface StartDialogsProps {
  flow: StartFlow;
  device: NamedDevice;
  deduct: string;
}

/** The dialogs of the start flow. `deduct` is the title of the dialog that confirms the deduction. */
export const StartDialogs = observer(function StartDialogs({ flow, device, deduct }: StartDialogsProps) {
  const { step, question, dismiss } = flow;
  if (step.busy) return <LoadingState text={copy.modes.starting} />;
  if (step.problem) {
    const message = problemMessage(step.problem);
    // A bug says nothing about the device, not even that it was not started.
    const isBug = step.problem.code === 'internal';
    return (
      <Dialog
        device={device}
        title={isBug ? message : copy.modes.notStarted}
        text={isBug ? undefined : message}
        actions={[
          { label: copy.common.cancel, onPress: step.clearError },
          { label: copy.common.retry, onPress: flow.tryAgain },
        ]}
        onDismiss={step.clearError}
      />
    );
  }
  switch (question?.kind) {
    case undefined:
      return null;
    case 'notice':
      return <StartNoticeSheet {...question} device={device} onCancel={dismiss} />;
    case 'unavailable':
      return (
        <Dialog
          device={device}
          title={copy.modes.unavailable}
          text={unavailableWords(question)}
          actions={[{ label: copy.common.understood, onPress: dismiss }]}
          onDismiss={dismiss}
        />
      );
    case 'confirm-deduction':
      return (
        <Dialog
          device={{ sno: question.sno, name: question.deviceName ?? device.name }}
          title={deduct}
          text={
            <>
              {[treatmentWords(question.request), ...deductionWords(question)].map((words) => (
                <span key={words} className={styles.line}>
                  {words}
                </span>
              ))}
            </>
          }
          actions={[
            { label: copy.common.cancel, onPress: dismiss },
            { label: copy.common.confirm, onPress: flow.confirm },
          ]}
          onDismiss={dismiss}
        />
      );
    case 'exhausted':
      return (
        <Dialog
          device={device}
          title={copy.modes.exhausted}
          actions={[
            { label: copy.common.cancel, onPress: dismiss },
            { label: copy.modes.recharge, onPress: () => flow.recharge(question) },
          ]}
          onDismiss={dismiss}
        />
      );
    case 'outcome-unknown':
      return (
        <Dialog
          device={device}
          title={copy.treatment.unresponsive}
          text={
            copy.modes.mayHaveStarted(problemMessage(question.problem)) +
            (question.paid ? copy.modes.paidMayDeduct : '')
          }
          actions={[
            { label: copy.modes.later, onPress: dismiss },
            { label: copy.modes.tryAgain, onPress: flow.tryAgain },
          ]}
          onDismiss={dismiss}
        />
      );
    case 'paid-not-started':
      return (
        <Dialog
          device={device}
          title={copy.modes.paidNotStarted}
          text={copy.modes.paidNotStartedHint(problemMessage(question.problem))}
          actions={[
            { label: copy.modes.later, onPress: dismiss },
            { label: copy.modes.tryAgain, onPress: flow.tryAgain },
          ]}
          onDismiss={dismiss}
        />
      );
  }
});

/** Names the treatment that the start asks for. */
function treatmentWords({ settings, custom }: StartRequest): string {
  const mode = custom ? 'custom' : modeOf(settings);
  const minutes = copy.treatment.minutes(settings.workMinutes);
  return mode === undefined ? minutes : `${copy.modes.names[mode]} · ${minutes}`;
}

/** Says how many uses are left before and after the start, as far as that is known, and of which shop it deducts one. */
function deductionWords({ remaining, mayBeOlder, mayTakeNone, operatorName }: Deduction): string[] {
  return [
    ...(mayBeOlder ? [] : [copy.modes.remaining(remaining)]),
    ...(mayBeOlder || mayTakeNone ? [] : [copy.modes.leavesUses(remaining - 1)]),
    ...(mayTakeNone ? [copy.modes.mayTakeNone] : []),
    ...(operatorName === undefined ? [] : [copy.modes.deductedFrom(operatorName)]),
  ];
}
