import { yuanText } from '../../../core/basics/money.ts';
import { amountDueOf, type Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';

interface CancelOrderDialogProps {
  order: Order;
  onCancel: () => void;
  onClose: () => void;
}

/** Asks the user to confirm the cancellation. Shows the order's number, and its amount if the server names one. */
export function CancelOrderDialog({ order, onCancel, onClose }: CancelOrderDialogProps) {
  const agree = () => {
    onClose();
    onCancel();
  };
  const amountFen = amountDueOf(order);
  const amount = amountFen === undefined ? '' : ` ${copy.common.yuan(yuanText(amountFen))}`;
  return (
    <Dialog
      title={copy.orders.confirmCancel}
      text={`${order.number}${amount}`}
      onDismiss={onClose}
      actions={[
        { label: copy.common.back, onPress: onClose },
        { label: copy.common.confirm, tone: 'danger', onPress: agree },
      ]}
    />
  );
}
