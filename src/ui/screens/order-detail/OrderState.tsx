import type { Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/Icon.tsx';
import { ORDER_ICONS } from '../../parts/order-icons.ts';
import styles from './OrderState.module.css';

/** How an order stands, at the head of its detail. */
export function OrderState({ order: { kind, state } }: { order: Order }) {
  const words = kind === 'card' ? copy.orders.cardStates[state] : copy.orders.states[state];
  return (
    <p className={`${styles.state} ${styles[state]}`} role="status">
      <span className={styles.icon}>
        <Icon name={ORDER_ICONS[state]} size={28} />
      </span>
      {words}
    </p>
  );
}
