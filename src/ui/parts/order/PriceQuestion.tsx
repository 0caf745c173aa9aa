import { yuanText } from '../../../core/basics/money.ts';
import type { PayableOrder } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { separated } from '../words/separated.ts';

/** An amount that the server asks for and the user has not accepted. */
export interface NamedPrice {
  /** With the amount that the screen showed, if it showed one. */
  order: PayableOrder;
  /** Integer fen. */
  amountFen: number;
}

interface PriceQuestionProps {
  named: NamedPrice;
  onAgree: (order: PayableOrder) => void;
  onClose: () => void;
}

/** Asks whether the user pays the amount that the server asks for. Names the order, of which a list shows many. */
export function PriceQuestion({ named: { order, amountFen }, onAgree, onClose }: PriceQuestionProps) {
  const { orders, lease, payment } = copy;
  const question = orders.askPrice(yuanText(amountFen));
  const agree = () => {
    onClose();
    onAgree({ ...order, amountFen });
  };
  return (
    <Dialog
      title={order.amountFen === undefined ? question : lease.priceChanged}
      text={order.amountFen === undefined ? order.number : separated([payment.orderNumber(order.number), question])}
      onDismiss={onClose}
      actions={[
        { label: lease.notNow, onPress: onClose },
        { label: lease.payNow(yuanText(amountFen)), tone: 'main', onPress: agree },
      ]}
    />
  );
}
