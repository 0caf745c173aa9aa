import * as v from 'valibot';
import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { Destination } from '../destination.ts';
import type { Renewal } from '../lease/lease-terms.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { oneOf, Stored, type SchemaFields } from '../state/stored.ts';
import type { OrderIntent, Purchase, PurchaseState, Unconfirmed, UnpaidPurchase } from './purchase.ts';

/** The last instant that a Date can hold. */
const LAST_INSTANT = 8.64e15;

const finite = v.pipe(v.number(), v.finite());
const instant = v.pipe(v.number(), v.minValue(-LAST_INSTANT), v.maxValue(LAST_INSTANT));
const flag = v.optional(v.boolean());
const maybeText = v.optional(v.string());
const orderKind = oneOf<PayableOrder['kind']>({ lease: true, card: true });

const order = v.object({ number: v.string(), kind: orderKind, amountFen: finite, operatorId: maybeText, sno: maybeText } satisfies SchemaFields<PayableOrder>);

type DestinationTo<To extends Destination['to']> = Extract<Destination, { to: To }>;
const destinations = {
  my: v.object({ to: v.literal('my'), renewed: flag } satisfies SchemaFields<DestinationTo<'my'>>),
  lease: v.object({
    to: v.literal('lease'),
    assist: flag,
    renewal: v.optional(oneOf<Renewal>({ device: true, card: true })),
    rechargeOperatorId: maybeText,
  } satisfies SchemaFields<DestinationTo<'lease'>>),
  'mode-menu': v.object({ to: v.literal('mode-menu'), isShare: flag, paid: flag, stopped: flag } satisfies SchemaFields<DestinationTo<'mode-menu'>>),
  process: v.object({ to: v.literal('process'), sno: v.string(), paid: flag } satisfies SchemaFields<DestinationTo<'process'>>),
  'order-detail': v.object({ to: v.literal('order-detail'), kind: orderKind, cancelled: flag } satisfies SchemaFields<DestinationTo<'order-detail'>>),
  cards: v.object({ to: v.literal('cards'), paid: flag } satisfies SchemaFields<DestinationTo<'cards'>>),
} satisfies { [To in Destination['to']]: v.GenericSchema<unknown, DestinationTo<To>> };

const intents = v.array(v.object({ name: v.string(), triedAt: instant } satisfies SchemaFields<OrderIntent>));
const answer = oneOf<Unconfirmed['answer']>({ ok: true, cancel: true, fail: true, none: true });
const unplaced = { intents, idempotencyKey: v.string(), knownNumbers: v.optional(v.array(v.string())) };
const placed = { order, intents };
const payment = { at: instant, leadsTo: v.optional(v.union(Object.values(destinations))) };

type PurchaseIn<State extends PurchaseState> = Extract<Purchase, { state: State }>;
const states = {
  draft: v.object({ state: v.literal('draft'), ...unplaced } satisfies SchemaFields<PurchaseIn<'draft'>>),
  submitted: v.object({ state: v.literal('submitted'), ...unplaced } satisfies SchemaFields<PurchaseIn<'submitted'>>),
  ordered: v.object({ state: v.literal('ordered'), ...placed } satisfies SchemaFields<PurchaseIn<'ordered'>>),
  paying: v.object({ state: v.literal('paying'), ...placed, ...payment } satisfies SchemaFields<PurchaseIn<'paying'>>),
  unconfirmed: v.object({ state: v.literal('unconfirmed'), ...placed, ...payment, answer } satisfies SchemaFields<PurchaseIn<'unconfirmed'>>),
  paid: v.object({ state: v.literal('paid'), order, used: v.optional(v.literal(true)) } satisfies SchemaFields<PurchaseIn<'paid'>>),
} satisfies { [State in PurchaseState]: v.GenericSchema<unknown, PurchaseIn<State>> };

const { paid, ...open } = states;

/** The purchases that are not paid. All pages of the phone share them, and a page that was killed finds them again. */
export function storedOpenPurchases(scope: AccountScope): Stored<readonly UnpaidPurchase[]> {
  return new Stored(scope, 'account', 'purchases', v.array(v.union(Object.values(open))));
}

/** The purchases that were paid in this session, the last one first. */
export function storedPaidPurchases(scope: AccountScope): Stored<readonly PurchaseIn<'paid'>[]> {
  return new Stored(scope, 'session', 'paidPurchases', v.array(paid));
}
