import { intentsOf, isUnplaced, orderOf, type Purchase, type UnpaidPurchase } from './purchase.ts';
import { transition, type PurchaseEvent } from './transitions.ts';

/** The first purchase is the one that the app speaks of, for example after a treatment could not start. */
const MOVES_TO_FRONT: readonly PurchaseEvent['type'][] = [
  'sheetOpened',
  'sheetAnswered',
  'lateAnswer',
  'statusUnknown',
  'serverSaysPaid',
];

/**
 * Returns all purchases after the event. The payment that was opened or settled last is first. Returns the same array
 * if nothing changes.
 */
export function afterEvent(purchases: readonly Purchase[], event: PurchaseEvent, now: number): readonly Purchase[] {
  const current = applyToAll(purchases, { type: 'timePassed' }, now);
  if (event.type === 'timePassed') return current;
  if (event.type !== 'orderCreated' && event.type !== 'orderResumed')
    return applyToOne(current, purchaseOf(current, event), event, now);
  const target = ofOrder(current, event.order.number) ?? unplaced(current, event.intents[0]);
  const released = event.intents.reduce((all, intent) => {
    const claimant = ofIntent(all, intent);
    return claimant === target ? all : applyToOne(all, claimant, { type: 'intentReleased', intent }, now);
  }, current);
  return applyToOne(released, target, event, now);
}

export function ofIntent(purchases: readonly Purchase[], intent: string): UnpaidPurchase | undefined {
  return purchases.find((purchase): purchase is UnpaidPurchase =>
    intentsOf(purchase).some(({ name }) => name === intent),
  );
}

/** Prefers an unpaid purchase, because a server with reset data assigns order numbers again. */
export function ofOrder(purchases: readonly Purchase[], number: string): Purchase | undefined {
  const all = purchases.filter((purchase) => orderOf(purchase)?.number === number);
  return all.find(({ state }) => state !== 'paid') ?? all[0];
}

function unplaced(purchases: readonly Purchase[], intent: string): Purchase | undefined {
  const purchase = ofIntent(purchases, intent);
  return purchase && isUnplaced(purchase) ? purchase : undefined;
}

/** The purchase that the event refers to. */
function purchaseOf(purchases: readonly Purchase[], event: PurchaseEvent): Purchase | undefined {
  if ('intent' in event) return ofIntent(purchases, event.intent);
  if ('order' in event) return ofOrder(purchases, event.order.number);
  return undefined;
}

function applyToAll(purchases: readonly Purchase[], event: PurchaseEvent, now: number): readonly Purchase[] {
  return purchases.reduce((all, purchase) => applyToOne(all, purchase, event, now), purchases);
}

function applyToOne(
  purchases: readonly Purchase[],
  purchase: Purchase | undefined,
  event: PurchaseEvent,
  now: number,
): readonly Purchase[] {
  const next = transition(purchase, event, now);
  if (next === purchase && !(next && MOVES_TO_FRONT.includes(event.type))) return purchases;
  const isOther = (other: Purchase) =>
    other !== purchase && !(next?.state === 'paid' && orderOf(other)?.number === next.order.number);
  if (!next) return purchases.filter(isOther);
  const place = purchase && !MOVES_TO_FRONT.includes(event.type) ? purchases.indexOf(purchase) : 0;
  return [...purchases.slice(0, place).filter(isOther), next, ...purchases.slice(place).filter(isOther)];
}
