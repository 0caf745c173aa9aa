import { isUnsettled } from '../../../src/core/checkout/purchase.ts';
import type { Model } from '../model.ts';
import { actionsIn, isSuspended, type Action } from './actions.ts';
import { applied } from './apply.ts';
import { invariants } from './invariants.ts';
import { keyOf } from './key.ts';
import { told } from './story.ts';
import { DEVICES, type Page, type Phone, type Scenario, type World } from './world.ts';

const page: Page = {
  screen: { at: 'home' },
  flows: [],
  polls: [],
  unconfirmed: [],
  sheets: [],
  prepared: {},
  paid: [],
  isSignedIn: true,
};
const onPlans: Page = { ...page, screen: { at: 'plans', sno: DEVICES[0], planFen: 1_990 } };

const phoneWith = (...pages: Page[]): Phone => ({ account: 'A', open: [], pages, orderMutex: [], paymentMutex: [] });

const scenario: Scenario = { hasKeys: false, assist: false, devices: [DEVICES[0]], changesAccount: false };

function start(phones: readonly Phone[], faultsLeft: number, change: Partial<Scenario> = {}): World {
  return {
    scenario: { ...scenario, ...change },
    server: { isPriceRaised: false, orders: [], late: [] },
    phones,
    faultsLeft,
    counter: 0,
    told: [],
  };
}

export const checkoutModel: Model<World, Action> = {
  name: 'checkout',
  starts: [
    { name: 'one page', world: start([phoneWith(onPlans)], 4) },
    { name: 'two pages of one phone', world: start([phoneWith(onPlans, onPlans)], 3) },
    { name: 'two phones of one person', world: start([phoneWith(onPlans), phoneWith(onPlans)], 3) },
    { name: 'a server that repeats its answer by key', world: start([phoneWith(onPlans)], 4, { hasKeys: true }) },
    { name: 'renting for customers', world: start([phoneWith(onPlans)], 4, { assist: true }) },
    { name: 'two devices', world: start([phoneWith(onPlans)], 3, { devices: DEVICES }) },
  ],
  actions: actionsIn,
  apply: applied,
  key: keyOf,
  tell: told,
  invariants,
  settle,
  depth: 10,
  actors: [],
  leftOut: [],
  faults: [],
};

/** A fair server answers, the sheet answers as it is, and the person asks again or waits a day. */
function settle(world: World): Action | undefined {
  const { server, phones } = world;
  if (server.late.length > 0) return { do: 'server-acts-late', request: 0 };
  const charged = server.orders.find(({ isCharged, state }) => isCharged && state === 'to-pay');
  if (charged) return { do: 'payment-arrives', number: charged.number };
  const answered = answeredNext(world);
  if (answered) return answered;
  const pages = phones.flatMap((phone, at) => phone.pages.map((each, page) => ({ each, of: { phone: at, page } })));
  for (const { each, of } of pages)
    for (const { flow, isPaid } of each.sheets)
      return { do: 'sheet-answers', flow, result: isPaid ? 'ok' : 'cancel', ...of };
  for (const { each, of } of pages) {
    if (!each.isSignedIn) return { do: 'sign-in', ...of };
    for (const { order } of each.polls) return { do: 'poll-answered', number: order.number, how: 'true', ...of };
  }
  for (const { each, of } of pages) {
    const unsettled = phones[of.phone]?.open.find(isUnsettled);
    if (!unsettled || each.flows.length > 0) continue;
    const said = server.orders.find(({ number }) => number === unsettled.order.number)?.state;
    const isCalledOff =
      unsettled.state === 'unconfirmed' && (unsettled.answer === 'cancel' || unsettled.answer === 'fail');
    return said === 'paid' || said === 'cancelled' || (said === 'to-pay' && isCalledOff)
      ? { do: 'ask-again', number: unsettled.order.number, ...of }
      : { do: 'clock', phone: of.phone, by: 'day' };
  }
  return undefined;
}

/** The server answers a flow, or a flow goes on that no longer waits for a suspended page. */
function answeredNext({ phones }: World): Action | undefined {
  for (const [phone, each] of phones.entries())
    for (const [page, { flows }] of each.pages.entries())
      for (const flow of flows) {
        const { step, id, isWithoutMutex } = flow;
        if (isSuspended(each, flow)) continue;
        if (step.at === 'placing' || (step.at === 'paying' && step.payment.at !== 'sheet-open'))
          return { do: 'server-answers', flow: id, how: 'true', phone, page };
        if (isWithoutMutex && step.at !== 'paying') return { do: 'mutex-timeout', flow: id, phone, page };
      }
  return undefined;
}
