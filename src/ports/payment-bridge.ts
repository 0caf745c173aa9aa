/** The payment service's signed parameters for one payment. Only that service's bridge reads them. They must stay in memory. */
export type PrepayParams = Readonly<Record<string, string>>;

/** The order to pay. */
export interface PaymentTarget {
  /** The server's number of the payment: the charge order number of a card order, otherwise the order number. */
  number: string;
  kind: 'lease' | 'card';
  /** Required to query a card order. */
  operatorId?: string;
  sno?: string;
}

/**
 * The result that the customer's phone reports. It never proves that money moved.
 * `none`: no callback arrived in time, or the payment continues on another device.
 */
export type PaymentAnswer =
  | { result: 'ok' }
  | { result: 'cancel' }
  | { result: 'fail'; message?: string }
  | { result: 'none' };

/** Lets a customer pay an order, on this device or on another one. */
export abstract class PaymentBridge {
  /**
   * Starts the payment. Calls `prepare` at most once, and only to open a payment sheet on this device; it fetches the signed parameters.
   * Calls `onLateAnswer` each time the phone reports another result than before, after the first one or after `none`.
   * Rejects only if no sheet opened: with the error of `prepare`, or with the Problem `bridge` if payment is unavailable.
   */
  abstract pay(
    order: PaymentTarget,
    prepare: () => Promise<PrepayParams>,
    onLateAnswer?: (answer: PaymentAnswer) => void,
  ): Promise<PaymentAnswer>;
}
