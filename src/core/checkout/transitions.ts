import type { Destination } from '../destination.ts';
import type { PayableOrder } from '../order/order.ts';
import {
  isExpired,
  isSaidToBePaid,
  SAME_INTENT_MS,
  wasTriedWithin,
  type Draft,
  type Ordered,
  type OrderIntent,
  type Paid,
  type PlacedPurchase,
  type Purchase,
  type PurchaseState,
  type Submitted,
  type Unconfirmed,
  type UnpaidPurchase,
  type UnsettledPurchase,
} from './purchase.ts';

type OrderNumber = Pick<PayableOrder, 'number'>;
type Answered = { order: PayableOrder; answer: Unconfirmed['answer']; leadsTo?: Destination };

/** All that can happen to a purchase. */
export type PurchaseEvent =
  | { type: 'intentChosen'; intent: string; idempotencyKey: string }
  /** The user's next try is another purchase. */
  | { type: 'intentReleased'; intent: string }
  | { type: 'orderSubmitted'; intent: string; idempotencyKey: string; knownNumbers?: readonly string[] }
  /** The request certainly did not take effect. */
  | { type: 'orderNotSent'; intent: string }
  | { type: 'orderRefused'; intent: string }
  /** The server has made the order, by its answer or by its list. Holds one intent, or two where the order costs another amount than the plan. */
  | { type: 'orderCreated'; intents: readonly [string, ...string[]]; order: PayableOrder }
  /** The server still has the order of the intent, unpaid. */
  | { type: 'orderResumed'; intents: readonly [string, ...string[]]; order: PayableOrder }
  | { type: 'orderFree'; order: OrderNumber }
  | { type: 'sheetOpened'; order: PayableOrder; leadsTo?: Destination }
  | ({ type: 'sheetAnswered' } & Answered)
  /** The customer's side answers after `none` was recorded. */
  | ({ type: 'lateAnswer' } & Answered)
  /** The server names a status that no table knows. */
  | { type: 'statusUnknown'; order: PayableOrder; leadsTo?: Destination }
  /** The server says that the order is to be paid, asked after the customer's side said `cancel` or `fail`, or after the server had called it paid. */
  | { type: 'serverSaysUnpaid'; order: OrderNumber }
  | { type: 'serverSaysPaid'; order: PayableOrder }
  | { type: 'serverSaysCancelled'; order: OrderNumber }
  /** The server neither gives nor lists the order any more. */
  | { type: 'orderForgotten'; order: OrderNumber }
  /** A treatment was started with what was paid last. */
  | { type: 'usedForStart' }
  | { type: 'timePassed' };

export type PurchaseEventType = PurchaseEvent['type'];
type EventOf<Type extends PurchaseEventType> = Extract<PurchaseEvent, { type: Type }>;

/** `none`: nothing is recorded of the purchase, before it begins and after it has ended. */
export type RecordState = PurchaseState | 'none';
type RecordIn<State extends RecordState> = State extends 'none' ? undefined : Extract<Purchase, { state: State }>;

/** What an event does in one state; `to` names every other state it may lead to. */
interface Move<From, Event> {
  to: readonly RecordState[];
  run: (record: From, event: Event, now: number) => Purchase | undefined;
}

/** The event changes nothing: another page was faster, or its answer came too late to count. */
const stay = { to: [], run: <From>(record: From) => record };
const drop = { to: ['none'] as const, run: () => undefined };

const draft: Move<undefined, EventOf<'intentChosen'>> = {
  to: ['draft'],
  run: (_, { intent, idempotencyKey }, now) => ({
    state: 'draft',
    intents: [{ name: intent, triedAt: now }],
    idempotencyKey,
  }),
};
const submit: Move<Draft | Submitted | undefined, EventOf<'orderSubmitted'>> = {
  to: ['submitted'],
  run: (_, { intent, idempotencyKey, knownNumbers }, now) => ({
    state: 'submitted',
    intents: [{ name: intent, triedAt: now }],
    idempotencyKey,
    knownNumbers,
  }),
};
const takeBack: Move<Submitted, EventOf<'orderNotSent'>> = {
  to: ['draft'],
  run: (record) => ({ ...record, state: 'draft' }),
};

