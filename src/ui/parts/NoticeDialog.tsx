import type { NoticeReason } from '../../core/device/device.ts';
import { copy } from '../copy/zh-CN.ts';
import { Dialog } from './Dialog.tsx';

/** Tells the user why the device cannot be used. */
export function NoticeDialog({ reason, onDone }: { reason: NoticeReason; onDone: () => void }) {
  return (
    <Dialog
      title={copy.entry.reasons[reason]}
      text={copy.common.seeOtherDevices}
      actions={[{ label: copy.common.understood, onPress: onDone }]}
      onDismiss={onDone}
    />
  );
}
