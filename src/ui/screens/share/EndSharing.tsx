import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { phoneText } from '../../../core/basics/phone.ts';
import { ShareWith, type UnshareOutcome } from '../../../core/share/share-with.ts';
import type { SharedUser } from '../../../core/share/share.ts';
import { useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import { problemMessage } from '../../parts/words/problem-message.ts';
import type { NamedDevice } from '../../parts/device/use-named-device.ts';
import { Done, NotDone, useTask } from '../../parts/hooks/use-task.ts';

interface EndSharingProps {
  device: NamedDevice;
  user: SharedUser;
  /** Called after each answer: the sharing may have ended, also on another phone. */
  onChange: () => void;
  onClose: () => void;
}

const NOT_ENDED: Record<Exclude<UnshareOutcome['kind'], 'removed'>, () => string> = {
  'not-removed': () => copy.share.notEnded,
  alike: () => copy.share.alike,
  unknown: () => copy.share.endUnsure,
};

/** Asks the user to confirm the removal of a shared user. */
export const EndSharing = observer(function EndSharing({ device, user, onChange, onClose }: EndSharingProps) {
  const shareWith = useService(ShareWith);
  const [refusal, setRefusal] = useState<string>();
  const end = useTask(copy.tasks.endSharing(device.sno), async () => {
    setRefusal(undefined);
    const { kind } = await shareWith.unshare(device.sno, user.mobile);
    if (kind !== 'removed') {
      const words = NOT_ENDED[kind]();
      return new NotDone(words, () => {
        setRefusal(words);
        onChange();
      });
    }
    return new Done(copy.share.ended, () => {
      onChange();
      onClose();
    });
  });
  const close = () => {
    if (!end.busy) onClose();
  };
  return (
    <Dialog
      title={copy.share.confirmEnd}
      device={device}
      text={phoneText(user.mobile)}
      error={refusal ?? (end.problem && problemMessage(end.problem))}
      onDismiss={close}
      actions={[
        { label: copy.common.back, onPress: close },
        { label: copy.common.confirm, tone: 'danger', busy: end.busy, onPress: () => void end.run() },
      ]}
    />
  );
});
