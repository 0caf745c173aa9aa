import type { Action, Handling } from './actions.ts';
import type { Flow, Told, World } from './world.ts';

const HANDLED: Record<Handling, string> = {
  true: 'answers',
  lost: 'never receives the request',
  slow: 'acts, and its answer is on its way',
  unanswered: 'acts, and its answer is lost',
  refused: 'refuses',
  unknown: 'answers with a status that the app does not know',
  late: 'is so slow that the page stops waiting',
};

const CLOCK = {
  minute: 'A minute passes on',
  'ten-minutes': 'Ten minutes pass on',
  day: 'A day passes on',
  back: 'The clock is set back by an hour on',
} as const;

const TOLD: Record<Told['says'], string> = {
  paid: 'is paid',
  'not-paid': 'was not paid',
  cancelled: 'was cancelled',
  'not-found': 'no longer exists',
};

/** One sentence of the story, and what the pages tell the person then. */
export function told(action: Action, before: World, after: World): string {
  const says = after.told.map(
    ({ phone, page, number, says: words }) => `${pageName(after, phone, page)} says that ${number} ${TOLD[words]}.`,
  );
  return [`${happens(action, before)}.`, ...says].join(' ');
}

function happens(action: Action, before: World): string {
  switch (action.do) {
    case 'price-raised':
      return 'The shop raises the price';
    case 'repriced':
      return `The shop changes the amount of ${action.number}`;
    case 'paid-elsewhere':
      return `Somebody else pays ${action.number}`;
    case 'cancelled-elsewhere':
      return `The shop cancels ${action.number}`;
    case 'forgotten':
      return `The server forgets ${action.number}`;
    case 'payment-arrives':
      return `The server learns that ${action.number} is paid`;
    case 'server-acts-late':
      return 'The server handles the request that nobody waits for';
    case 'clock':
      return `${CLOCK[action.by]} ${phoneName(before, action.phone)}`;
    default:
      return `${pageName(before, action.phone, action.page)}: ${onPage(action, before)}`;
  }
}

function onPage(action: Extract<Action, { page: number }>, before: World): string {
  switch (action.do) {
    case 'open-plans':
      return `the person opens the plans of ${action.sno}`;
    case 'open-orders':
      return 'the person opens the orders';
    case 'choose':
      return 'the person chooses the plan';
    case 'rent':
      return 'the person taps pay';
    case 'agree':
      return 'the person agrees to the changed price';
    case 'leave':
      return 'the person leaves the screen';
    case 'pay-listed':
      return `the person taps pay beside ${action.number}`;
    case 'cancel-listed':
      return `the person cancels ${action.number}`;
    case 'ask-again':
      return `the person asks again about ${action.number}`;
    case 'reload':
      return 'the page reloads';
    case 'kill':
      return 'the phone discards the page and its session, and the person opens it again';
    case 'session-ends':
      return 'the session ends';
    case 'other-person':
      return 'another person opens a link in this page';
    case 'sign-in':
      return 'the same person signs in again';
    case 'sheet-pays':
      return 'the person pays in the sheet';
    case 'sheet-silent':
      return 'the sheet answers nothing for 20 seconds';
    case 'sheet-not-opened':
      return 'WeChat cannot open the sheet';
    case 'sheet-vanishes':
      return 'the sheet is gone without an answer';
    case 'sheet-answers':
      return `the sheet answers "${action.result}"`;
    case 'mutex-timeout':
      return 'the page has waited a minute for another page, and goes on';
    case 'server-answers':
      return `the server ${HANDLED[action.how]} (${waitsFor(flowOf(before, action))})`;
    case 'poll-answered':
      return `the server ${HANDLED[action.how]} (the question whether ${action.number} is paid)`;
  }
}

function flowOf(world: World, { phone, page, flow }: { phone: number; page: number; flow: number }): Flow | undefined {
  return world.phones[phone]?.pages[page]?.flows.find(({ id }) => id === flow);
}

function waitsFor(flow: Flow | undefined): string {
  const step = flow?.step;
  if (step?.at === 'placing')
    switch (step.placement.at) {
      case 'querying':
        return `what has become of ${step.placement.order.number}`;
      case 'searching-list':
      case 'listing':
      case 'looking-up':
        return 'the list of orders';
      default:
        return 'the order';
    }
  if (step?.at === 'paying')
    return step.payment.at === 'preparing'
      ? `the payment of ${step.order.number}`
      : `the question whether ${step.order.number} is paid`;
  return 'a request';
}

function phoneName(world: World, phone: number): string {
  return world.phones.length > 1 ? `phone ${phone + 1}` : 'the phone';
}

function pageName(world: World, phone: number, page: number): string {
  const ofPhone = world.phones.length > 1 ? ` of phone ${phone + 1}` : '';
  const isAlone = world.phones[phone]?.pages.length === 1;
  return isAlone ? (ofPhone === '' ? 'The page' : `The page${ofPhone}`) : `Page ${page + 1}${ofPhone}`;
}
