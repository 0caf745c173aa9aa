import { observer } from 'mobx-react-lite';
import { useCallback, useRef, useState } from 'react';
import { amountDueOf, shownState, statedDueOf, type Order } from '../../../core/order/order.ts';
import { shortTimeText } from '../../../core/basics/time.ts';
import type { ForWhom } from '../../../core/destination.ts';
import { addressOf } from '../../addresses.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { Link } from '../../parts/page/Link.tsx';
import { ORDER_ICONS } from '../../parts/order/order-icons.ts';
import { RecordCard } from '../../parts/list/RecordCard.tsx';
import { customerNotes } from '../../state/customer-notes.ts';
import { shownOrder } from '../../state/screen-state.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import { Amount } from '../../parts/words/Amount.tsx';
import { planNameText } from '../../parts/words/server-words.ts';
import { listedStateWords } from '../order-detail/order-rows.ts';
import styles from './OrderItem.module.css';
import { OrderToPay } from './OrderToPay.tsx';

/** An order of the list, and when the server was asked for it; epoch ms. */
export interface ListedOrder {
  order: Order;
  askedAt: number;
  /** For whom this phone has placed it. */
  forWhom: ForWhom;
}

interface OrderItemProps {
  listed: ListedOrder;
  onChange: () => Promise<void>;
}

/** One order of the list: a link to its detail, and the actions of an unpaid order. */
export const OrderItem = observer(function OrderItem({
  listed: { order: read, askedAt, forWhom },
  onChange,
}: OrderItemProps) {
  const { payments, time } = useApplication();
  const listed = payments.said(read, askedAt);
  /** What the server asked for at a tap, of a row in which it names no amount. */
  const [namedFen, setNamedFen] = useState<number>();
  /** The buttons stay until what they began has told how it ended, although what became of the order is known before. */
  const [isActing, setIsActing] = useState(false);
  const isNamed = listed.state === 'to-pay' && amountDueOf(listed) === undefined && namedFen !== undefined;
  const order = isNamed ? { ...listed, dueFen: namedFen } : listed;
  const shown = useScreenState(shownOrder);
  const note = useScreenState(customerNotes).of(read.number);
  const face = useRef<HTMLAnchorElement>(null);
  const focusFace = useCallback(() => face.current?.focus({ preventScroll: true }), []);
  const { kind } = order;
  const state = shownState(order);
  const { orders } = copy;
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
          leadsOn
          labelled={false}
          title={order.deviceName ?? planOf(order)}
          state={
            <p className={`${styles.state} ${styles[state]}`}>
              <Icon name={ORDER_ICONS[state]} size={20} />
              {listedStateWords(order)}
            </p>
          }
          about={
            (order.deviceName !== undefined || forWhom === 'customer') && (
              <>
                {order.deviceName !== undefined && <span>{planOf(order)}</span>}
                {forWhom === 'customer' && <span className={styles.tag}>{copy.my.agentRental}</span>}
                {forWhom === 'customer' && note !== undefined && <span className={styles.note}>{note}</span>}
              </>
            )
          }
          amount={
            amount !== undefined && (
              <>
                <span>{due === undefined ? orders.amount : state === 'paid' ? orders.paid : orders.due}</span>
                {isCancelled ? (
                  <Amount fen={amount} />
                ) : (
                  <strong>
                    <Amount fen={amount} />
                  </strong>
                )}
              </>
            )
          }
          facts={[
            [orders.operator, kind === 'lease' ? order.operatorName : undefined],
            [orders.orderedAt, order.orderedAt === undefined ? undefined : shortTimeText(order.orderedAt, time.now())],
            [orders.number, order.number],
          ]}
        />
      </Link>
      {(isActing || payments.gateOf(order).kind === 'to-pay') && (
        <OrderToPay
          order={order}
          onChange={onChange}
          onPriceNamed={setNamedFen}
          onActing={setIsActing}
          onFocusLost={focusFace}
        />
      )}
    </article>
  );
});

function planOf({ kind, planName, uses }: Order): string {
  const name = planName === undefined ? copy.orders.kinds[kind] : planNameText(planName);
  const times = uses === undefined ? '' : copy.orders.uses(uses);
  return name.includes(times) ? name : `${name} ${times}`;
}
