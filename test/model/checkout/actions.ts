import type { World } from './world.ts';
import type { Sno } from './world.ts';

interface OfPage {
  phone: number;
  page: number;
}

/** How the server handles a request of a flow. `lost`: it never arrives. `unanswered`: the server acts, and its answer is lost. `late`: the phone stops waiting, and the server acts afterwards. */
export type Handling = 'true' | 'lost' | 'unanswered' | 'refused' | 'unknown' | 'late';

/** One thing that happens. */
export type Action =
  | ({ do: 'open-plans'; sno: Sno } & OfPage)
  | ({ do: 'choose' | 'rent' | 'agree' | 'leave' | 'open-orders' | 'reload' | 'kill' } & OfPage)
  | ({ do: 'pay-listed' | 'cancel-listed' | 'ask-again'; number: string } & OfPage)
  | ({ do: 'sheet-pays' | 'sheet-silent'; flow: number } & OfPage)
  | ({ do: 'sheet-answers'; flow: number; result: 'ok' | 'cancel' | 'fail' } & OfPage)
  | ({ do: 'server-answers'; flow: number; how: Handling } & OfPage)
  | ({ do: 'mutex-timeout'; flow: number } & OfPage)
  | ({ do: 'poll-answered'; number: string; how: 'true' | 'lost' | 'refused' | 'unknown' } & OfPage)
  | ({ do: 'session-ends' | 'sign-in' } & OfPage)
  | { do: 'clock'; phone: number; by: 'minute' | 'ten-minutes' | 'day' | 'back' }
  | { do: 'server-acts-late'; request: number }
  | { do: 'price-raised' }
  | { do: 'repriced' | 'paid-elsewhere' | 'cancelled-elsewhere' | 'forgotten' | 'payment-arrives'; number: string };

const MOST_ORDERS = 3;

