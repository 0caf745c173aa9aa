import type { Destination } from '../../destination.ts';
import type { PayableOrder } from '../../order/order.ts';
import {
  isExpired,
  isSameIntent,
  paymentDoubt,
  SAME_INTENT_MS,
  saysNotPaid,
  wasTriedWithin,
  type Draft,
  type Intent,
  type Ordered,
  type OrderIntent,
  type Paid,
  type Paying,
  type PlacedPurchase,
  type Purchase,
  type PurchaseState,
  type Submitted,
  type Unconfirmed,
  type UnpaidPurchase,
  type UnsettledPurchase,
} from './purchase.ts';

type OrderRef = Pick<PayableOrder, 'number'>;
type Answered = {
  order: PayableOrder;
  answer: Unconfirmed['answer'];
  leadsTo?: Destination;
  /** Those of the purchase when its sheet opened. Another account may have removed its record since. */
  intents?: readonly OrderIntent[];
  /** The same sheet has answered before: its last word counts. */
  isCorrection?: boolean;
  /** When an earlier sheet of the order opened that has not answered, and that this answer says nothing about; epoch ms. */
  since?: number;
  /** No sheet opened here: the customer pays on another phone. */
  handedOver?: true;
};

/** Every event of a purchase. */
export type PurchaseEvent =
  | { type: 'intentChosen'; intent: Intent; idempotencyKey: string }
  /** The user's next attempt is a new purchase. */
  | { type: 'intentReleased'; intent: Intent }
  | { type: 'orderSubmitted'; intent: Intent; idempotencyKey: string; knownNumbers?: readonly string[] }
  /** The request certainly had no effect. */
  | { type: 'orderNotSent'; intent: Intent }
  | { type: 'orderRefused'; intent: Intent }
  /**
   * The server has created the order, according to its response or its list. `intents` are two if the order's
   * price differs from the plan's.
   */
  | { type: 'orderCreated'; intents: readonly [Intent, ...Intent[]]; order: PayableOrder }
  /** The intent's order goes on. It has no effect once another page has recorded the order's end. */
  | { type: 'orderResumed'; intents: readonly [Intent, ...Intent[]]; order: PayableOrder }
  | { type: 'orderFree'; order: OrderRef }
  | { type: 'sheetOpened'; order: PayableOrder; leadsTo?: Destination }
  /**
   * No sheet opened after `sheetOpened`. `hadPayment`: an earlier payment of the order was unsettled before, and still
   * is.
   */
  | { type: 'sheetNotOpened'; order: OrderRef; hadPayment: boolean }
  | ({ type: 'sheetAnswered' } & Answered)
  /** The payment sheet answered after `none` or another answer was recorded. */
  | ({ type: 'lateAnswer' } & Answered)
  /** The server returned an unknown payment status. */
  | { type: 'statusUnknown'; order: PayableOrder; leadsTo?: Destination }
  /** The server reports the order as unpaid. This settles a payment only if the sheet returned `cancel` or `fail`. */
  | { type: 'serverSaysUnpaid'; order: OrderRef }
  /** `paidAt`: when, according to the server; epoch ms. `refunded`: the whole price was paid back since, or is being paid back. */
  | { type: 'serverSaysPaid'; order: PayableOrder; paidAt?: number; refunded?: true }
  /** `here`: this phone has cancelled it. */
  | { type: 'serverSaysCancelled'; order: OrderRef; here?: true }
  /** The server neither returns nor lists the order. */
  | { type: 'orderForgotten'; order: OrderRef }
  /** A treatment has used the paid order. */
  | { type: 'usedForStart'; order: OrderRef }
  | { type: 'timePassed' };

export type PurchaseEventType = PurchaseEvent['type'];
type EventOf<Type extends PurchaseEventType> = Extract<PurchaseEvent, { type: Type }>;

/** `none`: there is no record, before the purchase begins or after it ends. */
export type RecordState = PurchaseState | 'none';
type RecordIn<State extends RecordState> = State extends 'none' ? undefined : Extract<Purchase, { state: State }>;

/** The effect of an event in one state. `to` names every other state that the event may lead to. */
interface Move<From, Event> {
  to: readonly RecordState[];
  run: (record: From, event: Event, now: number) => Purchase | undefined;
}

/** The event has no effect: another page acted first, or the answer is too late. */
const stay = { to: [], run: <From>(record: From) => record };
const drop = { to: ['none'] as const, run: () => undefined };

const draft: Move<undefined, EventOf<'intentChosen'>> = {
  to: ['draft'],
  run: (_, { intent, idempotencyKey }, now) => ({
    state: 'draft',
    intents: [{ ...intent, triedAt: now }],
    idempotencyKey,
  }),
};
const submit: Move<Draft | Submitted | undefined, EventOf<'orderSubmitted'>> = {
  to: ['submitted'],
  run: (_, { intent, idempotencyKey, knownNumbers }, now) => ({
    state: 'submitted',
    intents: [{ ...intent, triedAt: now }],
    idempotencyKey,
    knownNumbers,
  }),
};
const revertToDraft: Move<Submitted, EventOf<'orderNotSent'>> = {
  to: ['draft'],
  run: (record) => ({ ...record, state: 'draft' }),
};

