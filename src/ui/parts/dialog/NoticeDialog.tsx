import type { NoticeReason } from '../../../core/device/device.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from './Dialog.tsx';
import { problemMessage } from '../words/problem-message.ts';
import type { QuestionKind } from '../entry/ForWhomQuestion.tsx';
import type { EntryFlow } from '../entry/use-entry.tsx';
import type { NamedDevice } from '../device/use-named-device.ts';

interface NoticeDialogProps {
  reason: NoticeReason;
  device: NamedDevice;
  scanning: EntryFlow['scanning'];
  onDone: () => void;
  kind?: QuestionKind | undefined;
}

/** Tells the user why the device cannot be used, and offers to scan another one. */
export function NoticeDialog({ reason, device, scanning, onDone, kind }: NoticeDialogProps) {
  return (
    <Dialog
      kind={kind}
      title={copy.entry.reasons[reason]}
      device={device}
      text={copy.common.seeOtherDevices}
      error={scanning.problem && problemMessage(scanning.problem)}
      actions={[
        { label: copy.common.understood, onPress: onDone },
        { label: copy.entry.scanAgain, onPress: () => void scanning.run() },
      ]}
      onDismiss={onDone}
    />
  );
}
