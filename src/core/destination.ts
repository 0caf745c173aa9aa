import type { PaymentTarget } from '../ports/payment-bridge.ts';

/** `device`: extend a device's lease. `card`: recharge a card. */
export type Renewal = 'device' | 'card';

/** The next step of a flow. The ui converts it to an address, the cli to a hint. */
export type Destination =
  | { to: 'my'; renewed?: boolean }
  | { to: 'lease'; assist?: boolean; renewal?: Renewal; rechargeOperatorId?: string }
  | { to: 'mode-menu'; isShare?: boolean; paid?: boolean; stopped?: boolean }
  | { to: 'process'; sno: string; paid?: boolean }
  | { to: 'order-detail'; kind: PaymentTarget['kind']; cancelled?: boolean }
  | { to: 'cards'; paid?: boolean };