type OrderPlaced = EventOf<'orderCreated'> | EventOf<'orderResumed'>;
const place: Move<Purchase | undefined, EventOf<'orderCreated'>> = {
  to: ['ordered'],
  run: (_, { intents, order }, now) => ({ state: 'ordered', order, intents: withAttempts([], intents, now) }),
};
const attachIntents: Move<PlacedPurchase, OrderPlaced> = {
  to: [],
  run: (record, { intents, order }, now) => ({ ...record, order, intents: withAttempts(record.intents, intents, now) }),
};
const release: Move<Ordered, EventOf<'intentReleased'>> = {
  to: ['none'],
  run: (record, { intent }) => unlessUnclaimed({ ...record, intents: without(record.intents, [intent]) }),
};
/** Nothing was paid for it, so that it has no time of a payment. */
const settleFree: Move<Ordered, EventOf<'orderFree'>> = {
  to: ['paid'],
  run: ({ order }, _, now) => ({ state: 'paid', order, reportedAt: now }),
};
/** The record of the payment outlives the intent. */
const releaseUnsettled: Move<UnsettledPurchase, EventOf<'intentReleased'>> = {
  to: [],
  run: (record, { intent }) => ({ ...record, intents: without(record.intents, [intent]) }),
};
const releaseAll: Move<UnsettledPurchase, EventOf<'orderFree'>> = {
  to: [],
  run: (record) => ({ ...record, intents: [] }),
};

type MayOpen = PlacedPurchase | undefined;
const open: Move<MayOpen, EventOf<'sheetOpened'>> = {
  to: ['paying'],
  run: (record, { order, leadsTo }, now) => ({
    state: 'paying',
    order: merged(record, order),
    intents: record?.intents ?? [],
    at: now,
    leadsTo,
  }),
};
const reopen: typeof open = {
  to: open.to,
  run: (record, event, now) => (paymentDoubt(record, now) === 'said-paid' ? record : open.run(record, event, now)),
};
/** An answer other than `ok` does not override an `ok`, unless the same sheet corrects itself. */
const answer: Move<MayOpen, EventOf<'sheetAnswered'> | EventOf<'lateAnswer'>> = {
  to: ['unconfirmed'],
  run: (record, { order, answer, leadsTo, intents = [], isCorrection, since, handedOver }, now) =>
    answer !== 'ok' && !isCorrection && paymentDoubt(record, now) === 'said-paid'
      ? record
      : {
          state: 'unconfirmed',
          order: merged(record, order),
          intents: record?.intents ?? intents,
          answer,
          at: since ?? now,
          leadsTo,
          handedOver,
        },
};
const markUnknown: Move<MayOpen, EventOf<'statusUnknown'>> = {
  to: answer.to,
  run: (record, { order, leadsTo }, now) =>
    answer.run(record, { type: 'sheetAnswered', order, answer: 'none', leadsTo }, now),
};
const closeUnopened: Move<Paying, EventOf<'sheetNotOpened'>> = {
  to: ['ordered', 'none'],
  run: (record, { hadPayment }) => (hadPayment ? record : withoutPayment(record)),
};
const abandonPayment: Move<Unconfirmed, EventOf<'serverSaysUnpaid'>> = {
  to: ['ordered', 'none'],
  run: (record) => (saysNotPaid(record.answer) ? withoutPayment(record) : record),
};
const settle: Move<MayOpen, EventOf<'serverSaysPaid'>> = {
  to: ['paid'],
  run: (record, { order, paidAt, refunded }, now) => ({
    state: 'paid',
    order: merged(record, order),
    at: paidAt ?? (record && 'at' in record ? record.at : undefined),
    reportedAt: now,
    refunded,
  }),
};
const payBack: Move<Paid, EventOf<'serverSaysPaid'>> = {
  to: [],
  run: (record, { refunded }) => (refunded && !record.refunded ? { ...record, refunded } : record),
};
const use: Move<Paid, EventOf<'usedForStart'>> = { to: [], run: (record) => ({ ...record, used: true }) };

const expire: Move<Draft | Submitted, EventOf<'timePassed'>> = {
  to: ['none'],
  run: (record, _, now) =>
    record.intents.some((intent) => wasTriedWithin(SAME_INTENT_MS, intent, now))
      ? clampedToNow(record, now)
      : undefined,
};
const clampTimes: Move<PlacedPurchase, EventOf<'timePassed'>> = {
  to: [],
  run: (record, _, now) => clampedToNow(record, now),
};
const expirePayment: Move<UnsettledPurchase, EventOf<'timePassed'>> = {
  to: ['ordered', 'none'],
  run: (record, _, now) => {
    const clamped = clampedToNow(isExpired(record, now) ? withoutPayment(record) : record, now);
    return clamped && 'at' in clamped && clamped.at > now ? { ...clamped, at: now } : clamped;
  },
};

