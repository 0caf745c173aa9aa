import { shownState, type Order } from '../../../core/order/order.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { ORDER_ICONS } from '../../parts/order/order-icons.ts';
import { stateWords } from './order-rows.ts';
import styles from './OrderState.module.css';

/** The state of an order as a headline. */
export function OrderState({ order }: { order: Order }) {
  const state = shownState(order);
  return (
    <p className={`${styles.state} ${styles[state]}`} role="status">
      <span className={styles.icon}>
        <Icon name={ORDER_ICONS[state]} size={28} />
      </span>
      {stateWords(order)}
    </p>
  );
}
