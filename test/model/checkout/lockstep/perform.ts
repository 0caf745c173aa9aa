import { createLeaseOrder } from '../../../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../../../src/core/order/api.ts';
import type { PayableOrder } from '../../../../src/core/order/order.ts';
import { Problem } from '../../../../src/core/problem.ts';
import { DAY, MINUTE } from '../../../../src/core/time.ts';
import type { HttpResponse } from '../../../../src/ports/http.ts';
import type { Action, Handling } from '../actions.ts';
import type { Account, Flow, ServerOrder, World } from '../world.ts';
import { settled, type HeldRequest, type Purpose } from './held.ts';
import type { RealPage, RealPhone } from './real-phone.ts';
import { answerTo, isTo, list, UNAUTHORIZED } from './server-answers.ts';

const CLOCK_MOVES_MS = { minute: MINUTE, 'ten-minutes': 10 * MINUTE, day: DAY, back: -60 * MINUTE };
/** More steps than any poll takes. */
const MOST_STEPS = 30;

type OnPage = Extract<Action, { page: number }>;

/**
 * Does on the real phones what the action says, and returns once each page waits again. `before` and `after`: the worlds
 * of the model.
 */
export async function perform(
  phones: readonly RealPhone[],
  action: Action,
  before: World,
  after: World,
): Promise<void> {
  if (action.do === 'clock') phoneAt(phones, action.phone).wall.now += CLOCK_MOVES_MS[action.by];
  // What happens on the server alone is in its answers, which come from the world of the model.
  if ('page' in action) await performOnPage(phoneAt(phones, action.phone), action, before, after);
  await settled();
  await readCancelledOrders(phones, after);
}

async function performOnPage(phone: RealPhone, action: OnPage, before: World, after: World): Promise<void> {
  const page = phone.page(action.page);
  const { screen, prefetched, flows, account } = pageOf(before, action);
  switch (action.do) {
    case 'open-plans':
    case 'open-orders':
    case 'sheet-pays':
      return;
    case 'choose':
      if (screen.at !== 'plans') return;
      page.choose(screen.sno, screen.planFen);
      await settled();
      for (const held of page.http.held) if (held.purpose === 'prefetch') held.early ??= list(before, account);
      return;
    case 'rent':
    case 'agree': {
      if (screen.at !== 'plans') return;
      // Nobody pays without a chosen plan. The model's person may have chosen it too long ago for the prefetch.
      if (prefetched === undefined) page.choose(screen.sno, screen.planFen);
      await settled();
      return page.rent(begunFlow(before, after, action), screen.sno, screen.planFen);
    }
    case 'pay-listed':
      return page.pay(begunFlow(before, after, action), listedOrder(before, action));
    case 'cancel-listed': {
      const cancelled = page.cancel(listedOrder(before, action)).catch(Problem.expected);
      await settled();
      await answer(page, 'cancel', account, before, 'true');
      await cancelled;
      return page.leave();
    }
    case 'leave':
      return page.leave();
    case 'ask-again':
      return void page.store.queryAll();
    case 'reload':
      return phone.reload(action.page);
    case 'kill':
      return phone.kill(action.page, account);
    case 'other-person':
      return phone.reopen(action.page, pageOf(after, action).account);
    case 'session-ends':
      return endSession(page, flows);
    case 'sign-in':
      return page.signIn(account);
    case 'sheet-silent': {
      const sheet = sheetOf(page, action.flow);
      sheet.resolve({ result: 'none' });
      sheet.isAbandoned = true;
      return;
    }
    case 'sheet-not-opened': {
      const sheet = sheetOf(page, action.flow);
      page.bridge.close(sheet);
      return sheet.reject(new Problem('bridge'));
    }
    case 'sheet-vanishes':
      return page.bridge.close(sheetOf(page, action.flow));
    case 'sheet-answers': {
      const sheet = sheetOf(page, action.flow);
      page.bridge.close(sheet);
      return sheet.answer({ result: action.result });
    }
    case 'server-answers':
      return answerFlow(page, action, before, after);
    case 'mutex-timeout':
      return phone.locks.timeOut(page, { flow: action.flow });
    case 'poll-answered':
      return answerPoll(page, action.number, account, before, action.how);
  }
}

async function answerFlow(
  page: RealPage,
  { phone, page: at, flow: id, how }: Extract<Action, { do: 'server-answers' }>,
  before: World,
  after: World,
): Promise<void> {
  // The server acts, and its answer is on its way.
  if (how === 'slow') return;
  const { flows, account } = pageOf(before, { phone, page: at });
  const flow = flows.find((each) => each.id === id);
  const prefetch = flow && isPrefetched(flow) ? page.flows.get(id)?.prefetch : undefined;
  if (prefetch) {
    end(prefetch, how === 'true' ? (prefetch.early ?? list(before, account)) : new Problem('timeout'));
    await settled();
    if (how === 'true') return;
  }
  await answer(page, { flow: id }, account, before, how, flow && orderFor(flow, after));
}

