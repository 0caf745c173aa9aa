import type { Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { DescriptionList } from '../../parts/list/DescriptionList.tsx';
import { orderRows } from './order-rows.ts';
import styles from './OrderFacts.module.css';

/** What an order is about, what it costs, and how it is recorded. */
export function OrderFacts({ order }: { order: Order }) {
  const groups = [
    orderRows(order, ['operator', 'deviceName', 'plan', 'amount', 'discount']),
    orderRows(order, ['number', 'orderedAt', 'paidAt']),
  ].filter((rows) => rows.length > 0);
  const more = orderRows(order, ['mac']);
  return (
    <>
      {groups.map((rows) => (
        <DescriptionList key={rows[0]?.[0]} rows={rows} />
      ))}
      {more.length > 0 && (
        <details>
          <summary className={styles.summary}>{copy.orders.more}</summary>
          <DescriptionList rows={more} />
        </details>
      )}
    </>
  );
}
