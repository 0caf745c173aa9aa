import type { SaidTerms } from '../../../core/destination.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import type { NamedDevice } from '../device/use-named-device.ts';

/** Over a screen, or on a screen that has nothing else to offer. */
export type QuestionKind = 'question' | 'page';

export type ForWhomAnswer = (forWhom: SaidTerms['forWhom']) => void;

interface ForWhomQuestionProps {
  /** The device that is asked about. */
  device: NamedDevice;
  onAnswer: ForWhomAnswer;
  kind?: QuestionKind | undefined;
}

/** Asks whether the device is rented for a customer. Nothing is rented without an answer. */
export function ForWhomQuestion({ device, onAnswer, kind }: ForWhomQuestionProps) {
  return (
    <Dialog
      kind={kind}
      title={copy.entry.rentTitle}
      device={device}
      text={copy.entry.onBehalf}
      actions={[
        { label: copy.entry.no, hint: copy.entry.forSelf, onPress: () => onAnswer('self') },
        { label: copy.entry.yes, hint: copy.entry.forCustomer, onPress: () => onAnswer('customer') },
      ]}
    />
  );
}
