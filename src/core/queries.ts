import { getUser } from './account/api.ts';
import type { Cloud } from './cloud/cloud.ts';
import { getDetail, listDevices, listHistory, readLatest } from './device/api.ts';
import { listDurationPlans, listUsePlans } from './lease/api.ts';
import { listCardOrders, listLeaseOrders } from './order/api.ts';
import { listCards, listRefunds } from './wallet/api.ts';

/** Questions that decide nothing. Each rejects with the Problem of its call. */
export class Queries {
  constructor(private readonly cloud: Cloud) {}

  user = () => this.cloud.call(getUser, {});
  devices = () => this.cloud.call(listDevices, {});
  history = () => this.cloud.call(listHistory, {});
  device = (sno: string) => this.cloud.call(getDetail, { sno });
  latest = (sno: string) => this.cloud.call(readLatest, { sno });
  durationPlans = (sno: string) => this.cloud.call(listDurationPlans, { sno });
  usePlans = (seller: { sno?: string; operatorId?: string }) => this.cloud.call(listUsePlans, seller);
  leaseOrders = (page: number) => this.cloud.call(listLeaseOrders, { page });
  refunds = (page: number) => this.cloud.call(listRefunds, { page });
  cards = (page: number) => this.cloud.call(listCards, { page });
  cardOrders = (operatorId: string, page: number) => this.cloud.call(listCardOrders, { operatorId, page });
}
