import { intentsOf, isUnplaced, orderOf, type Purchase, type UnpaidPurchase } from './purchase.ts';
import { transition, type PurchaseEvent } from './transitions.ts';

const MOVES_TO_FRONT: readonly PurchaseEvent['type'][] = [
  'sheetOpened',
  'sheetAnswered',
  'lateAnswer',
  'statusUnknown',
  'serverSaysPaid',
];

/** All purchases after the event: the payment that was opened last, and the one that was settled last, before the others. The very same list where nothing changes. */
export function afterEvent(purchases: readonly Purchase[], event: PurchaseEvent, now: number): readonly Purchase[] {
  const counted = eachAfter(purchases, { type: 'timePassed' }, now);
  if (event.type === 'timePassed') return counted;
  if (event.type !== 'orderCreated' && event.type !== 'orderResumed')
    return oneAfter(counted, meant(counted, event), event, now);
  const target = ofOrder(counted, event.order.number) ?? unplaced(counted, event.intents[0]);
  const released = event.intents.reduce((all, intent) => {
    const holder = ofIntent(all, intent);
    return holder === target ? all : oneAfter(all, holder, { type: 'intentReleased', intent }, now);
  }, counted);
  return oneAfter(released, target, event, now);
}

export function ofIntent(purchases: readonly Purchase[], intent: string): UnpaidPurchase | undefined {
  return purchases.find((purchase): purchase is UnpaidPurchase =>
    intentsOf(purchase).some(({ name }) => name === intent),
  );
}

/** One that is not paid before one that is: a server that has begun anew gives its numbers once more. */
export function ofOrder(purchases: readonly Purchase[], number: string): Purchase | undefined {
  const all = purchases.filter((purchase) => orderOf(purchase)?.number === number);
  return all.find(({ state }) => state !== 'paid') ?? all[0];
}

function unplaced(purchases: readonly Purchase[], intent: string): Purchase | undefined {
  const purchase = ofIntent(purchases, intent);
  return purchase && isUnplaced(purchase) ? purchase : undefined;
}

/** The purchase that an event speaks of. */
function meant(purchases: readonly Purchase[], event: PurchaseEvent): Purchase | undefined {
  if ('intent' in event) return ofIntent(purchases, event.intent);
  if ('order' in event) return ofOrder(purchases, event.order.number);
  return purchases.find(({ state }) => state === 'paid');
}

function eachAfter(purchases: readonly Purchase[], event: PurchaseEvent, now: number): readonly Purchase[] {
  return purchases.reduce((all, purchase) => oneAfter(all, purchase, event, now), purchases);
}

function oneAfter(
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
