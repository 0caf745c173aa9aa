import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { shareAddress } from '../../addresses.ts';
import { copy } from '../../copy/zh-CN.ts';
import { DevicePanel } from './DevicePanel.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { Icon } from '../graphics/Icon.tsx';
import styles from './ShareSheet.module.css';

interface ShareSheetProps {
  sno: string;
  words: { device: string; share: string };
  onClose: () => void;
}

/** A sheet that opens the details of a device or its shared users. */
export function ShareSheet({ sno, words, onClose }: ShareSheetProps) {
  const navigate = useNavigate();
  const [panel, setPanel] = useState(false);
  if (panel) return <DevicePanel sno={sno} onClose={onClose} />;
  return (
    <Dialog
      kind="sheet"
      title={copy.device.more}
      actions={[{ label: copy.common.cancel, onPress: onClose, tone: 'plain' }]}
      onDismiss={onClose}
    >
      <div className={styles.ways}>
        <button type="button" className={styles.way} onClick={() => setPanel(true)}>
          <Icon name="device" size={32} />
          {words.device}
        </button>
        <button type="button" className={styles.way} onClick={() => void navigate(shareAddress(sno))}>
          <Icon name="people" size={32} />
          {words.share}
        </button>
      </div>
    </Dialog>
  );
}