/** Everything that may happen next. */
export function actionsIn(world: World): Action[] {
  const actions: Action[] = [];
  const mayFail = world.faultsLeft > 0;
  world.phones.forEach((phone, phoneAt) => {
    phone.pages.forEach((page, pageAt) => {
      const of = { phone: phoneAt, page: pageAt };
      const isIdle = !page.flows.some(({ isScreenClosed }) => !isScreenClosed);
      for (const { flow, isPaid, isAbandoned, number } of page.sheets) {
        const isPayable = world.server.orders.some(
          (order) => order.number === number && order.state === 'to-pay' && !order.isCharged,
        );
        if (!isPaid && isPayable) actions.push({ do: 'sheet-pays', flow, ...of });
        actions.push({ do: 'sheet-answers', flow, result: isPaid ? 'ok' : 'cancel', ...of });
        if (!mayFail) continue;
        actions.push({ do: 'sheet-answers', flow, result: isPaid ? 'cancel' : 'ok', ...of });
        actions.push({ do: 'sheet-answers', flow, result: 'fail', ...of });
        if (!isAbandoned) actions.push({ do: 'sheet-silent', flow, ...of });
      }
      if (!page.isSignedIn) {
        actions.push({ do: 'sign-in', ...of });
        return;
      }
      const { screen } = page;
      if (screen.at === 'home') {
        for (const sno of world.scenario.devices) actions.push({ do: 'open-plans', sno, ...of });
        if (world.server.orders.some(({ state }) => state === 'to-pay')) actions.push({ do: 'open-orders', ...of });
      } else if (page.sheets.every(({ flow }) => !isShown(page.flows, flow))) actions.push({ do: 'leave', ...of });
      if (screen.at === 'plans' && isIdle && world.server.orders.length < MOST_ORDERS && page.flows.length < 2) {
        if (page.prefetched === undefined) actions.push({ do: 'choose', ...of });
        if (screen.changed) actions.push({ do: 'agree', ...of });
        else actions.push({ do: 'rent', ...of });
      }
      if (screen.at === 'orders' && isIdle && page.flows.length < 2)
        for (const { number } of screen.listed) {
          actions.push({ do: 'pay-listed', number, ...of });
          actions.push({ do: 'cancel-listed', number, ...of });
        }
      const polled = page.polls.map(({ order }) => order.number);
      for (const purchase of phone.open)
        if (
          (purchase.state === 'paying' || purchase.state === 'unconfirmed') &&
          !polled.includes(purchase.order.number) &&
          page.flows.length === 0
        )
          actions.push({ do: 'ask-again', number: purchase.order.number, ...of });
      for (const flow of page.flows) {
        const { step } = flow;
        for (const how of handlingsOf(world, step)) {
          if (how === 'true' || mayFail) actions.push({ do: 'server-answers', flow: flow.id, how, ...of });
        }
        if (mayFail && (step.at === 'order-mutex' || step.at === 'payment-mutex'))
          actions.push({ do: 'mutex-timeout', flow: flow.id, ...of });
      }
      for (const { order } of page.polls) {
        actions.push({ do: 'poll-answered', number: order.number, how: 'true', ...of });
        if (mayFail)
          for (const how of ['lost', 'refused', 'unknown'] as const)
            actions.push({ do: 'poll-answered', number: order.number, how, ...of });
      }
      if (mayFail) {
        actions.push({ do: 'reload', ...of }, { do: 'kill', ...of });
        actions.push({ do: 'session-ends', ...of });
      }
    });
    const mayWait = phone.open.some(({ state }) => state === 'paying' || state === 'unconfirmed');
    if (!mayFail && mayWait) actions.push({ do: 'clock', phone: phoneAt, by: 'day' });
    if (mayFail && (phone.open.length > 0 || phone.pages.some(({ paid, flows }) => paid.length + flows.length > 0)))
      for (const by of ['minute', 'ten-minutes', 'day', 'back'] as const)
        actions.push({ do: 'clock', phone: phoneAt, by });
  });
  world.server.late.forEach((_, request) => actions.push({ do: 'server-acts-late', request }));
  for (const { number, state, isCharged } of world.server.orders) {
    if (isCharged && state === 'to-pay') actions.push({ do: 'payment-arrives', number });
    if (!mayFail || state === 'gone') continue;
    if (state === 'to-pay' && !isCharged) {
      actions.push({ do: 'paid-elsewhere', number });
      actions.push({ do: 'cancelled-elsewhere', number });
      if (!isAboutToOpen(world, number)) actions.push({ do: 'repriced', number });
      actions.push({ do: 'forgotten', number });
    }
  }
  if (mayFail && !world.server.isPriceRaised) actions.push({ do: 'price-raised' });
  return actions;
}

/** The server has just named the amount, and the sheet is being prepared for it. */
function isAboutToOpen({ phones }: World, number: string): boolean {
  return phones.some(({ pages }) =>
    pages.some(({ flows }) =>
      flows.some(({ step }) => step.at === 'paying' && step.payment.at === 'preparing' && step.order.number === number),
    ),
  );
}

function isShown(flows: World['phones'][number]['pages'][number]['flows'], flow: number): boolean {
  return flows.some(({ id, isScreenClosed }) => id === flow && !isScreenClosed);
}

function handlingsOf(
  world: World,
  step: World['phones'][number]['pages'][number]['flows'][number]['step'],
): Handling[] {
  if (step.at === 'placing') {
    switch (step.placement.at) {
      case 'querying':
        return ['true', 'lost', 'refused', 'unknown'];
      case 'submitting':
        return ['true', 'lost', 'unanswered', 'refused', ...(world.scenario.hasKeys ? (['late'] as const) : [])];
      default:
        return ['true', 'lost'];
    }
  }
  if (step.at !== 'paying') return [];
  switch (step.payment.at) {
    case 'querying-before':
    case 'querying-after':
      return ['true', 'lost'];
    case 'preparing':
      return ['true', 'lost', 'refused'];
    default:
      return [];
  }
}
