import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { Cloud } from '../cloud/cloud.ts';
import { PAGE_SIZE } from '../paging.ts';
import { getLeaseOrder, listCardOrders } from './api.ts';
import type { Order } from './order.ts';

type Named = Pick<PayableOrder, 'number' | 'kind' | 'operatorId'>;

const PAGES_LOOKED_THROUGH = 7;

/** Finds one order as the server knows it now. */
export class FindOrder {
  constructor(private readonly cloud: Cloud) {}

  /** Undefined where there is no such order; a card order is looked for among its operator's newest hundred. Rejects with a Problem. */
  async find({ number, kind, operatorId }: Named): Promise<Order | undefined> {
    if (kind === 'lease') return (await this.cloud.call(getLeaseOrder, { number })) ?? undefined;
    if (operatorId === undefined) return undefined;
    for (let page = 0; page < PAGES_LOOKED_THROUGH; page += 1) {
      const { records } = await this.cloud.call(listCardOrders, { page, operatorId });
      const found = records.find((order) => order.number === number);
      if (found || records.length < PAGE_SIZE) return found;
    }
    return undefined;
  }
}