/** No effect in any state: each row below names only the states in which its event has one. */
const STAY = { none: stay, draft: stay, submitted: stay, ordered: stay, paying: stay, unconfirmed: stay, paid: stay };
const ATTACH = { ordered: attachIntents, paying: attachIntents, unconfirmed: attachIntents };
const ANSWER = { none: answer, ordered: answer, paying: answer, unconfirmed: answer };

/** The state machine of a purchase: the effect of every event in every state. */
export const TRANSITIONS: {
  readonly [Type in PurchaseEventType]: { readonly [State in RecordState]: Move<RecordIn<State>, EventOf<Type>> };
} = {
  intentChosen: { ...STAY, none: draft },
  intentReleased: {
    ...STAY,
    draft: drop,
    submitted: drop,
    ordered: release,
    paying: releaseUnsettled,
    unconfirmed: releaseUnsettled,
  },
  orderSubmitted: { ...STAY, none: submit, draft: submit, submitted: submit },
  orderNotSent: { ...STAY, submitted: revertToDraft },
  orderRefused: { ...STAY, submitted: drop },
  orderCreated: { ...ATTACH, none: place, draft: place, submitted: place, paid: place },
  orderResumed: { ...STAY, ...ATTACH },
  orderFree: { ...STAY, ordered: settleFree, paying: releaseAll, unconfirmed: releaseAll },
  sheetOpened: { ...STAY, none: open, ordered: open, paying: open, unconfirmed: reopen },
  sheetNotOpened: { ...STAY, paying: closeUnopened },
  sheetAnswered: { ...STAY, ...ANSWER },
  lateAnswer: { ...STAY, ...ANSWER },
  statusUnknown: { ...STAY, none: markUnknown, ordered: markUnknown },
  serverSaysUnpaid: { ...STAY, unconfirmed: abandonPayment, paid: drop },
  serverSaysPaid: { ...STAY, none: settle, ordered: settle, paying: settle, unconfirmed: settle, paid: payBack },
  serverSaysCancelled: { ...STAY, ordered: drop, paying: drop, unconfirmed: drop, paid: drop },
  orderForgotten: { ...STAY, ordered: drop, paying: drop, unconfirmed: drop },
  usedForStart: { ...STAY, paid: use },
  timePassed: {
    ...STAY,
    draft: expire,
    submitted: expire,
    ordered: clampTimes,
    paying: expirePayment,
    unconfirmed: expirePayment,
  },
};

/**
 * Returns the record after the event; undefined if the event deletes it. Returns the same object if nothing changes.
 */
export function transition(record: Purchase | undefined, event: PurchaseEvent, now: number): Purchase | undefined {
  const move = TRANSITIONS[event.type][record?.state ?? 'none'] as Move<Purchase | undefined, PurchaseEvent>;
  return move.run(record, event, now);
}

function withAttempts(known: readonly OrderIntent[], intents: readonly Intent[], now: number): OrderIntent[] {
  return [...without(known, intents), ...intents.map((intent) => ({ ...intent, triedAt: now }))];
}

function without(known: readonly OrderIntent[], intents: readonly Intent[]): OrderIntent[] {
  return known.filter((each) => !intents.some((intent) => isSameIntent(each, intent)));
}

/** Keeps an order without an intent only while it has an open payment. */
function unlessUnclaimed(record: Ordered): Ordered | undefined {
  return record.intents.length === 0 ? undefined : record;
}

function withoutPayment({ order, intents }: UnsettledPurchase): Ordered | undefined {
  return unlessUnclaimed({ state: 'ordered', order, intents });
}

/** Clamps `triedAt` to `now`. If the clock was set back, a later instant would extend the record's life. */
function clampedToNow<Record extends UnpaidPurchase>(record: Record | undefined, now: number): Record | undefined {
  if (!record || record.intents.every(({ triedAt }) => triedAt <= now)) return record;
  return {
    ...record,
    intents: record.intents.map((intent) => ({ ...intent, triedAt: Math.min(intent.triedAt, now) })),
  };
}

/** Keeps known fields that the new order lacks. An amount of 0 counts as missing. */
function merged(record: { order: PayableOrder } | undefined, order: PayableOrder): PayableOrder {
  if (!record) return order;
  const known = record.order;
  return {
    ...order,
    amountFen: order.amountFen || known.amountFen,
    operatorId: order.operatorId ?? known.operatorId,
    sno: order.sno ?? known.sno,
  };
}
