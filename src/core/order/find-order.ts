import type { PayableOrder, Order } from './order.ts';
import type { ApiClient } from '../api/api-client.ts';
import { NOTHING_LISTED, withPage, type Listed, requireWhole } from '../basics/paging.ts';
import { Problem } from '../problem.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from './api.ts';

type OrderRef = Pick<PayableOrder, 'number' | 'kind' | 'operatorId'>;

const MAX_PAGES = 7;

/** Finds the current state of one order on the server. */
export class FindOrder {
  constructor(private readonly api: ApiClient) {}

  /**
   * Resolves to undefined if the server answers that the order does not exist. A card order is searched in its operator's
   * list. Rejects with a Problem.
   */
  async find(ref: OrderRef): Promise<Order | undefined> {
    if (ref.kind === 'card') return this.findListed(ref);
    const found = await this.api.call(getLeaseOrder, { number: ref.number });
    if (found && found.number !== ref.number)
      throw new Problem('parse', { call: getLeaseOrder.name, message: 'asked for one order, given another' });
    return found ?? undefined;
  }

  /**
   * Searches the newest hundred orders of its kind, or of its operator. Resolves to undefined if the list ends without the
   * order. Rejects with a Problem: `parse` if the order may be an unreadable row, older than those, or one that the server
   * counts and does not list, `invalid-input` for a card order without its operator.
   */
  async findListed({ number, kind, operatorId = '' }: OrderRef): Promise<Order | undefined> {
    if (kind === 'card' && operatorId === '')
      throw new Problem('invalid-input', { message: 'a card order is found in the list of its operator only' });
    const list = kind === 'card' ? listCardOrders : listLeaseOrders;
    const fetchPage = (page: number) =>
      kind === 'card' ? this.api.call(listCardOrders, { page, operatorId }) : this.api.call(listLeaseOrders, { page });
    let listed: Listed<Order> = NOTHING_LISTED;
    do {
      const page = await fetchPage(listed.nextPage);
      const found = page.records.find((order) => order.number === number);
      if (found) return found;
      listed = withPage(listed, page, (order) => order.number);
    } while (!listed.ended && listed.nextPage < MAX_PAGES);
    requireWhole(listed, list);
    if (!listed.ended || listed.items.length < (listed.total ?? 0))
      throw new Problem('parse', {
        call: list.name,
        message: `the order is not among the ${listed.items.length} orders that were read of the list`,
      });
    return undefined;
  }
}
