import type { PaymentState } from '../../../src/core/checkout/pay/payment-steps.ts';
import type { PlacementState } from '../../../src/core/checkout/place/order-steps.ts';
import type { Purchase } from '../../../src/core/checkout/records/purchase.ts';
import { NOW, type Flow, type Page, type Phone, type World } from './world.ts';

const MINUTE = 60_000;
const intents = new Map<string, number>();

/**
 * Canonical text of a world. The pages of a phone and the phones of a person are interchangeable. Instants count by their
 * age, idempotency keys by the order that the server created for them.
 */
export function keyOf(world: World): string {
  const { server, phones, scenario, faultsLeft } = world;
  let key = `${scenario.hasKeys ? 'k' : ''}${scenario.assist ? 'a' : ''}${scenario.changesAccount ? 'c' : ''}`;
  key += `${scenario.devices.length}.${faultsLeft}${server.isPriceRaised ? '$' : ''}`;
  for (const { number, account, sno, amountFen, planFen, state, isCharged, isRecent } of server.orders)
    key += `,${number}${account}${sno.at(-1) ?? ''}${amountFen}:${planFen}${state}${isCharged ? '+' : ''}${isRecent ? 'r' : ''}`;
  return `${key}/${inAnyOrder(phones.map((phone, at) => phoneKey(world, phone, at)))}`;
}

function inAnyOrder(keys: string[]): string {
  return keys.length === 1 ? (keys[0] ?? '') : keys.toSorted().join('|');
}

function phoneKey(world: World, phone: Phone, at: number): string {
  let key = '<';
  for (const order of world.server.orders) if (order.phone === at) key += order.number;
  for (const request of world.server.late)
    if (request.phone === at) key += `;${keyIndex(world, request.key)}${request.isOld ? 'o' : ''}`;
  for (const purchase of phone.open) key += `;${purchaseKey(world, purchase)}`;
  for (const purchase of phone.openOfB) key += `;B${purchaseKey(world, purchase)}`;
  for (const purchase of phone.paid) key += `;${purchaseKey(world, purchase)}`;
  for (const purchase of phone.paidOfB) key += `;B${purchaseKey(world, purchase)}`;
  return `${key}>${inAnyOrder(phone.pages.map((page, index) => pageKey(world, phone, page, index)))}`;
}

function pageKey(world: World, phone: Phone, page: Page, at: number): string {
  const { account, screen, flows, polls, unconfirmed, sheets, prepared, prefetched, isSignedIn } = page;
  let key: string = account;
  if (!isSignedIn) key += 'x';
  if (screen.at === 'plans') key += `p${screen.sno.at(-1) ?? ''}${screen.planFen}${screen.changed?.amountFen ?? ''}`;
  if (screen.at === 'orders') for (const { number, amountFen } of screen.listed) key += `o${number}${amountFen}`;
  key += screen.at === 'home' ? 'h' : ' ';
  for (const flow of flows) key += ` ${flowKey(world, phone, flow, at)}`;
  for (const { order, again } of polls) key += ` ?${order.number}${again ? '+' : ''}`;
  if (unconfirmed.length > 0) key += `!${inAnyOrder(unconfirmed.map(({ number }) => number))}`;
  for (const { flow, number, order, amountFen, isPaid, isAbandoned } of sheets) {
    const index = flows.findIndex(({ id }) => id === flow);
    key += ` s${index}${number}${order.amountFen}:${amountFen}${isPaid ? '+' : ''}${isAbandoned ? '-' : ''}`;
  }
  for (const [number, { acceptedFen, amountFen }] of Object.entries(prepared))
    key += ` #${number}${acceptedFen}:${amountFen}`;
  if (prefetched !== undefined) key += ` f${prefetched.join('+')}`;
  return key;
}

