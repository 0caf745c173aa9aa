import type { PaymentTarget } from '../ports/payment-bridge.ts';

/** Extending a device's lease, or filling up a card. */
export type Renewal = 'device' | 'card';

/** Where a flow leads next. The ui makes an address of it, the cli a hint. */
export type Destination =
  | { to: 'my'; renewed?: boolean }
  | { to: 'lease'; assist?: boolean; renewal?: Renewal; rechargeOperatorId?: string }
  | { to: 'mode-menu'; isShare?: boolean; paid?: boolean; stopped?: boolean }
  | { to: 'process'; sno: string; paid?: boolean }
  | { to: 'order-detail'; kind: PaymentTarget['kind']; cancelled?: boolean }
  | { to: 'cards'; paid?: boolean };
