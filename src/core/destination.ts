import type { OrderKind } from './order/order.ts';
import type { Renewal } from './lease/lease-terms.ts';

/** Where a flow leads next. The ui makes an address of it, the cli a hint. */
export type Destination =
  | { to: 'my'; renewed?: boolean }
  | { to: 'lease'; assist?: boolean; renewal?: Renewal; rechargeOperatorId?: string }
  | { to: 'mode-menu'; isShare?: boolean; paid?: boolean; stopped?: boolean }
  | { to: 'process'; sno: string; paid?: boolean }
  | { to: 'order-detail'; kind: OrderKind; cancelled?: boolean }
  | { to: 'cards'; paid?: boolean };
