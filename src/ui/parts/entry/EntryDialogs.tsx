import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { ForWhomQuestion, type ForWhomAnswer } from './ForWhomQuestion.tsx';
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
}

/** The dialogs of the entry flow. `onLeave` runs after the user closes a notice or cancels after an error. */
export const EntryDialogs = observer(function EntryDialogs({
  flow,
  onLeave,
  waiting = <LoadingState text={copy.entry.initializing} />,
}: EntryDialogsProps) {
  const { step, shown, enter } = flow;
  if (step.busy) return waiting;
  if (step.problem) {
    return (
      <Dialog
        title={copy.entry.failed}
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
        onAnswer={(forWhom) => {
          const answer = { assist: forWhom === 'customer' };
          enter((enterDevice, signal) => enterDevice.proceed(question, answer, signal));
        }}
      />
    );
  }
  if (shown?.kind === 'notice') {
    return (
      <NoticeDialog
        reason={shown.reason}
        device={shown}
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
const EntryQuestion = observer(function EntryQuestion({ sno, onAnswer }: { sno: string; onAnswer: ForWhomAnswer }) {
  return <ForWhomQuestion device={useNamedDevice(sno)} onAnswer={onAnswer} />;
});
