import type { Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import styles from './OrderState.module.css';

const ICONS: Record<Order['state'], IconName> = { 'to-pay': 'clock', paid: 'check', cancelled: 'close' };

/** How an order stands, at the head of its detail. */
export function OrderState({ order: { kind, state } }: { order: Order }) {
  const words = kind === 'card' ? copy.orders.cardStates[state] : copy.orders.states[state];
  return (
    <p className={`${styles.state} ${styles[state]}`} role="status">
      <span className={styles.icon}>
        <Icon name={ICONS[state]} size={28} />
      </span>
      {words}
    </p>
  );
}
