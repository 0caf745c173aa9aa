import { useState } from 'react';
import type { Notice } from '../../../core/treatment/start/start-notice.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import type { NamedDevice } from '../device/use-named-device.ts';
import styles from './StartNoticeSheet.module.css';

interface StartNoticeSheetProps {
  device: NamedDevice;
  notice: Notice;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The operator's notice. The user must tick that they have read it. */
export function StartNoticeSheet({ device, notice, onConfirm, onCancel }: StartNoticeSheetProps) {
  const [hasRead, setHasRead] = useState(false);
  return (
    <Dialog
      kind="sheet"
      title={notice.title}
      device={device}
      onDismiss={onCancel}
      actions={[
        { label: copy.common.cancel, onPress: onCancel },
        { label: copy.common.confirm, onPress: onConfirm, disabled: !hasRead },
      ]}
    >
      <ul className={styles.items}>
        {notice.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <label className={styles.confirm}>
        <input type="checkbox" checked={hasRead} onChange={({ target }) => setHasRead(target.checked)} />
        {notice.confirm ?? copy.modes.noticeRead}
      </label>
    </Dialog>
  );
}