type OrderNamed = EventOf<'orderCreated'> | EventOf<'orderResumed'>;
const place: Move<Purchase | undefined, OrderNamed> = {
  to: ['ordered'],
  run: (_, { intents, order }, now) => ({ state: 'ordered', order, intents: tried([], intents, now) }),
};
const join: Move<PlacedPurchase, OrderNamed> = {
  to: [],
  run: (record, { intents, order }, now) => ({ ...record, order, intents: tried(record.intents, intents, now) }),
};
const release: Move<Ordered, EventOf<'intentReleased'>> = {
  to: ['none'],
  run: (record, { intent }) => named({ ...record, intents: without(record.intents, [intent]) }),
};
/** Its payment stays, whatever becomes of the intent. */
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
const openAgain: typeof open = {
  to: open.to,
  run: (record, event, now) => (isSaidToBePaid(record, now) ? record : open.run(record, event, now)),
};
/** A word that is no `ok` does not take back an `ok` of the last ten minutes. */
const answer: Move<MayOpen, EventOf<'sheetAnswered'> | EventOf<'lateAnswer'>> = {
  to: ['unconfirmed'],
  run: (record, { order, answer, leadsTo }, now) =>
    answer !== 'ok' && isSaidToBePaid(record, now)
      ? record
      : {
          state: 'unconfirmed',
          order: merged(record, order),
          intents: record?.intents ?? [],
          answer,
          at: now,
          leadsTo,
        },
};
const doubt: Move<MayOpen, EventOf<'statusUnknown'>> = {
  to: answer.to,
  run: (record, { order, leadsTo }, now) =>
    answer.run(record, { type: 'sheetAnswered', order, answer: 'none', leadsTo }, now),
};
const callOff: Move<Unconfirmed, EventOf<'serverSaysUnpaid'>> = {
  to: ['ordered', 'none'],
  run: (record) => (record.answer === 'cancel' || record.answer === 'fail' ? withoutPayment(record) : record),
};
const settle: Move<MayOpen, EventOf<'serverSaysPaid'>> = {
  to: ['paid'],
  run: (record, { order }) => ({ state: 'paid', order: merged(record, order) }),
};
const use: Move<Paid, EventOf<'usedForStart'>> = { to: [], run: (record) => ({ ...record, used: true }) };

const expire: Move<Draft | Submitted, EventOf<'timePassed'>> = {
  to: ['none'],
  run: (record, _, now) =>
    record.intents.some((intent) => wasTriedWithin(SAME_INTENT_MS, intent, now)) ? notAhead(record, now) : undefined,
};
const count: Move<PlacedPurchase, EventOf<'timePassed'>> = { to: [], run: (record, _, now) => notAhead(record, now) };
const expirePayment: Move<UnsettledPurchase, EventOf<'timePassed'>> = {
  to: ['ordered', 'none'],
  run: (record, _, now) => {
    const counted = notAhead(isExpired(record, now) ? withoutPayment(record) : record, now);
    return counted && 'at' in counted && counted.at > now ? { ...counted, at: now } : counted;
  },
};

