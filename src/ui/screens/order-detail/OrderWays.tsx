import { isRefundable, type Order } from '../../../core/order/order.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { copyText } from '../../parts/words/copy-text.ts';
import styles from './OrderWays.module.css';

interface OrderWaysProps {
  order: Order;
  /** Undefined while nothing is known but what was seen earlier. */
  onReceipt: (() => void) | undefined;
  /** Undefined unless the server has reported the order. */
  onRefund: (() => void) | undefined;
  /** Undefined if a button offers it. */
  onSupport: (() => void) | undefined;
}

/** What may be done about an order besides its main actions. */
export function OrderWays({ order, onReceipt, onRefund, onSupport }: OrderWaysProps) {
  const { toasts } = useApplication();
  const copyNumber = async () => {
    if (await copyText(order.number)) toasts.show(copy.receipt.copied, 'good');
    else toasts.show(copy.orders.numberNotCopied, 'bad');
  };
  const ways: [string, (() => void) | undefined][] = [
    [copy.orders.copyNumber, () => void copyNumber()],
    [copy.orders.support, onSupport],
    [copy.receipt.open, onReceipt],
    [copy.refundRequest.title, isRefundable(order) ? onRefund : undefined],
  ];
  return (
    <div className={styles.ways}>
      {ways.map(
        ([words, onPress]) =>
          onPress && (
            <button key={words} type="button" className={styles.way} onClick={onPress}>
              {words}
            </button>
          ),
      )}
    </div>
  );
}
