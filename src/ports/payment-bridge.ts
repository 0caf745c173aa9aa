/** What the server prepared for one payment, by the names of the payment service. Only that service's bridge reads it, and it stays in memory. */
export type PaymentSheet = Readonly<Record<string, string>>;

/** The order that is to be paid, as far as a bridge has to name it. */
export interface PaymentTarget {
  /** The number the server knows the payment by: the charge order number of a card order, else the order number. */
  number: string;
  kind: 'lease' | 'card';
  /** Needed to ask for a card order again. */
  operatorId?: string;
  sno?: string;
}

/**
 * What the customer's side says; none of it proves that money moved.
 * `none`: nothing came back in time, or the payment goes on elsewhere.
 */
export type PaymentAnswer =
  | { result: 'ok' }
  | { result: 'cancel' }
  | { result: 'fail'; message?: string }
  | { result: 'none' };

/** Lets a customer pay an order, here or on another phone. */
export abstract class PaymentBridge {
  /**
   * Lets the customer pay. `prepare` fetches the signed sheet, and is called once and only where a sheet is opened here.
   * `onLateAnswer` hears what the customer's side says after `none` was given, once, if it says anything.
   * Rejects with whatever `prepare` rejected with, or with the Problem `bridge` where payment cannot be offered.
   */
  abstract pay(
    order: PaymentTarget,
    prepare: () => Promise<PaymentSheet>,
    onLateAnswer?: (answer: PaymentAnswer) => void,
  ): Promise<PaymentAnswer>;
}
