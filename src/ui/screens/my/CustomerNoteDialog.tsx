import { useState, type FormEvent } from 'react';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import { Field } from '../../parts/form/Field.tsx';
import type { NamedDevice } from '../../parts/device/use-named-device.ts';

interface CustomerNoteDialogProps {
  device: NamedDevice;
  note: string | undefined;
  onKeep: (words: string) => void;
  onClose: () => void;
}

/** Writes down for which customer a device is rented. */
export function CustomerNoteDialog({ device, note = '', onKeep, onClose }: CustomerNoteDialogProps) {
  const [words, setWords] = useState(note);
  const confirm = () => {
    onKeep(words.trim());
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm();
  };
  return (
    <Dialog
      kind="form"
      title={copy.my.note.title}
      device={device}
      text={copy.my.note.hint}
      onDismiss={onClose}
      actions={[
        { label: copy.common.cancel, onPress: onClose },
        { label: copy.common.confirm, onPress: confirm },
      ]}
    >
      <form noValidate onSubmit={submit}>
        <Field
          label={copy.my.note.label}
          readOnly={false}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          autoComplete="off"
          maxLength={20}
          enterKeyHint="done"
        />
      </form>
    </Dialog>
  );
}
