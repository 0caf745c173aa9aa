import { observer } from 'mobx-react-lite';
import { useCallback, useRef, useState } from 'react';
import { yuanText } from '../../../core/basics/money.ts';
import { amountDueOf, shownState, statedDueOf, type Order } from '../../../core/order/order.ts';
import { dateTimeText } from '../../../core/basics/time.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { Link } from '../../parts/page/Link.tsx';
import { ORDER_ICONS } from '../../parts/order/order-icons.ts';
import { RecordCard } from '../../parts/list/RecordCard.tsx';
import { shownOrder } from '../../state/screen-state.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import styles from './OrderItem.module.css';
import { listedStateWords } from '../order-detail/order-rows.ts';
import { OrderToPay } from './OrderToPay.tsx';

/** An order of the list, and when the server was asked for it; epoch ms. */
export interface ListedOrder {
  order: Order;
  askedAt: number;
}

interface OrderItemProps {
  listed: ListedOrder;
  onChange: () => Promise<void>;
}

/** One order of the list: a link to its detail, and the actions of an unpaid order. */
export const OrderItem = observer(function OrderItem({ listed: { order: read, askedAt }, onChange }: OrderItemProps) {
  const { payments } = useApplication();
  const listed = payments.said(read, askedAt);
  /** What the server asked for at a tap, of a row in which it names no amount. */
  const [namedFen, setNamedFen] = useState<number>();
  const isNamed = listed.state === 'to-pay' && amountDueOf(listed) === undefined && namedFen !== undefined;
  const order = isNamed ? { ...listed, dueFen: namedFen } : listed;
  const shown = useScreenState(shownOrder);
  const face = useRef<HTMLAnchorElement>(null);
  const focusFace = useCallback(() => face.current?.focus({ preventScroll: true }), []);
  const { kind } = order;
  const state = shownState(order);
  const { orders, common } = copy;
  const isCancelled = state === 'cancelled';
  const due = statedDueOf(order);
  const amount = due ?? order.amountFen;
  return (
    <article className={styles.order}>
      <Link
        ref={face}
        className={styles.face}
        to={addressOf({ to: 'order-detail', number: order.number, kind, operatorId: order.operatorId })}
        onClick={() => shown.set(order)}
      >
        <RecordCard
          title={titleOf(order)}
          state={
            <p className={`${styles.state} ${styles[state]}`}>
              <Icon name={ORDER_ICONS[state]} size={20} />
              {listedStateWords(order)}
            </p>
          }
          amount={
            amount !== undefined && (
              <>
                <span>{due === undefined ? orders.amount : state === 'paid' ? orders.paid : orders.due}</span>
                {isCancelled ? (
                  <span>{common.yuan(yuanText(amount))}</span>
                ) : (
                  <strong>{common.yuan(yuanText(amount))}</strong>
                )}
                <Icon name="next" size={20} />
              </>
            )
          }
          rows={[
            [orders.operator, kind === 'lease' ? order.operatorName : undefined],
            [orders.orderedAt, order.orderedAt === undefined ? undefined : dateTimeText(order.orderedAt)],
            [orders.number, order.number],
          ]}
        />
      </Link>
      {payments.gateOf(order).kind === 'to-pay' && (
        <OrderToPay order={order} onChange={onChange} onPriceNamed={setNamedFen} onFocusLost={focusFace} />
      )}
    </article>
  );
});

function titleOf({ kind, planName, uses }: Order): string {
  const name = planName ?? copy.orders.kinds[kind];
  const times = uses === undefined ? '' : copy.orders.uses(uses);
  return name.includes(times) ? name : `${name} ${times}`;
}
