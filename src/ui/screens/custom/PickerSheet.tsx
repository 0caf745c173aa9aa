import type { ReactNode } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/Dialog.tsx';

interface PickerSheetProps {
  title: string;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A sheet with a picker. Only the confirm button applies the choice. */
export function PickerSheet({ title, onConfirm, onCancel, children }: PickerSheetProps) {
  return (
    <Dialog
      kind="sheet"
      title={title}
      onDismiss={onCancel}
      actions={[
        { label: copy.common.cancel, onPress: onCancel },
        { label: copy.common.confirm, onPress: onConfirm },
      ]}
    >
      {children}
    </Dialog>
  );
}
