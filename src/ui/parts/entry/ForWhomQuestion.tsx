import type { SaidTerms } from '../../../core/destination.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import type { NamedDevice } from '../device/use-named-device.ts';

export type ForWhomAnswer = (forWhom: SaidTerms['forWhom']) => void;

interface ForWhomQuestionProps {
  /** The device that is asked about. */
  device: NamedDevice;
  onAnswer: ForWhomAnswer;
}

/** Asks whether the device is rented for a customer. Nothing is rented without an answer. */
export function ForWhomQuestion({ device, onAnswer }: ForWhomQuestionProps) {
  return (
    <Dialog
      title={copy.entry.rentTitle}
      device={device}
      text={copy.entry.onBehalf}
      actions={[
        { label: copy.entry.no, onPress: () => onAnswer('self') },
        { label: copy.entry.yes, onPress: () => onAnswer('customer') },
      ]}
    />
  );
}
