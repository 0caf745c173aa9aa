import { yuanText } from '../../../core/basics/money.ts';
import { amountDueOf, type Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';

interface CancelOrderDialogProps {
  order: Order;
  onCancel: () => void;
  onClose: () => void;
}

/** Asks the user to confirm the cancellation. Shows what is known of the order: its device or shop, its number and its amount. */
export function CancelOrderDialog({ order, onCancel, onClose }: CancelOrderDialogProps) {
  const agree = () => {
    onClose();
    onCancel();
  };
  const amountFen = amountDueOf(order);
  const amount = amountFen === undefined ? undefined : copy.common.yuan(yuanText(amountFen));
  const { sno, deviceName, operatorName, number } = order;
  const subject = sno === undefined ? (deviceName ?? operatorName) : undefined;
  return (
    <Dialog
      title={copy.orders.confirmCancel}
      device={sno === undefined ? undefined : { sno, name: deviceName }}
      text={[subject, number, amount].filter((word) => word !== undefined).join(' ')}
      onDismiss={onClose}
      actions={[
        { label: copy.common.back, onPress: onClose },
        { label: copy.common.confirm, tone: 'danger', onPress: agree },
      ]}
    />
  );
}
