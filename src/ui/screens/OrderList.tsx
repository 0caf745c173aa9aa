import { observer } from 'mobx-react-lite';
import { useSearchParams } from 'react-router-dom';
import type { Order } from '../../core/order/order.ts';
import type { Records } from '../../core/paging.ts';
import { Queries } from '../../core/queries.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN-later.ts';
import { Page } from '../parts/Page.tsx';
import { PagedList } from '../parts/PagedList.tsx';
import { usePaged } from '../parts/use-paged.ts';
import { OrderItem } from './order-list/OrderItem.tsx';

const numberOf = (order: Order) => order.number;

/** The user's lease orders, or the card orders of one operator. */
export const OrderList = observer(function OrderList() {
  const { device } = useApplication();
  const [query] = useSearchParams();
  const ofCards = query.get('type') === 'cardlist';
  const operatorId = ofCards ? (query.get('sysUserId') ?? device.operatorId) : undefined;
  return (
    <Page title={copy.titles.orderList}>
      {ofCards ? <CardOrders key={operatorId} operatorId={operatorId} /> : <LeaseOrders />}
    </Page>
  );
});

const LeaseOrders = observer(function LeaseOrders() {
  const queries = useService(Queries);
  return <Orders fetch={queries.leaseOrders} />;
});

const CardOrders = observer(function CardOrders({ operatorId }: { operatorId: string | undefined }) {
  const queries = useService(Queries);
  const fetch = async (page: number) => {
    if (operatorId === undefined) return { records: [], unreadable: 0 };
    const listed = await queries.cardOrders(operatorId, page);
    return {
      ...listed,
      records: listed.records.map((order) => ({ ...order, operatorId: order.operatorId ?? operatorId })),
    };
  };
  return <Orders fetch={fetch} />;
});

const Orders = observer(function Orders({ fetch }: { fetch: (page: number) => Promise<Records<Order>> }) {
  const { paymentStatus } = useApplication();
  const list = usePaged({ fetch, keyOf: numberOf, freshness: String(paymentStatus.settled) });
  return (
    <PagedList
      list={list}
      keyOf={numberOf}
      words={{ loading: copy.orders.loading, none: copy.orders.none, failed: copy.orders.failed }}
    >
      {(order) => <OrderItem order={order} onChange={list.refresh} />}
    </PagedList>
  );
});
