import { useState } from 'react';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { copyText } from '../../parts/words/copy-text.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import styles from './LinkToCopy.module.css';

/** Shows the link to copy, if neither the share menu nor the clipboard worked. */
export function LinkToCopy({ address, onClose }: { address: string; onClose: () => void }) {
  const { toasts } = useApplication();
  const [copyFailed, setCopyFailed] = useState(false);
  const words = copy.share.link;
  const copyIt = async () => {
    if (!(await copyText(address))) return setCopyFailed(true);
    toasts.show(words.copied, 'good');
    onClose();
  };
  return (
    <Dialog
      kind="form"
      title={words.byHand}
      text={words.private}
      error={copyFailed ? words.notCopied : undefined}
      onDismiss={onClose}
      actions={[
        { label: copy.common.close, onPress: onClose },
        { label: words.copy, onPress: () => void copyIt() },
      ]}
    >
      <textarea
        readOnly
        rows={3}
        className={styles.address}
        aria-label={words.address}
        value={address}
        onFocus={({ target }) => target.select()}
      />
    </Dialog>
  );
}
