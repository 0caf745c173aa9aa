import { yuanText } from '../../core/money.ts';
import type { Order } from '../../core/order/order.ts';
import { copy } from '../copy/zh-CN-later.ts';
import { Dialog } from './Dialog.tsx';

interface CancelOrderDialogProps {
  order: Order;
  onCancel: () => void;
  onClose: () => void;
}

/** Asks before an order is cancelled, and names it and its amount. */
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