/** What each event does in each state: the whole life of a purchase. */
export const TRANSITIONS: {
  readonly [Type in PurchaseEventType]: { readonly [State in RecordState]: Move<RecordIn<State>, EventOf<Type>> };
} = {
  intentChosen: {
    none: draft,
    draft: stay,
    submitted: stay,
    ordered: stay,
    paying: stay,
    unconfirmed: stay,
    paid: stay,
  },
  intentReleased: {
    none: stay,
    draft: drop,
    submitted: drop,
    ordered: release,
    paying: releaseUnsettled,
    unconfirmed: releaseUnsettled,
    paid: stay,
  },
  orderSubmitted: {
    none: submit,
    draft: submit,
    submitted: submit,
    ordered: stay,
    paying: stay,
    unconfirmed: stay,
    paid: stay,
  },
  orderNotSent: {
    none: stay,
    draft: stay,
    submitted: takeBack,
    ordered: stay,
    paying: stay,
    unconfirmed: stay,
    paid: stay,
  },
  orderRefused: {
    none: stay,
    draft: stay,
    submitted: drop,
    ordered: stay,
    paying: stay,
    unconfirmed: stay,
    paid: stay,
  },
  orderCreated: {
    none: place,
    draft: place,
    submitted: place,
    ordered: join,
    paying: join,
    unconfirmed: join,
    paid: place,
  },
  orderResumed: {
    none: place,
    draft: place,
    submitted: place,
    ordered: join,
    paying: join,
    unconfirmed: join,
    paid: stay,
  },
  orderFree: {
    none: stay,
    draft: stay,
    submitted: stay,
    ordered: drop,
    paying: releaseAll,
    unconfirmed: releaseAll,
    paid: stay,
  },
  sheetOpened: {
    none: open,
    draft: stay,
    submitted: stay,
    ordered: open,
    paying: open,
    unconfirmed: openAgain,
    paid: stay,
  },
  sheetAnswered: {
    none: answer,
    draft: stay,
    submitted: stay,
    ordered: answer,
    paying: answer,
    unconfirmed: answer,
    paid: stay,
  },
  lateAnswer: {
    none: answer,
    draft: stay,
    submitted: stay,
    ordered: answer,
    paying: answer,
    unconfirmed: answer,
    paid: stay,
  },
  statusUnknown: {
    none: doubt,
    draft: stay,
    submitted: stay,
    ordered: doubt,
    paying: stay,
    unconfirmed: stay,
    paid: stay,
  },
  serverSaysUnpaid: {
    none: stay,
    draft: stay,
    submitted: stay,
    ordered: stay,
    paying: stay,
    unconfirmed: callOff,
    paid: drop,
  },
  serverSaysPaid: {
    none: settle,
    draft: stay,
    submitted: stay,
    ordered: settle,
    paying: settle,
    unconfirmed: settle,
    paid: stay,
  },
  serverSaysCancelled: {
    none: stay,
    draft: stay,
    submitted: stay,
    ordered: drop,
    paying: drop,
    unconfirmed: drop,
    paid: drop,
  },
  orderForgotten: {
    none: stay,
    draft: stay,
    submitted: stay,
    ordered: drop,
    paying: drop,
    unconfirmed: drop,
    paid: stay,
  },
  usedForStart: { none: stay, draft: stay, submitted: stay, ordered: stay, paying: stay, unconfirmed: stay, paid: use },
  timePassed: {
    none: stay,
    draft: expire,
    submitted: expire,
    ordered: count,
    paying: expirePayment,
    unconfirmed: expirePayment,
    paid: stay,
  },
};

/** The record after the event; undefined where nothing is recorded of the purchase any more. The very same record where the event changes nothing. */
export function transition(record: Purchase | undefined, event: PurchaseEvent, now: number): Purchase | undefined {
  const move = TRANSITIONS[event.type][record?.state ?? 'none'] as Move<Purchase | undefined, PurchaseEvent>;
  return move.run(record, event, now);
}

function tried(known: readonly OrderIntent[], names: readonly string[], now: number): OrderIntent[] {
  return [...without(known, names), ...names.map((name) => ({ name, triedAt: now }))];
}

function without(intents: readonly OrderIntent[], names: readonly string[]): OrderIntent[] {
  return intents.filter(({ name }) => !names.includes(name));
}

/** Of an order that no intent names, only an open payment is recorded. */
function named(record: Ordered): Ordered | undefined {
  return record.intents.length === 0 ? undefined : record;
}

function withoutPayment({ order, intents }: UnsettledPurchase): Ordered | undefined {
  return named({ state: 'ordered', order, intents });
}

/** An instant that lies ahead of a clock that was set back counts from now, so that nothing lives longer for it. */
function notAhead<Record extends UnpaidPurchase>(record: Record | undefined, now: number): Record | undefined {
  if (!record || record.intents.every(({ triedAt }) => triedAt <= now)) return record;
  return { ...record, intents: record.intents.map(({ name, triedAt }) => ({ name, triedAt: Math.min(triedAt, now) })) };
}

/** What was known of the order and is not said now stays known; an amount that is not said is none or 0. */
function merged(record: { order: PayableOrder } | undefined, order: PayableOrder): PayableOrder {
  if (!record) return order;
  const known = record.order;
  return {
    ...order,
    amountFen: order.amountFen > 0 ? order.amountFen : known.amountFen,
    operatorId: order.operatorId ?? known.operatorId,
    sno: order.sno ?? known.sno,
  };
}
