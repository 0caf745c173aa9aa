import type { Model } from '../model.ts';
import { actionsIn, type Action } from './actions.ts';
import { applied } from './apply.ts';
import { invariants } from './invariants.ts';
import { keyOf } from './key.ts';
import { told } from './story.ts';
import { DEVICES, type Page, type Phone, type Scenario, type World } from './world.ts';

const page: Page = {
  screen: { at: 'home' },
  flows: [],
  polls: [],
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
  for (const [phone, { pages, open }] of phones.entries())
    for (const [at, each] of pages.entries()) {
      const of = { phone, page: at };
      const [sheet] = each.sheets;
      if (sheet) return { do: 'sheet-answers', flow: sheet.flow, result: sheet.isPaid ? 'ok' : 'cancel', ...of };
      if (!each.isSignedIn) return { do: 'sign-in', ...of };
      const waiting = each.flows.find(
        ({ step }) => step.at === 'placing' || (step.at === 'paying' && step.payment.at !== 'sheet-open'),
      );
      if (waiting) return { do: 'server-answers', flow: waiting.id, how: 'true', ...of };
      const [poll] = each.polls;
      if (poll) return { do: 'poll-answered', number: poll.order.number, how: 'true', ...of };
      const unsettled = open.find(({ state }) => state === 'paying' || state === 'unconfirmed');
      if (!unsettled || each.flows.length > 0 || !('order' in unsettled)) continue;
      const isKnown = server.orders.find(({ number }) => number === unsettled.order.number)?.state !== 'to-pay';
      const mayEnd =
        unsettled.state === 'unconfirmed' && (unsettled.answer === 'cancel' || unsettled.answer === 'fail');
      return isKnown || mayEnd
        ? { do: 'ask-again', number: unsettled.order.number, ...of }
        : { do: 'clock', phone, by: 'day' };
    }
  return undefined;
}
