import type { ReactNode } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import styles from './pickers.module.css';

interface PickerSheetProps {
  title: string;
  /** What is unusual about the choice. */
  caution?: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A sheet with a picker. Only the confirm button applies the choice. */
export function PickerSheet({ title, caution, onConfirm, onCancel, children }: PickerSheetProps) {
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
      <p role="status" className={styles.caution}>
        {caution}
      </p>
    </Dialog>
  );
}
