import type { ForWhom } from '../../../core/destination.ts';
import { shownState, statedDueOf, type Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { ORDER_ICONS } from '../../parts/order/order-icons.ts';
import { Amount } from '../../parts/words/Amount.tsx';
import { dueLabel, stateWords } from './order-rows.ts';
import styles from './OrderState.module.css';

interface OrderStateProps {
  order: Order;
  /** The order is cancelled, and no payment of it is in doubt. */
  owesNothing: boolean;
  /** For whom this phone has placed it. */
  forWhom: ForWhom;
  /** What was written about its customer. */
  note: string | undefined;
}

/** The state of an order as a headline, above the amount that was paid or is due. */
export function OrderState({ order, owesNothing, forWhom, note }: OrderStateProps) {
  const state = shownState(order);
  const due = statedDueOf(order);
  return (
    <section className={`${styles.head} ${styles[state]}`}>
      <p className={styles.state} role="status">
        <span className={styles.icon}>
          <Icon name={ORDER_ICONS[state]} size={20} />
        </span>
        {stateWords(order)}
      </p>
      {due !== undefined && (
        <dl className={styles.due}>
          <dt className={styles.label}>{dueLabel(order)}</dt>
          <dd className={styles.sum}>
            <Amount fen={due} />
          </dd>
        </dl>
      )}
      {forWhom === 'customer' && (
        <p className={styles.customer}>
          <span className={styles.tag}>{copy.my.agentRental}</span>
          {note !== undefined && <span>{note}</span>}
        </p>
      )}
      {owesNothing && <p className={styles.label}>{copy.orders.nothingToPay}</p>}
    </section>
  );
}