function flowKey(world: World, phone: Phone, flow: Flow, page: number): string {
  const {
    kind,
    sno,
    acceptedFen,
    planFen,
    isScreenClosed,
    created,
    isOld,
    isWithoutMutex,
    isUncached,
    prefetched,
    waited,
    step,
    id,
  } = flow;
  const placeIn = (queue: Phone['orderMutex']) => queue.findIndex((ref) => ref.page === page && ref.flow === id);
  const places = `${placeIn(phone.orderMutex)}${placeIn(phone.paymentMutex)}`;
  const state =
    step.at === 'placing'
      ? placementKey(world, step.placement)
      : step.at === 'paying'
        ? `${step.order.number}${step.order.amountFen}${paymentKey(step.payment)}`
        : step.at === 'payment-mutex'
          ? `${step.order.number}${step.order.amountFen}${step.reported ?? ''}`
          : '';
  return `${kind}${sno.at(-1) ?? ''}${acceptedFen.join('+')}:${planFen}${isScreenClosed ? 'c' : ''}${created ?? ''}${isOld ? 'o' : ''}${isWithoutMutex ? 't' : ''}${isUncached ? 'n' : ''}${prefetched ? `f${prefetched.join('+')}` : ''}${waited ? 'w' : ''}${places}${step.at}${state}`;
}

function placementKey(world: World, state: PlacementState): string {
  switch (state.at) {
    case 'querying':
    case 'searching-list': {
      const { at, order, isRecent, wasOpened, mayBePaid, mayBeUnknown } = state;
      return `${at}${order.number}${order.amountFen}${Number(isRecent)}${Number(wasOpened)}${Number(mayBePaid)}${Number(mayBeUnknown)}`;
    }
    case 'listing':
      return `l${Number(state.skipsPrefetch)}${Number(state.wasSubmitted)}${keyIndex(world, state.idempotencyKey)}${state.knownNumbers?.join('+') ?? '?'}`;
    case 'submitting':
    case 'looking-up':
      return `${state.at}${Number(state.wasSubmitted)}${keyIndex(world, state.idempotencyKey)}${state.knownNumbers?.join('+') ?? '?'}${state.at === 'looking-up' ? `${Number(state.failure.isRefusal)}${Number(state.failure.mayHaveTakenEffect)}` : ''}`;
    default:
      return state.at;
  }
}

function paymentKey(state: PaymentState): string {
  switch (state.at) {
    case 'querying-before':
      return `b${Number(state.wasPaid)}${earlierKey(state.earlier)}${Number(state.waited)}`;
    case 'preparing':
      return `p${earlierKey(state.earlier)}`;
    case 'sheet-open':
      return `s${Number(state.hadPayment)}`;
    case 'querying-after':
      return `a${state.answer.result}`;
    default:
      return state.at;
  }
}

function earlierKey(earlier: { state: string; at: number } | undefined): string {
  return earlier ? `${earlier.state}@${ageOf(earlier.at)}` : '';
}

function purchaseKey(world: World, purchase: Purchase): string {
  switch (purchase.state) {
    case 'draft':
    case 'submitted':
      return `${purchase.state}${intentsKey(purchase.intents)}${keyIndex(world, purchase.idempotencyKey)}${purchase.knownNumbers?.join('+') ?? '?'}`;
    case 'paid':
      return `paid${purchase.order.number}`;
    default: {
      const { state, order } = purchase;
      const payment = 'at' in purchase ? `@${ageOf(purchase.at)}${'answer' in purchase ? purchase.answer : ''}` : '';
      return `${state}${order.number}${order.amountFen}${intentsKey(purchase.intents)}${payment}`;
    }
  }
}

function intentsKey(all: readonly { name: string; triedAt: number }[]): string {
  return all.map(({ name, triedAt }) => `i${internedIntent(name)}@${ageOf(triedAt)}`).join('');
}

function internedIntent(name: string): number {
  const known = intents.get(name);
  if (known !== undefined) return known;
  intents.set(name, intents.size);
  return intents.size - 1;
}

function ageOf(at: number): number {
  return (NOW - at) / MINUTE;
}

/** What the server made of an idempotency key: the index of its order, or of its late request. */
function keyIndex({ server }: World, key: string): string {
  const order = server.orders.findIndex((each) => each.key === key);
  if (order >= 0) return `=${order}`;
  const late = server.late.findIndex((each) => each.key === key);
  return late >= 0 ? `~${late}` : '';
}
