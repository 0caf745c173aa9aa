/** The signed fields of one payment, passed on to the messaging app untouched. */
export interface PaymentSheet {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: string;
  paySign: string;
}

/** What is to be paid, for whoever hands it to a customer. */
export interface PayableOrder {
  /** The number the server knows the payment by: the charge order number of a card order, else the order number. */
  number: string;
  kind: 'lease' | 'card';
  /** Integer fen. */
  amountFen: number;
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
  abstract pay(order: PayableOrder, prepare: () => Promise<PaymentSheet>, onLateAnswer?: (answer: PaymentAnswer) => void): Promise<PaymentAnswer>;
}
