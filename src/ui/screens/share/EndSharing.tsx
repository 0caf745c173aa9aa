import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { phoneText } from '../../../core/phone.ts';
import { ShareWith } from '../../../core/share/share-with.ts';
import type { SharedUser } from '../../../core/share/share.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN-later.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { problemMessage } from '../../parts/problem-message.ts';
import { NotDone, useTask } from '../../parts/use-task.ts';

interface EndSharingProps {
  sno: string;
  user: SharedUser;
  onEnded: () => void;
  onClose: () => void;
}

/** Asks the user to confirm the removal of a shared user. */
export const EndSharing = observer(function EndSharing({ sno, user, onEnded, onClose }: EndSharingProps) {
  const { toasts } = useApplication();
  const shareWith = useService(ShareWith);
  const [isRefused, setIsRefused] = useState(false);
  const end = useTask(copy.tasks.endSharing(sno), async () => {
    setIsRefused(false);
    const { kind } = await shareWith.unshare(sno, user.mobile);
    if (kind === 'not-removed') return new NotDone(copy.share.notEnded, () => setIsRefused(true));
    toasts.show(copy.share.ended, 'good');
    onEnded();
    onClose();
    return undefined;
  });
  const close = () => {
    if (!end.busy) onClose();
  };
  return (
    <Dialog
      title={copy.share.confirmEnd}
      text={phoneText(user.mobile)}
      error={isRefused ? copy.share.notEnded : end.problem && problemMessage(end.problem)}
      onDismiss={close}
      actions={[
        { label: copy.common.back, onPress: close },
        { label: copy.common.confirm, tone: 'danger', busy: end.busy, onPress: () => void end.run() },
      ]}
    />
  );
});
