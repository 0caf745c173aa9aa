import { observer } from 'mobx-react-lite';
import { useRef, useState, type FormEvent } from 'react';
import { ShareWith, type ShareOutcome } from '../../../core/share/share-with.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import { PhoneField } from '../../parts/form/PhoneField.tsx';
import { problemMessage } from '../../parts/words/problem-message.ts';
import { reasonWords } from '../../parts/words/server-words.ts';
import { useDraft } from '../../parts/form/use-draft.ts';
import type { NamedDevice } from '../../parts/device/use-named-device.ts';
import { Done, NotDone, useTask } from '../../parts/hooks/use-task.ts';

interface ShareDialogProps {
  device: NamedDevice;
  /** Called after each answer: the list of shared users may have changed, also on another phone. */
  onChange: () => void;
  onClose: () => void;
}

/** Why the device is not shared, as far as it is known; undefined if it is shared. */
function reasonOf(outcome: ShareOutcome): string | undefined {
  if (outcome.kind === 'shared') return undefined;
  return outcome.kind === 'unknown'
    ? copy.share.unsure
    : reasonWords(outcome.problem.serverMessage, copy.problems.refused);
}

/** Shares the device with a phone number. */
export const ShareDialog = observer(function ShareDialog({ device, onChange, onClose }: ShareDialogProps) {
  const { toProblem } = useApplication();
  const shareWith = useService(ShareWith);
  const form = useDraft('share', { mobile: '' }, device.sno);
  const { mobile } = form.draft;
  const [error, setError] = useState<string>();
  const box = useRef<HTMLInputElement>(null);

  const share = useTask(copy.tasks.share(device.sno), async () => {
    const reason = await shareWith
      .share(device.sno, mobile)
      .then(reasonOf, (thrown: unknown) => problemMessage(toProblem(thrown)));
    if (reason !== undefined)
      return new NotDone(reason, () => {
        setError(reason);
        box.current?.focus();
        onChange();
      });
    form.discard();
    return new Done(copy.share.done, () => {
      onChange();
      onClose();
    });
  });
  const confirm = () => {
    setError(mobile === '' ? copy.share.mobileMissing : undefined);
    if (mobile === '') box.current?.focus();
    else void share.run();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  const close = () => {
    if (share.busy) return;
    form.discard();
    onClose();
  };
  return (
    <Dialog
      kind="form"
      title={copy.share.dialog}
      device={device}
      onDismiss={close}
      actions={[
        { label: copy.common.cancel, onPress: close },
        { label: copy.common.confirm, busy: share.busy, onPress: confirm },
      ]}
    >
      <form noValidate onSubmit={submit}>
        <PhoneField
          ref={box}
          label={copy.share.mobile}
          error={error}
          value={mobile}
          readOnly={share.busy}
          onChange={(grouped) => {
            setError(undefined);
            form.type({ mobile: grouped });
          }}
        />
      </form>
    </Dialog>
  );
});
