import { ACCOUNT_KEYS } from '../../../src/core/state/account-scope.ts';
import type { ConfirmationState } from '../../../src/core/checkout/confirm/confirmation-steps.ts';
import type { PlacementState } from '../../../src/core/checkout/place/order-steps.ts';
import type { PaymentState } from '../../../src/core/checkout/pay/payment-steps.ts';
import type { Paid, UnpaidPurchase } from '../../../src/core/checkout/records/purchase.ts';
import type { OrderState, PayableOrder } from '../../../src/core/order/order.ts';

/** Every clock stands at this moment. When time passes, the stored instants move into the past instead. */
export const NOW = 1_800_000_000_000;

/** The price of a plan before and after the shop raises it; integer fen. */
export const PRICES = [1_990, 2_990] as const;

/** The two devices that the person may rent, each with one plan. */
export const DEVICES = ['DEV0001', 'DEV0002'] as const;
export type Sno = (typeof DEVICES)[number];

export interface ServerOrder {
  number: string;
  sno: Sno;
  amountFen: number;
  /** The price on the screen where the person tapped; integer fen. */
  planFen: number;
  /** `gone`: the server has forgotten the order. */
  state: Exclude<OrderState, 'unknown'> | 'gone';
  /** The idempotency key of its request. */
  key: string;
  /** The phone that placed it, and the account. */
  phone: number;
  account: Account;
  /** The customer's money has moved. The server may learn it later. */
  isCharged: boolean;
  /** It was placed in the last ten minutes. */
  isRecent: boolean;
}

/** An order request. */
export interface Request {
  phone: number;
  account: Account;
  sno: Sno;
  /** The price on the screen where the person tapped; integer fen. */
  planFen: number;
  key: string;
  /** It was sent ten minutes ago. */
  isOld?: boolean;
}

export type Account = 'A' | 'B';

export interface Server {
  isPriceRaised: boolean;
  /** Newest first. */
  orders: readonly ServerOrder[];
  /** Requests that the server has not handled, although their phones have stopped waiting. */
  late: readonly Request[];
}

/** One run of `RentDevice.rent` or `PayOrder.pay`. */
export interface Flow {
  /** Distinguishes the flows of one page. */
  id: number;
  kind: 'rent' | 'pay';
  sno: Sno;
  /** The amounts that the person saw and accepted; integer fen. */
  acceptedFen: readonly number[];
  /** The plan's price on the screen. */
  planFen: number;
  isScreenClosed: boolean;
  /** The order that the server has made for the request of this flow, whose answer is on its way. */
  created?: string;
  /** Its order request was sent ten minutes ago. */
  isOld?: boolean;
  /** The order numbers of the prefetched list that it waits for. */
  prefetched?: readonly string[];
  /** It does not hold the mutex, because the page of the flow that holds it is suspended. */
  isWithoutMutex?: boolean;
  /** The page does not keep the prepay parameters that the flow waits for: the sheet of another flow has answered. */
  isUncached?: boolean;
  /** Another flow of the phone held a mutex that this one wanted. */
  waited: boolean;
  step:
    | { at: 'order-mutex' }
    | { at: 'placing'; placement: PlacementState }
    | { at: 'payment-mutex'; order: PayableOrder; reported?: OrderState }
    | { at: 'paying'; order: PayableOrder; payment: PaymentState };
}

/** WeChat's sheet, as long as it can answer. */
export interface Sheet {
  flow: number;
  number: string;
  /** The order as the flow knew it. */
  order: PayableOrder;
  /** The amount for which it was prepared; integer fen. */
  amountFen: number;
  /** The customer has paid in it. */
  isPaid: boolean;
  /** The app has stopped waiting for its answer. */
  isAbandoned: boolean;
}

export interface Poll {
  order: PayableOrder;
  confirmation: ConfirmationState;
  /** A late answer of a sheet arrived meanwhile, so the page polls once more. */
  again: boolean;
}

export type Screen =
  | { at: 'home' }
  | { at: 'plans'; sno: Sno; planFen: number; changed?: { amountFen: number } }
  /** The unpaid orders as listed when the screen opened. */
  | { at: 'orders'; listed: readonly { number: string; sno: Sno; amountFen: number }[] };

export interface Page {
  screen: Screen;
  flows: readonly Flow[];
  polls: readonly Poll[];
  /** The orders whose payment the page shows as unconfirmed. Another page may have settled some of them. */
  unconfirmed: readonly PayableOrder[];
  sheets: readonly Sheet[];
  /** The prepay parameters in memory by order number: the amount that the person accepted, and the server's. */
  prepared: Readonly<Record<string, { acceptedFen: number; amountFen: number }>>;
  /** The order numbers that were listed when the person chose the plan. */
  prefetched?: readonly string[];
  account: Account;
  isSignedIn: boolean;
}

export interface Phone {
  /** The unpaid purchases of account A, which the phone's pages share. */
  open: readonly UnpaidPurchase[];
  /** Those of account B. */
  openOfB: readonly UnpaidPurchase[];
  /** The paid purchases of account A, which the phone's pages share. */
  paid: readonly Paid[];
  /** Those of account B. */
  paidOfB: readonly Paid[];
  pages: readonly Page[];
  /** The flows that hold or want the two mutexes, in their order; the first one holds it. */
  orderMutex: readonly FlowRef[];
  paymentMutex: readonly FlowRef[];
}

export interface FlowRef {
  page: number;
  flow: number;
}

/** What a page told the person in the last step. */
export interface Told {
  phone: number;
  page: number;
  number: string;
  says: 'paid' | 'not-paid' | 'cancelled' | 'not-found';
  /** The screen that asked has closed, and the page acted on another one. */
  isActOnOtherScreen?: boolean;
}

/** What may happen in a scenario. */
export interface Scenario {
  /** The server answers a repeated order request by its idempotency key. */
  hasKeys: boolean;
  /** The person rents for customers. */
  assist: boolean;
  devices: readonly Sno[];
  /** Another person may open a link on the phone. */
  changesAccount: boolean;
}

export interface World {
  scenario: Scenario;
  server: Server;
  phones: readonly Phone[];
  /** How many more faults may happen: lost, refused and late answers, lies of the sheet, jumps of the clock, killed pages, changes elsewhere. */
  faultsLeft: number;
  /** For new idempotency keys and flows. Not part of the canonical state. */
  counter: number;
  told: readonly Told[];
}

/** The unpaid purchases of an account on a phone. */
export function areaOf({ open, openOfB }: Phone, account: Account): readonly UnpaidPurchase[] {
  return isAreaOfA(account) ? open : openOfB;
}

/** The paid purchases of an account on a phone. */
export function paidOf({ paid, paidOfB }: Phone, account: Account): readonly Paid[] {
  return isAreaOfA(account) ? paid : paidOfB;
}

/** True if the account's key of the stored purchases is that of account A. */
export function isAreaOfA(account: Account): boolean {
  return ACCOUNT_KEYS.keyOf(account, 'purchases') === ACCOUNT_KEYS.keyOf('A', 'purchases');
}
