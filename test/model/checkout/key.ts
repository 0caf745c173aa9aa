import type { PaymentState } from '../../../src/core/checkout/payment-steps.ts';
import type { PlacementState } from '../../../src/core/checkout/order-steps.ts';
import type { Purchase } from '../../../src/core/checkout/purchase.ts';
import { NOW, type Flow, type Page, type Phone, type World } from './world.ts';

const MINUTE = 60_000;
const intents = new Map<string, number>();

/**
 * Canonical text of a world. The pages of a phone and the phones of a person are interchangeable. Instants count by their
 * age, idempotency keys by the order that the server created for them.
 */
export function keyOf(world: World): string {
  const { server, phones, scenario, faultsLeft } = world;
  const orders = server.orders.map(
    ({ number, sno, amountFen, planFen, state, isCharged, isRecent }) =>
      `${number}${sno.at(-1) ?? ''}${amountFen}:${planFen}${state}${isCharged ? '+' : ''}${isRecent ? 'r' : ''}`,
  );
  const texts = phones.map((phone, at) => phoneKey(world, phone, at));
  return [
    scenario.hasKeys ? 'k' : '',
    scenario.assist ? 'a' : '',
    scenario.devices.length,
    faultsLeft,
    server.isPriceRaised ? '$' : '',
    ...orders,
    '/',
    ...(texts.length > 1 ? texts.toSorted() : texts),
  ].join();
}

function phoneKey(world: World, phone: Phone, at: number): string {
  const own = world.server.orders.filter((order) => order.phone === at).map(({ number }) => number);
  const late = world.server.late
    .filter((request) => request.phone === at)
    .map(({ key, isOld }) => `${keyIndex(world, key)}${isOld ? 'o' : ''}`);
  const open = phone.open.map((purchase) => purchaseKey(world, purchase));
  const pages = phone.pages.map((page, index) => pageKey(world, phone, page, index));
  return `<${own.join()};${late.join()};${open.join()};${(pages.length > 1 ? pages.toSorted() : pages).join('|')}>`;
}

function pageKey(world: World, phone: Phone, page: Page, at: number): string {
  const { screen, flows, polls, unconfirmed, sheets, prepared, prefetched, paid, isSignedIn } = page;
  return [
    isSignedIn ? '' : 'out',
    screen.at === 'plans'
      ? `p${screen.sno.at(-1) ?? ''}${screen.planFen}${screen.changed?.amountFen ?? ''}`
      : screen.at === 'orders'
        ? `o${screen.listed.map(({ number, amountFen }) => `${number}${amountFen}`).join()}`
        : 'h',
    ...flows.map((flow) => flowKey(world, phone, flow, at)),
    ...polls.map(({ order, again }) => `?${order.number}${again ? '+' : ''}`),
    ...unconfirmed.map(({ number }) => `!${number}`).toSorted(),
    ...sheets.map(
      ({ flow, number, order, amountFen, isPaid, isAbandoned }) =>
        `s${flows.findIndex(({ id }) => id === flow)}${number}${order.amountFen}:${amountFen}${isPaid ? '+' : ''}${isAbandoned ? '-' : ''}`,
    ),
    ...Object.entries(prepared).map(([number, amountFen]) => `#${number}${amountFen}`),
    prefetched === undefined ? '' : `f${prefetched.join('+')}`,
    ...paid.map((purchase) => purchaseKey(world, purchase)),
  ].join(' ');
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
  return `${kind}${sno.at(-1) ?? ''}${acceptedFen.join('+')}:${planFen}${isScreenClosed ? 'c' : ''}${created ?? ''}${isOld ? 'o' : ''}${isWithoutMutex ? 't' : ''}${prefetched ? `f${prefetched.join('+')}` : ''}${waited ? 'w' : ''}${places}${step.at}${state}`;
}

function placementKey(world: World, state: PlacementState): string {
  switch (state.at) {
    case 'querying':
    case 'searching-list': {
      const { at, order, isRecent, wasOpened, mayBePaid, mayBeUnknown } = state;
      return `${at}${order.number}${order.amountFen}${Number(isRecent)}${Number(wasOpened)}${Number(mayBePaid)}${Number(mayBeUnknown)}`;
    }
    case 'listing':
      return `l${Number(state.afresh)}${Number(state.wasSubmitted)}${keyIndex(world, state.idempotencyKey)}${state.knownNumbers?.join('+') ?? '?'}`;
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
