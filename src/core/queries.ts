import { getUser } from './account/api.ts';
import type { ApiClient } from './api/api-client.ts';
import type { Holdings } from './checkout/holdings/holdings.ts';
import { checkDevice, getDetail, listHistory, readLatest } from './device/api.ts';
import { listDurationPlans, listUsePlans } from './lease/api.ts';
import { listCardOrders, listLeaseOrders } from './order/api.ts';
import { listRefunds } from './wallet/api.ts';

/** Simple reads of the screens. Each rejects with the Problem of its request. */
export class Queries {
  constructor(
    private readonly api: ApiClient,
    private readonly holdings: Holdings,
  ) {}

  user = () => this.api.call(getUser, {});
  devices = () => this.holdings.devices();
  device = (sno: string) => this.api.call(getDetail, { sno });
  check = (sno: string, assist = false) => this.api.call(checkDevice, { sno, assist });
  history = () => this.api.call(listHistory, {});
  latest = (sno: string) => this.api.call(readLatest, { sno });
  durationPlans = (sno: string) => this.api.call(listDurationPlans, { sno });
  usePlans = (seller: { sno?: string; operatorId?: string }) => this.api.call(listUsePlans, seller);
  leaseOrders = (page: number) => this.api.call(listLeaseOrders, { page });
  refunds = (page: number) => this.api.call(listRefunds, { page });
  cards = (page: number) => this.holdings.cards(page);
  allCards = () => this.holdings.allCards();
  cardOrders = (operatorId: string, page: number) => this.api.call(listCardOrders, { operatorId, page });
}
