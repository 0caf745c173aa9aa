import * as v from 'valibot';
import type { Destination, ForWhom, LeaseTerms, Renewal } from '../../destination.ts';
import type { PlanUnit } from '../../lease/plan.ts';
import type { PayableOrder } from '../../order/order.ts';
import type { AccountScope } from '../../state/account-scope.ts';
import { ACTIVITY_KEYS, LAPSED_PAYMENTS, PLACED_ORDERS } from '../../state/activity-keys.ts';
import { finite, flag, instant, maybe, objectOf, orUnknown, text } from '../../state/schemas.ts';
import { oneOf, StoredList, StoredRecord } from '../../state/stored.ts';
import type {
  LapsedPayment,
  OrderIntent,
  PlacedHere,
  Purchase,
  PurchaseState,
  Unconfirmed,
  UnpaidPurchase,
} from './purchase.ts';

const orderKind = oneOf<PayableOrder['kind']>({ lease: true, card: true });

const order = objectOf<PayableOrder>({
  number: text,
  kind: orderKind,
  amountFen: maybe(finite),
  operatorId: orUnknown(text),
  sno: orUnknown(text),
});

type DestinationTo<To extends Destination['to']> = Extract<Destination, { to: To }>;
const destinations = {
  my: objectOf<DestinationTo<'my'>>({ to: v.literal('my'), renewed: maybe(flag) }),
  lease: objectOf<DestinationTo<'lease'>>({
    to: v.literal('lease'),
    sno: maybe(text),
    terms: objectOf<LeaseTerms>({
      renewal: maybe(oneOf<Renewal>({ device: true, card: true })),
      forWhom: oneOf<ForWhom>({ self: true, customer: true, unsaid: true }),
      rechargeOperatorId: maybe(text),
    }),
    by: maybe(v.literal('uses')),
    renews: maybe(text),
  }),
  'mode-menu': objectOf<DestinationTo<'mode-menu'>>({
    to: v.literal('mode-menu'),
    sno: text,
    isShare: maybe(flag),
    paid: maybe(flag),
    stopped: maybe(flag),
  }),
  process: objectOf<DestinationTo<'process'>>({ to: v.literal('process'), sno: text, paid: maybe(flag) }),
  'order-detail': objectOf<DestinationTo<'order-detail'>>({
    to: v.literal('order-detail'),
    number: text,
    kind: orderKind,
    operatorId: maybe(text),
    cancelled: maybe(flag),
  }),
  cards: objectOf<DestinationTo<'cards'>>({ to: v.literal('cards'), paid: maybe(flag) }),
} satisfies { [To in Destination['to']]: v.GenericSchema<unknown, DestinationTo<To>> };

const intents = v.array(
  objectOf<OrderIntent>({
    name: text,
    amount: orUnknown(finite),
    unit: orUnknown(oneOf<PlanUnit>({ day: true, use: true })),
    triedAt: instant,
  }),
);
const answer = oneOf<Unconfirmed['answer']>({ ok: true, cancel: true, fail: true, none: true });
const handedOver = orUnknown(v.literal(true));
const unplaced = { intents, idempotencyKey: text, knownNumbers: orUnknown(v.array(text)) };
const placed = { order, intents };
const payment = { at: instant, leadsTo: orUnknown(v.union(Object.values(destinations))) };

type PurchaseIn<State extends PurchaseState> = Extract<Purchase, { state: State }>;
const states = {
  draft: objectOf<PurchaseIn<'draft'>>({ state: v.literal('draft'), ...unplaced }),
  submitted: objectOf<PurchaseIn<'submitted'>>({ state: v.literal('submitted'), ...unplaced }),
  ordered: objectOf<PurchaseIn<'ordered'>>({ state: v.literal('ordered'), ...placed }),
  paying: objectOf<PurchaseIn<'paying'>>({ state: v.literal('paying'), ...placed, ...payment }),
  unconfirmed: objectOf<PurchaseIn<'unconfirmed'>>({
    state: v.literal('unconfirmed'),
    ...placed,
    ...payment,
    answer,
    handedOver,
  }),
  paid: objectOf<PurchaseIn<'paid'>>({
    state: v.literal('paid'),
    order,
    at: maybe(instant),
    reportedAt: orUnknown(instant),
    used: maybe(v.literal(true)),
    refunded: orUnknown(v.literal(true)),
  }),
} satisfies { [State in PurchaseState]: v.GenericSchema<unknown, PurchaseIn<State>> };

const { paid, ...open } = states;

const state = v.fallback(v.picklist(['unconfirmed']), 'unconfirmed');
/**
 * What is certain of a purchase whose state or whose other words another release added: a payment that was opened at a
 * known time, whose answer may be unknown; an order; or a request for one, whose outcome is unknown. The app asks the
 * server before it acts on any of them.
 */
const certain = [
  objectOf<PurchaseIn<'unconfirmed'>>({
    state,
    ...placed,
    ...payment,
    intents: v.fallback(intents, []),
    answer: v.fallback(answer, 'none'),
    handedOver,
  }),
  objectOf<PurchaseIn<'ordered'>>({ state: v.fallback(v.picklist(['ordered']), 'ordered'), ...placed }),
  objectOf<PurchaseIn<'submitted'>>({ state: v.fallback(v.picklist(['submitted']), 'submitted'), ...unplaced }),
];

/** The unpaid purchases. All pages of the phone share them, and they survive the end of a page. */
export function storedOpenPurchases(scope: AccountScope): StoredList<UnpaidPurchase> {
  return new StoredList(scope, 'account', ACTIVITY_KEYS.purchases, v.union([...Object.values(open), ...certain]));
}

/** The paid purchases, latest first. All pages of the phone share them: a page may read an answer that is older than a payment of another one. */
export function storedPaidPurchases(scope: AccountScope): StoredList<PurchaseIn<'paid'>> {
  return new StoredList(scope, 'account', 'paidPurchases', paid);
}

const placedHere = v.union([
  objectOf<PlacedHere>({
    forWhom: oneOf<PlacedHere['forWhom']>({ self: true, customer: true }),
    at: instant,
    cardOperatorId: orUnknown(text),
    knownRentals: orUnknown(v.array(text)),
  }),
  // An earlier release wrote the orders for customers only, and of each only the time.
  v.pipe(
    instant,
    v.transform((at): PlacedHere => ({ forWhom: 'customer', at })),
  ),
]);

/** The orders that this phone placed, by order number. */
export function storedPlacedOrders(scope: AccountScope): StoredRecord<PlacedHere> {
  return new StoredRecord(scope, 'account', PLACED_ORDERS, placedHere);
}

/** When orders were last cancelled, by order number; epoch ms. */
export function storedCancellations(scope: AccountScope): StoredRecord<number> {
  return new StoredRecord(scope, 'account', 'cancelledOrders', instant);
}

/** The payments of which the user has to read, latest first. They survive the end of a page. */
export function storedLapsedPayments(scope: AccountScope): StoredList<LapsedPayment> {
  const reason = oneOf<LapsedPayment['reason']>({ cancelled: true, gone: true, unconfirmed: true });
  return new StoredList(scope, 'account', LAPSED_PAYMENTS, objectOf<LapsedPayment>({ order, reason, at: instant }));
}