/** True if the flow waits for the list that was requested when the person chose the plan. */
export function isPrefetched({ step }: Flow): boolean {
  return (
    step.at === 'placing' && step.placement.at === 'listing' && !step.placement.afresh && !step.placement.wasSubmitted
  );
}

/** The order that the server has made for the request of the flow. */
function orderFor({ step, created }: Flow, { server }: World): ServerOrder | undefined {
  if (step.at !== 'placing' || step.placement.at !== 'submitting') return undefined;
  const { idempotencyKey } = step.placement;
  return server.orders.find(({ number, key }) => (created === undefined ? key === idempotencyKey : number === created));
}

async function answer(
  page: RealPage,
  purpose: Purpose,
  account: Account,
  world: World,
  how: Handling,
  created?: ServerOrder,
): Promise<void> {
  const held = page.http.held.find((each) => each.isOf(purpose));
  if (!held) throw new Error('the page waits for no such answer');
  end(held, answerTo({ request: held.request, account, created }, world, how));
  await settled();
}

/** Answers all questions of one poll alike, and tells the truth when it reads the list. */
async function answerPoll(
  page: RealPage,
  number: string,
  account: Account,
  world: World,
  how: Handling,
): Promise<void> {
  const purpose = { poll: number };
  const { polls } = page;
  for (let step = 0; page.polls === polls; step += 1) {
    if (step === MOST_STEPS) throw new Error('the poll never ends');
    const held = page.http.held.find((each) => each.isOf(purpose));
    if (held) await answer(page, purpose, account, world, isTo(listLeaseOrders, held.request) ? 'true' : how);
    else page.clock.wake(purpose);
    await settled();
  }
}

/**
 * A request that had an effect loses its answer. The server rejects the token of the others, except of a prefetch that
 * no flow waits for: it has been answered before.
 */
async function endSession(page: RealPage, flows: readonly Flow[]): Promise<void> {
  page.endSession();
  const hadEffect = ({ request, purpose }: HeldRequest) =>
    isTo(createLeaseOrder, request) &&
    flows.some(({ id, created }) => created !== undefined && JSON.stringify(purpose) === JSON.stringify({ flow: id }));
  const awaited = flows.filter(isPrefetched).map(({ id }) => page.flows.get(id)?.prefetch);
  const pending = () => page.http.held.filter((held) => held.purpose !== 'prefetch' || awaited.includes(held));
  while (pending().length > 0) {
    for (const held of pending()) end(held, hadEffect(held) ? new Problem('timeout') : UNAUTHORIZED);
    await settled();
  }
}

/** After a cancelled payment, the app reads the order once more to show it. The model ends the flow before. */
async function readCancelledOrders(phones: readonly RealPhone[], world: World): Promise<void> {
  for (const [phone, { pages }] of phones.entries())
    for (const [at, page] of pages.entries())
      for (const held of page.http.held) {
        const { flows, account } = pageOf(world, { phone, page: at });
        const isEnded = [...page.flows.keys()].some(
          (flow) => held.isOf({ flow }) && flows.every(({ id }) => id !== flow),
        );
        if (!isEnded || !isTo(getLeaseOrder, held.request)) continue;
        end(held, answerTo({ request: held.request, account }, world, 'true'));
        await settled();
      }
}

function end(held: HeldRequest, answered: HttpResponse | Problem): void {
  if (answered instanceof Problem) held.reject(answered);
  else held.resolve(answered);
}

/** The id of the flow that the model has begun on the page. */
function begunFlow(before: World, after: World, at: OnPage): number {
  const { flows } = pageOf(before, at);
  const begun = pageOf(after, at).flows.find(({ id }) => flows.every((flow) => flow.id !== id));
  if (!begun) throw new Error('the model began no flow');
  return begun.id;
}

function sheetOf(page: RealPage, flow: number) {
  const sheet = page.bridge.sheets.find((each) => each.isOf({ flow }));
  if (!sheet) throw new Error('no such sheet');
  return sheet;
}

function listedOrder(before: World, action: Extract<OnPage, { number: string }>): PayableOrder {
  const { screen } = pageOf(before, action);
  const listed = screen.at === 'orders' ? screen.listed.find(({ number }) => number === action.number) : undefined;
  if (!listed) throw new Error('no such order');
  const { number, sno, amountFen } = listed;
  return { kind: 'lease', number, sno, operatorId: undefined, amountFen };
}

export function pageOf({ phones }: World, { phone, page }: { phone: number; page: number }) {
  const found = phones[phone]?.pages[page];
  if (!found) throw new Error('no such page');
  return found;
}

function phoneAt(phones: readonly RealPhone[], at: number): RealPhone {
  const phone = phones[at];
  if (!phone) throw new Error('no such phone');
  return phone;
}
