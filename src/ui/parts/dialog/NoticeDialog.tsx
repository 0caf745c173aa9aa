import type { NoticeReason } from '../../../core/device/device.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from './Dialog.tsx';
import { problemMessage } from '../words/problem-message.ts';
import type { EntryFlow } from '../entry/use-entry.tsx';
import type { NamedDevice } from '../device/use-named-device.ts';

interface NoticeDialogProps {
  reason: NoticeReason;
  device: NamedDevice;
  scanning: EntryFlow['scanning'];
  onDone: () => void;
}

/** Tells the user why the device cannot be used, and offers to scan another one. */
export function NoticeDialog({ reason, device, scanning, onDone }: NoticeDialogProps) {
  return (
    <Dialog
      title={copy.entry.reasons[reason]}
      device={device}
      text={copy.common.seeOtherDevices}
      error={scanning.problem && problemMessage(scanning.problem)}
      actions={[
        { label: copy.entry.scanAgain, onPress: () => void scanning.run() },
        { label: copy.common.understood, onPress: onDone },
      ]}
      onDismiss={onDone}
    />
  );
}
