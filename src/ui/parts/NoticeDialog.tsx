import type { NoticeReason } from '../../core/device/device.ts';
import { copy } from '../copy/zh-CN.ts';
import { Dialog } from './Dialog.tsx';
import { problemMessage } from './problem-message.ts';
import type { EntryFlow } from './use-entry.tsx';

interface NoticeDialogProps {
  reason: NoticeReason;
  device: { sno: string; name?: string };
  scanning: EntryFlow['scanning'];
  onDone: () => void;
}

/** Tells the user why the device cannot be used, and offers to scan another one. */
export function NoticeDialog({ reason, device: { sno, name }, scanning, onDone }: NoticeDialogProps) {
  return (
    <Dialog
      title={copy.entry.reasons[reason]}
      text={
        <>
          {name} {copy.common.number(sno)}
          <br />
          <span>{copy.common.seeOtherDevices}</span>
        </>
      }
      error={scanning.problem && problemMessage(scanning.problem)}
      actions={[
        { label: copy.entry.scanAgain, onPress: () => void scanning.run() },
        { label: copy.common.understood, onPress: onDone },
      ]}
      onDismiss={onDone}
    />
  );
}
