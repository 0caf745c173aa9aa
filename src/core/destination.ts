import type { PaymentTarget } from '../ports/payment-bridge.ts';

/** `device`: extend a device's lease. `card`: recharge a card. */
export type Renewal = 'device' | 'card';

/** For whom the user rents. `unsaid`: neither the user, an address nor the server has said so. */
export type ForWhom = 'self' | 'customer' | 'unsaid';

/**
 * The terms of a purchase. The place that knows them makes them whole, and every step to the order hands them on; a
 * field has no default.
 */
export interface LeaseTerms {
  /** Undefined for a new purchase. */
  renewal: Renewal | undefined;
  /** A word of its own for what nobody has said, so that no default can take its place. */
  forWhom: ForWhom;
  /** Operator whose card the user recharges; undefined if the purchase is for a device. */
  rechargeOperatorId: string | undefined;
}

/** Terms that say for whom they are. Only such terms can be ordered. */
export type SaidTerms = LeaseTerms & { forWhom: Exclude<ForWhom, 'unsaid'> };

/** The next step of a flow. The ui converts it to an address, the cli to a hint. */
export type Destination =
  | { to: 'my'; renewed?: boolean }
  /** `by`: the basis to show first. `renews`: the order of the rental that is renewed, if it is a customer's. */
  | { to: 'lease'; sno: string | undefined; terms: LeaseTerms; by?: 'uses'; renews?: string | undefined }
  | { to: 'mode-menu'; sno: string; isShare?: boolean; paid?: boolean; stopped?: boolean }
  | { to: 'process'; sno: string; paid?: boolean }
  | ({ to: 'order-detail'; cancelled?: boolean } & Pick<PaymentTarget, 'number' | 'kind' | 'operatorId'>)
  | { to: 'cards'; paid?: boolean };
