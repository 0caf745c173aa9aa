import { observer } from 'mobx-react-lite';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dateText } from '../../core/basics/time.ts';
import { rechargeWith } from '../../core/lease/lease-terms.ts';
import { OrdersPlacedHere } from '../../core/checkout/orders-placed-here.ts';
import { ReadDeviceUse } from '../../core/checkout/holdings/read-device-use.ts';
import type { Order, OrderKind, PayableOrder, ShownState } from '../../core/order/order.ts';
import type { Records } from '../../core/basics/paging.ts';
import { Problem } from '../../core/problem.ts';
import { Queries } from '../../core/queries.ts';
import { addressOf, devicesAddress } from '../addresses.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import buttons from '../parts/form/Button.module.css';
import { NoRecordIllustration } from '../parts/graphics/EmptyIllustrations.tsx';
import { Link } from '../parts/page/Link.tsx';
import { Page } from '../parts/page/Page.tsx';
import { LONG } from '../parts/list/narrowing.ts';
import { PagedList } from '../parts/list/PagedList.tsx';
import { useSubject } from '../parts/device/use-subject.ts';
import { usePaged } from '../parts/list/use-paged.ts';
import styles from './OrderList.module.css';
import { OrderItem, type ListedOrder } from './order-list/OrderItem.tsx';
import { StateFilter } from './order-list/StateFilter.tsx';

const numberOf = ({ order }: ListedOrder) => order.number;

/** The user's lease orders, or the card orders of the operator in the address, else of the last device's operator. */
export const OrderList = observer(function OrderList() {
  const [query] = useSearchParams();
  const ofCards = query.get('type') === 'cardlist';
  const operatorId = query.get('sysUserId') ?? undefined;
  return (
    <Page title={copy.titles.orderList}>
      {ofCards ? <CardOrders key={operatorId} operatorId={operatorId} /> : <LeaseOrders />}
    </Page>
  );
});

const LeaseOrders = observer(function LeaseOrders() {
  const queries = useService(Queries);
  return (
    <Orders
      kind="lease"
      fetch={queries.leaseOrders}
      noneHint={copy.orders.noneHint}
      wayOn={
        <Link className={`${buttons.button} ${buttons.main}`} to={devicesAddress}>
          {copy.my.rent}
        </Link>
      }
    />
  );
});

const CardOrders = observer(function CardOrders({ operatorId }: { operatorId: string | undefined }) {
  const queries = useService(Queries);
  const deviceUse = useService(ReadDeviceUse);
  const sno = useSubject();
  const fetch = async (page: number) => {
    const seller = operatorId ?? (sno && (await deviceUse.operatorOf(sno)));
    if (seller === undefined) throw new Problem('invalid-input', { message: 'no operator of card orders is named' });
    const listed = await queries.cardOrders(seller, page);
    return {
      ...listed,
      records: listed.records.map((order) => ({ ...order, operatorId: order.operatorId ?? seller })),
    };
  };
  return (
    <Orders
      kind="card"
      operatorId={operatorId}
      fetch={fetch}
      noneHint={copy.cards.noRecordHint}
      wayOn={
        operatorId !== undefined && (
          <Link
            className={`${buttons.button} ${buttons.main}`}
            to={addressOf({ to: 'lease', sno: undefined, terms: rechargeWith(operatorId) })}
          >
            {copy.cards.renew}
          </Link>
        )
      }
    />
  );
});

interface OrdersProps {
  kind: OrderKind;
  /** Whose card orders these are, if the address names one. */
  operatorId?: string | undefined;
  fetch: (page: number) => Promise<Records<Order>>;
  /** What an empty list says, and leads to. */
  noneHint: string;
  wayOn: ReactNode;
}

const Orders = observer(function Orders({ kind, operatorId, fetch: read, noneHint, wayOn }: OrdersProps) {
  const { payments, time } = useApplication();
  const placedHere = useService(OrdersPlacedHere);
  const [state, setState] = useState<ShownState>();
  const fetch = async (page: number): Promise<Records<ListedOrder>> => {
    const askedAt = time.now();
    const listed = await read(page);
    const isAskedFor = (order: PayableOrder) =>
      order.kind === kind && (operatorId === undefined || order.operatorId === operatorId);
    if (page === 0) payments.asOf(askedAt).requireOrdersListed(listed, isAskedFor);
    payments.heard(listed.records);
    const records = listed.records.map((order) => ({ order, askedAt, forWhom: placedHere.forWhom(order.number) }));
    return { ...listed, records };
  };
  const list = usePaged({ fetch, keyOf: numberOf, freshness: String(payments.freshness) });
  const isLong = (list.items?.length ?? 0) >= LONG;
  const items = list.items?.filter(
    ({ order, askedAt }) => !isLong || state === undefined || payments.said(order, askedAt).state === state,
  );
  const months = isLong && items ? monthsIn(items) : undefined;
  return (
    <>
      {isLong && <StateFilter chosen={state} onChoose={setState} />}
      <PagedList
        list={{ ...list, items }}
        keyOf={numberOf}
        illustration={<NoRecordIllustration />}
        words={{
          loading: copy.orders.loading,
          none: isLong ? copy.orders.noneOfState : copy.orders.none,
          noneHint: isLong ? undefined : noneHint,
          failed: copy.orders.failed,
        }}
        wayOn={isLong ? undefined : wayOn}
      >
        {(listed) => (
          <>
            {months?.has(listed.order.number) && <p className={styles.month}>{months.get(listed.order.number)}</p>}
            <OrderItem listed={listed} onChange={list.refresh} />
          </>
        )}
      </PagedList>
    </>
  );
});

/** The month above each order that is the first of one, by the number of the order. */
function monthsIn(items: readonly ListedOrder[]): Map<string, string> {
  const months = new Map<string, string>();
  let last: string | undefined;
  for (const { order } of items) {
    if (order.orderedAt === undefined) continue;
    const [year = '', month = ''] = dateText(order.orderedAt).split('-');
    const words = copy.orders.month(year, Number(month));
    if (words !== last) months.set(order.number, words);
    last = words;
  }
  return months;
}
