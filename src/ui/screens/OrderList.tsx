import { observer } from 'mobx-react-lite';
import { useSearchParams } from 'react-router-dom';
import { ReadDeviceUse } from '../../core/device/read-device-use.ts';
import type { Order } from '../../core/order/order.ts';
import type { Records } from '../../core/basics/paging.ts';
import { Problem } from '../../core/problem.ts';
import { Queries } from '../../core/queries.ts';
import { useApplication, useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Page } from '../parts/page/Page.tsx';
import { PagedList } from '../parts/list/PagedList.tsx';
import { useSubject } from '../parts/device/use-subject.ts';
import { usePaged } from '../parts/list/use-paged.ts';
import { OrderItem, type ListedOrder } from './order-list/OrderItem.tsx';

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
  return <Orders fetch={queries.leaseOrders} />;
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
  return <Orders fetch={fetch} />;
});

const Orders = observer(function Orders({ fetch: read }: { fetch: (page: number) => Promise<Records<Order>> }) {
  const { payments, time } = useApplication();
  const fetch = async (page: number): Promise<Records<ListedOrder>> => {
    const askedAt = time.now();
    const listed = await read(page);
    payments.heard(listed.records);
    return { ...listed, records: listed.records.map((order) => ({ order, askedAt })) };
  };
  const list = usePaged({ fetch, keyOf: numberOf, freshness: String(payments.settledCount) });
  return (
    <PagedList
      list={list}
      keyOf={numberOf}
      words={{ loading: copy.orders.loading, none: copy.orders.none, failed: copy.orders.failed }}
    >
      {(listed) => <OrderItem listed={listed} onChange={list.refresh} />}
    </PagedList>
  );
});
