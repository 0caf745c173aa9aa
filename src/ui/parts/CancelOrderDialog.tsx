import { yuanText } from '../../core/money-text.ts';
import type { Order } from '../../core/order/order.ts';
import { copy } from '../copy/zh-CN-later.ts';
import { Dialog } from './Dialog.tsx';

interface CancelOrderDialogProps {
  order: Order;
  onCancel: () => void;
  onClose: () => void;
}

/** Asks the user to confirm the cancellation. Shows the order's number and amount. */
export function CancelOrderDialog({ order, onCancel, onClose }: CancelOrderDialogProps) {
  const agree = () => {
    onClose();
    onCancel();
  };
  return (
    <Dialog
      title={copy.orders.confirmCancel}
      text={`${order.number} ${copy.common.yuan(yuanText(order.dueFen ?? order.amountFen ?? 0))}`}
      onDismiss={onClose}
      actions={[
        { label: copy.common.back, onPress: onClose },
        { label: copy.common.confirm, tone: 'danger', onPress: agree },
      ]}
    />
  );
}
