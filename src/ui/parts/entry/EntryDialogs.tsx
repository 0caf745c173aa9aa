import { observer } from 'mobx-react-lite';
import type { ComponentProps, ReactNode } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { ForWhomQuestion, type ForWhomAnswer, type QuestionKind } from './ForWhomQuestion.tsx';
import { useNamedDevice } from '../device/use-named-device.ts';
import { NoticeDialog } from '../dialog/NoticeDialog.tsx';
import { problemMessage } from '../words/problem-message.ts';
import type { EntryFlow } from './use-entry.tsx';
import { LoadingState } from '../loading/LoadingState.tsx';

interface EntryDialogsProps {
  flow: EntryFlow;
  onLeave: () => void;
  /** Shown while the entry step is busy. */
  waiting?: ReactNode;
  kind?: QuestionKind;
}

/** The dialogs of the entry flow. `onLeave` runs after the user closes a notice or cancels after an error. */
export const EntryDialogs = observer(function EntryDialogs({
  flow,
  onLeave,
  waiting = <LoadingState text={copy.entry.initializing} />,
  kind,
}: EntryDialogsProps) {
  const { step, shown, enter } = flow;
  if (step.busy) return waiting;
  if (step.problem) {
    const { sno } = step.problem;
    return (
      <Dialog
        kind={kind}
        title={copy.entry.failed}
        device={sno === undefined ? undefined : { sno }}
        text={problemMessage(step.problem)}
        actions={[
          {
            label: copy.common.cancel,
            onPress: () => {
              step.clearError();
              onLeave();
            },
          },
          { label: copy.common.retry, onPress: () => void step.retry() },
        ]}
      />
    );
  }
  if (shown?.kind === 'ask-on-behalf') {
    const { question } = shown;
    return (
      <EntryQuestion
        sno={question.sno}
        kind={kind}
        onAnswer={(forWhom) => {
          const answer = { assist: forWhom === 'customer' };
          enter((enterDevice, signal) => enterDevice.proceed(question, answer, signal));
        }}
      />
    );
  }
  if (shown?.kind === 'notice') {
    return (
      <EntryNotice
        reason={shown.reason}
        device={shown}
        kind={kind}
        scanning={flow.scanning}
        onDone={() => {
          flow.show(undefined);
          onLeave();
        }}
      />
    );
  }
  return null;
});

/** Asks for whom a device is entered whose name only the server knows. */
const EntryQuestion = observer(function EntryQuestion({
  sno,
  onAnswer,
  kind,
}: {
  sno: string;
  onAnswer: ForWhomAnswer;
  kind: QuestionKind | undefined;
}) {
  return <ForWhomQuestion device={useNamedDevice(sno)} onAnswer={onAnswer} kind={kind} />;
});

/** A notice about a device. A device of the list is named by its row. */
const EntryNotice = observer(function EntryNotice({ device, ...notice }: ComponentProps<typeof NoticeDialog>) {
  const { name } = useNamedDevice(device.sno);
  return <NoticeDialog device={{ name, ...device }} {...notice} />;
});
