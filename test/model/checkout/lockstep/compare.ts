import { expect } from 'vitest';
import { prePay } from '../../../../src/core/checkout/api.ts';
import type { Purchase, UnpaidPurchase } from '../../../../src/core/checkout/purchase.ts';
import { createLeaseOrder } from '../../../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../../../src/core/order/api.ts';
import { copy } from '../../../../src/ui/copy/zh-CN-my.ts';
import { IDEMPOTENCY_HEADER } from '../../../helpers/fake-order-server.ts';
import { ageLimitOf } from '../apply.ts';
import { areaOf, NOW, type Flow, type Page, type Told, type World } from '../world.ts';
import type { HeldRequest } from './held.ts';
import { isPrefetched } from './perform.ts';
import type { RealPage, RealPhone } from './real-phone.ts';
import { isTo, orderNumberOf } from './server-answers.ts';

/** Which idempotency key of the app stands for which one of the model. Both invent their keys. */
export type Keys = Map<string, string>;

const TOASTS: Record<Told['says'], readonly string[]> = {
  paid: [copy.payment.paid],
  'not-paid': [copy.payment.cancelled, copy.payment.failed],
  cancelled: [copy.payment.cancelled],
  'not-found': [copy.payment.notFound],
};

/** Fails if the real phones differ from those of the model's world. */
export function compare(phones: readonly RealPhone[], world: World, keys: Keys): void {
  for (const [phoneAt, phone] of world.phones.entries())
    for (const [pageAt, page] of phone.pages.entries()) {
      const real = phones[phoneAt]?.page(pageAt);
      if (!real) throw new Error('no such page');
      const open = areaOf(phone, page.account);
      learnKeys(real, open, keys);
      const told = world.told.filter((each) => each.phone === phoneAt && each.page === pageAt);
      expect(inApp(real, page)).toEqual(inModel(open, page, told, keys));
      expectToasts(real.toasts, told);
      real.ended = [];
      real.toasts = [];
    }
}

function inModel(open: readonly UnpaidPurchase[], page: Page, told: readonly Told[], keys: Keys) {
  const { screen, flows, polls, sheets, paid } = page;
  return {
    purchases: [...open, ...paid].map((purchase) => seen(purchase, NOW, (key) => keys.get(key))),
    flows: flows.map(({ id }) => id).toSorted(),
    waitsFor: [
      ...flows.flatMap((flow) => (waitsFor(flow, keys) ? [`flow ${flow.id}: ${waitsFor(flow, keys)}`] : [])),
      ...polls.map(({ order }) => `poll: order ${order.number}`),
    ].toSorted(),
    sheets: sheets
      .map(({ flow, number, amountFen, isAbandoned }) => sheetText(flow, number, amountFen, isAbandoned))
      .toSorted(),
    ended: told.map(({ number, says }) => `${number} ${says}`).toSorted(),
    changedFen: screen.at === 'plans' ? screen.changed?.amountFen : undefined,
  };
}

function inApp(page: RealPage, { flows }: Page): ReturnType<typeof inModel> {
  const { all, now } = page.records.purchases();
  const open = all.filter(({ state }) => state !== 'paid');
  const prefetching = flows.filter((flow) => isPrefetched(flow) && page.isPrefetching(flow.id));
  return {
    purchases: [...open, ...all.filter((purchase) => !open.includes(purchase))].map((purchase) =>
      seen(purchase, now, (key) => key),
    ),
    flows: [...page.flows.keys()].toSorted(),
    waitsFor: [
      ...page.http.held.flatMap((held) => requestText(held) ?? []),
      ...prefetching.map(({ id }) => `flow ${id}: list`),
    ].toSorted(),
    sheets: page.bridge.sheets
      .map(({ purpose, order, params, isAbandoned }) =>
        sheetText(
          typeof purpose === 'object' && 'flow' in purpose ? purpose.flow : 0,
          order.number,
          Number(params['package']),
          isAbandoned,
        ),
      )
      .toSorted(),
    ended: page.ended.map(({ number, says }) => `${number} ${says}`).toSorted(),
    changedFen: page.changedFen,
  };
}

/** What is compared of a purchase. Instants count by the limits that their age has passed. */
function seen(purchase: Purchase, now: number, keyOf: (key: string) => string | undefined) {
  const ageOf = (at: number) => ageLimitOf(now - at);
  return {
    state: purchase.state,
    ...('order' in purchase
      ? { number: purchase.order.number, amountFen: purchase.order.amountFen }
      : { key: keyOf(purchase.idempotencyKey), knownNumbers: purchase.knownNumbers }),
    ...('intents' in purchase && {
      intents: purchase.intents.map(({ name, triedAt }) => ({ name, age: ageOf(triedAt) })),
    }),
    ...('answer' in purchase && { answer: purchase.answer }),
    ...(purchase.state !== 'paid' && 'at' in purchase && { age: ageOf(purchase.at) }),
  };
}

function learnKeys({ records }: RealPage, open: readonly UnpaidPurchase[], keys: Keys): void {
  const real = records.purchases().all.filter(({ state }) => state !== 'paid');
  for (const [at, purchase] of open.entries()) {
    const same = real[at];
    if (!('idempotencyKey' in purchase) || !same || !('idempotencyKey' in same)) continue;
    if (!keys.has(purchase.idempotencyKey) && ![...keys.values()].includes(same.idempotencyKey))
      keys.set(purchase.idempotencyKey, same.idempotencyKey);
  }
}

/** What a flow of the model waits for from the server. */
function waitsFor({ step }: Flow, keys: Keys): string | undefined {
  if (step.at === 'placing')
    switch (step.placement.at) {
      case 'querying':
        return `order ${step.placement.order.number}`;
      case 'searching-list':
      case 'listing':
      case 'looking-up':
        return 'list';
      case 'submitting':
        return `new order by the key ${keys.get(step.placement.idempotencyKey)}`;
      default:
        return undefined;
    }
  if (step.at !== 'paying' || step.payment.at === 'sheet-open') return undefined;
  return `${step.payment.at === 'preparing' ? 'payment of' : 'order'} ${step.order.number}`;
}

function requestText({ request, purpose }: HeldRequest): string | undefined {
  if (typeof purpose !== 'object') return undefined;
  const by = 'flow' in purpose ? `flow ${purpose.flow}: ` : 'poll: ';
  if (isTo(listLeaseOrders, request)) return `${by}list`;
  if (isTo(createLeaseOrder, request)) return `${by}new order by the key ${request.headers[IDEMPOTENCY_HEADER]}`;
  if (isTo(prePay, request)) return `${by}payment of ${orderNumberOf(request)}`;
  return isTo(getLeaseOrder, request) ? `${by}order ${orderNumberOf(request)}` : by + request.url;
}

function sheetText(flow: number, number: string, amountFen: number, isAbandoned: boolean): string {
  return `${isAbandoned ? 'abandoned ' : ''}sheet of flow ${flow} for ${number} at ${amountFen}`;
}

function expectToasts(toasts: readonly string[], told: readonly Told[]): void {
  let rest = [...toasts];
  for (const { says } of told) {
    const shown = rest.find((text) => TOASTS[says].includes(text));
    expect(shown, `a toast that says ${says}`).toBeDefined();
    rest = rest.filter((_, at) => at !== rest.findIndex((text) => text === shown));
  }
  expect(rest, 'further toasts').toEqual([]);
}
