import { useLayoutEffect, useRef, useState } from 'react';
import { noticeIn, type NoticeTexts } from '../../../core/api/configuration/notice-texts.ts';
import type { Notice } from '../../../core/treatment/start/start-notice.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import type { NamedDevice } from '../device/use-named-device.ts';
import styles from './StartNoticeSheet.module.css';

interface StartNoticeSheetProps {
  device: NamedDevice;
  notice: Notice;
  onConfirm: () => void;
  /** Leads to the same treatment with the weakest voltage and infrared, if the one to be started is strong. */
  onGentler: (() => void) | undefined;
  onCancel: () => void;
}

/** The operator's notice. It can be confirmed once its end has been on the screen. */
export function StartNoticeSheet({ device, notice, onConfirm, onGentler, onCancel }: StartNoticeSheetProps) {
  const texts = noticeIn(notice, document.documentElement.lang === 'en' ? 'en' : 'zh-CN');
  const [isSeen, setIsSeen] = useState(false);
  const disabled = !isSeen;
  return (
    <Dialog
      kind="sheet"
      title={texts.title}
      device={device}
      onDismiss={onCancel}
      actions={[
        { label: copy.common.cancel, onPress: onCancel },
        ...(onGentler ? [{ label: copy.modes.gentler, tone: 'plain' as const, onPress: onGentler, disabled }] : []),
        {
          label: copy.modes.noticeRead,
          hint: isSeen ? undefined : copy.modes.noticeGoesOn,
          onPress: onConfirm,
          disabled,
        },
      ]}
    >
      <NoticeItems texts={texts} onSeen={() => setIsSeen(true)} />
    </Dialog>
  );
}

const TOLERANCE_PX = 8;

/** Calls `onSeen` once the dialog has been scrolled to its end, at once if all of it is on the screen. */
function NoticeItems({ texts, onSeen }: { texts: NoticeTexts; onSeen: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  const seen = useRef(onSeen);
  useLayoutEffect(() => {
    seen.current = onSeen;
  });
  useLayoutEffect(() => {
    const dialog = content.current?.closest('[role="dialog"]');
    if (!dialog) return undefined;
    const look = () => {
      if (dialog.scrollHeight - dialog.scrollTop - dialog.clientHeight <= TOLERANCE_PX) seen.current();
    };
    look();
    dialog.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      dialog.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  return (
    <div ref={content}>
      {!texts.isInLanguage && <p className={styles.foreign}>{copy.modes.noticeForeign}</p>}
      <ul className={styles.items}>
        {texts.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {texts.confirm && <p className={styles.confirm}>{texts.confirm}</p>}
    </div>
  );
}
