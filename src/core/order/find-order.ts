import type { PayableOrder } from './order.ts';
import type { ApiClient } from '../api/api-client.ts';
import { NOTHING_LISTED, requireWhole, withPage, type Listed } from '../paging.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from './api.ts';
import type { Order } from './order.ts';

type Named = Pick<PayableOrder, 'number' | 'kind' | 'operatorId'>;

const PAGES_LOOKED_THROUGH = 7;

/** Finds one order as the server knows it now. */
export class FindOrder {
  constructor(private readonly api: ApiClient) {}

  /** Undefined where there is no such order; a card order is looked for in its operator's list. Rejects with a Problem. */
  async find(named: Named): Promise<Order | undefined> {
    if (named.kind === 'lease') return (await this.api.call(getLeaseOrder, { number: named.number })) ?? undefined;
    return this.findListed(named);
  }

  /**
   * The order as the newest hundred of its kind, or of its operator, list it; undefined where they do not. Rejects with a Problem:
   * `parse` where it is not among those that can be read, and others cannot.
   */
  async findListed({ number, kind, operatorId = '' }: Named): Promise<Order | undefined> {
    if (kind === 'card' && operatorId === '') return undefined;
    const list = kind === 'card' ? listCardOrders : listLeaseOrders;
    const ask = (page: number) =>
      kind === 'card' ? this.api.call(listCardOrders, { page, operatorId }) : this.api.call(listLeaseOrders, { page });
    let listed: Listed<Order> = NOTHING_LISTED;
    do {
      const page = await ask(listed.nextPage);
      const found = page.records.find((order) => order.number === number);
      if (found) return found;
      listed = withPage(listed, page, (order) => order.number);
    } while (!listed.ended && listed.nextPage < PAGES_LOOKED_THROUGH);
    requireWhole(listed, list);
    return undefined;
  }
}
