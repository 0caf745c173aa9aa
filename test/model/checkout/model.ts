import { isUnsettled } from '../../../src/core/checkout/records/purchase.ts';
import type { Model } from '../model.ts';
import { actionsIn, isSuspended, type Action } from './actions.ts';
import { applied } from './apply.ts';
import { faults } from './faults.ts';
import { invariants } from './invariants.ts';
import { keyOf } from './key.ts';
import { told } from './story.ts';
import { areaOf, DEVICES, type Page, type Phone, type Scenario, type World } from './world.ts';

const page: Page = {
  screen: { at: 'home' },
  flows: [],
  polls: [],
  unconfirmed: [],
  sheets: [],
  prepared: {},
  account: 'A',
  isSignedIn: true,
};
const onPlans: Page = { ...page, screen: { at: 'plans', sno: DEVICES[0], planFen: 1_990 } };

const phoneWith = (...pages: Page[]): Phone => ({
  open: [],
  openOfB: [],
  paid: [],
  paidOfB: [],
  pages,
  orderMutex: [],
  paymentMutex: [],
});

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
    { name: 'two pages of one phone', world: start([phoneWith(onPlans, onPlans)], 2) },
    { name: 'two phones of one person', world: start([phoneWith(onPlans), phoneWith(onPlans)], 1) },
    { name: 'a server that repeats its answer by key', world: start([phoneWith(onPlans)], 4, { hasKeys: true }) },
    { name: 'renting for customers', world: start([phoneWith(onPlans)], 4, { assist: true }) },
    {
      name: 'two people with one phone',
      world: start([phoneWith(onPlans, onPlans)], 2, { changesAccount: true }),
    },
    { name: 'two devices', world: start([phoneWith(onPlans)], 3, { devices: DEVICES }) },
  ],
  actions: actionsIn,
  apply: applied,
  key: keyOf,
  tell: told,
  invariants,
  settle,
  depth: 10,
  settleEvery: 4,
  actors: [
    'two pages of one phone, a second phone of the same person (the command line counts as one), another person with the same phone',
    'taps: choose, pay, agree to a price, leave the screen, pay or cancel in the order list, ask again, reload, lose the page',
    'the server: answers, late, lost before or after it acted, refused, with an unknown status, by idempotency key; it raises a price, changes an amount, cancels or forgets an order, learns of a payment late; somebody else pays',
    'the payment sheet: ok, cancel, fail, nothing, late, with or without the money',
    'the clock: on by a minute, ten minutes, a day, and back; a page that waits a minute for a suspended one',
    'the session: ends, and comes back as the same or as another person',
  ],
  leftOut: [
    'At most four faults happen on one way, two or three with two devices or pages, one with two phones (lost, refused and late answers, lies of the sheet, jumps of the clock, ended pages and sessions, changes elsewhere). Taps and true answers are not limited.',
    'Cards, free orders, renewals and the order without a payment; both bases use the same tables.',
    'A sheet covers the phone: nobody taps in a page while one is open. WeChat takes one payment for an order, and the server learns of it within 20 seconds, unless the sheet answers "ok" before; then within ten minutes.',
    'The server handles or drops a request while its page waits for it. Only a server that answers by idempotency key may handle it later, and in the order of the requests of one key.',
    'While a page goes on without the mutex of a suspended page, that page and other waiting pages stay suspended. Two pages without a common mutex are covered by unit tests.',
    'The shop does not change the amount of an order between the last answer about it and the sheet, nor before a phone has read it; WeChat shows the amount as well.',
    'Two phones of one person that order the same plan at once, if a response is lost: nothing tells these orders apart.',
    "Another person's link removes what the phone remembers of the first person; a tab of that person that is still open begins a new purchase.",
    'A payment that the command line hands over as a link: unit tests cover it.',
    'Answers to a poll arrive as one step: the three questions of one poll are answered alike.',
  ],
  faults,
};

/** A fair server answers, the sheet answers as it is, and the person asks again or waits a day. */
function settle(world: World): Action | undefined {
  const { server, phones } = world;
  if (server.late.length > 0) return { do: 'server-acts-late', request: 0 };
  const charged = server.orders.find(({ isCharged, state }) => isCharged && state === 'to-pay');
  if (charged) return { do: 'payment-arrives', number: charged.number };
  const answered = answeredNext(world);
  if (answered) return answered;
  const pages = phones.flatMap((phone, at) =>
    phone.pages.map((each, page) => ({ each, open: areaOf(phone, each.account), of: { phone: at, page } })),
  );
  for (const { each, of } of pages)
    for (const { flow, isPaid } of each.sheets)
      return { do: 'sheet-answers', flow, result: isPaid ? 'ok' : 'cancel', ...of };
  for (const { each, of } of pages) {
    if (!each.isSignedIn) return { do: 'sign-in', ...of };
    for (const { order } of each.polls) return { do: 'poll-answered', number: order.number, how: 'true', ...of };
  }
  for (const { each, open, of } of pages) {
    const unsettled = open.find(isUnsettled);
    if (!unsettled || each.flows.length > 0) continue;
    const said = server.orders.find(({ number }) => number === unsettled.order.number)?.state;
    const isCalledOff =
      unsettled.state === 'unconfirmed' && (unsettled.answer === 'cancel' || unsettled.answer === 'fail');
    return said === 'paid' || said === 'cancelled' || (said === 'to-pay' && isCalledOff)
      ? { do: 'ask-again', number: unsettled.order.number, ...of }
      : { do: 'clock', phone: of.phone, by: 'day' };
  }
  for (const { each, of } of pages)
    for (const { number } of each.unconfirmed) if (each.flows.length === 0) return { do: 'ask-again', number, ...of };
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
