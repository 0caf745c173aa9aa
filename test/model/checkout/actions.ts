import { isUnsettled } from '../../../src/core/checkout/records/purchase.ts';
import { areaOf, type Flow, type Page, type Phone, type Sno, type World } from './world.ts';

interface OfPage {
  phone: number;
  page: number;
}

/** How the server handles a request of a flow. `lost`: it never arrives. `unanswered`: the server acts, and its answer is lost. `slow`: the server acts, and its answer is on its way. `late`: the phone stops waiting, and the server acts afterwards. */
export type Handling = 'true' | 'slow' | 'lost' | 'unanswered' | 'refused' | 'unknown' | 'late';

/** One thing that happens. */
export type Action =
  | ({ do: 'open-plans'; sno: Sno } & OfPage)
  | ({ do: 'choose' | 'rent' | 'agree' | 'leave' | 'open-orders' | 'reload' | 'kill' } & OfPage)
  | ({ do: 'pay-listed' | 'cancel-listed' | 'ask-again'; number: string } & OfPage)
  | ({ do: 'sheet-pays' | 'sheet-silent' | 'sheet-vanishes' | 'sheet-not-opened'; flow: number } & OfPage)
  | ({ do: 'sheet-answers'; flow: number; result: 'ok' | 'cancel' | 'fail' } & OfPage)
  | ({ do: 'server-answers'; flow: number; how: Handling } & OfPage)
  | ({ do: 'mutex-timeout'; flow: number } & OfPage)
  | ({ do: 'poll-answered'; number: string; how: 'true' | 'lost' | 'refused' | 'unknown' } & OfPage)
  | ({ do: 'session-ends' | 'sign-in' | 'other-person' } & OfPage)
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
      for (const { flow, isPaid, isAbandoned, number } of page.sheets) {
        const isPayable = world.server.orders.some(
          (order) => order.number === number && order.state === 'to-pay' && !order.isCharged,
        );
        if (!isPaid && isPayable) actions.push({ do: 'sheet-pays', flow, ...of });
        actions.push({ do: 'sheet-answers', flow, result: isPaid ? 'ok' : 'cancel', ...of });
        if (!mayFail) continue;
        actions.push({ do: 'sheet-answers', flow, result: isPaid ? 'cancel' : 'ok', ...of });
        actions.push({ do: 'sheet-answers', flow, result: 'fail', ...of });
        if (!isPaid && !isAbandoned) actions.push({ do: 'sheet-not-opened', flow, ...of });
        actions.push({ do: isAbandoned ? 'sheet-vanishes' : 'sheet-silent', flow, ...of });
      }
      if (!page.isSignedIn) {
        actions.push({ do: 'sign-in', ...of });
        return;
      }
      // A sheet covers the phone.
      if (phone.pages.every(({ sheets }) => sheets.length === 0)) actions.push(...tapsOn(world, phone, page, of));
      for (const flow of page.flows) {
        const { step } = flow;
        if (isSuspended(phone, flow)) continue;
        for (const how of handlingsOf(world, flow)) {
          if (how === 'true' || mayFail) actions.push({ do: 'server-answers', flow: flow.id, how, ...of });
        }
        const waitsForMutex = step.at === 'order-mutex' || step.at === 'payment-mutex';
        if (waitsForMutex && (flow.isWithoutMutex || (mayFail && mayOvertake(phone))))
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
        if (world.scenario.changesAccount) actions.push({ do: 'other-person', ...of });
      }
    });
    const stored = [...phone.open, ...phone.openOfB, ...phone.paid, ...phone.paidOfB];
    const mayWait = stored.some(({ state }) => state === 'paying' || state === 'unconfirmed');
    if (!mayFail && mayWait) actions.push({ do: 'clock', phone: phoneAt, by: 'day' });
    if (mayFail && (stored.length > 0 || phone.pages.some(({ flows }) => flows.length > 0)))
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
      if (isKnown(world, number) && !isAboutToOpen(world, number)) actions.push({ do: 'repriced', number });
      actions.push({ do: 'forgotten', number });
    }
  }
  if (mayFail && !world.server.isPriceRaised) actions.push({ do: 'price-raised' });
  return actions;
}

/** What the person may do on a page. */
function tapsOn(world: World, phone: Phone, page: Page, of: OfPage): Action[] {
  const actions: Action[] = [];
  const isIdle = page.flows.every(({ isScreenClosed }) => isScreenClosed);
  const { screen } = page;
  if (screen.at === 'home') {
    for (const sno of world.scenario.devices) actions.push({ do: 'open-plans', sno, ...of });
    if (world.server.orders.some(({ state, account }) => state === 'to-pay' && account === page.account))
      actions.push({ do: 'open-orders', ...of });
  } else actions.push({ do: 'leave', ...of });
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
  const stored = areaOf(phone, page.account).filter(isUnsettled);
  const shown = new Set([...stored.map(({ order }) => order.number), ...page.unconfirmed.map(({ number }) => number)]);
  for (const number of shown)
    if (page.flows.length === 0 && page.polls.every(({ order }) => order.number !== number))
      actions.push({ do: 'ask-again', number, ...of });
  return actions;
}

/** A phone has read the order. */
function isKnown({ phones }: World, number: string): boolean {
  return phones.some(({ open, openOfB }) =>
    [...open, ...openOfB].some((purchase) => 'order' in purchase && purchase.order.number === number),
  );
}

/** The server has just named the amount, and the sheet is being prepared for it. */
function isAboutToOpen({ phones }: World, number: string): boolean {
  return phones.some(({ pages }) =>
    pages.some(({ flows }) =>
      flows.some(({ step }) => step.at === 'paying' && step.payment.at === 'preparing' && step.order.number === number),
    ),
  );
}

/**
 * One flow at a time goes on without its mutex: once the server has handled the order request of the other, and once the
 * other no longer waits for its sheet.
 */
function mayOvertake({ pages }: Phone): boolean {
  return pages.every(
    ({ flows, sheets }) =>
      sheets.every(({ isAbandoned }) => isAbandoned) &&
      flows.every(
        ({ step, created, isWithoutMutex }) =>
          !isWithoutMutex && (step.at !== 'placing' || step.placement.at !== 'submitting' || created !== undefined),
      ),
  );
}

/** Another flow goes on without the mutex. The flows that it did not wait for are of suspended pages until it has ended. */
export function isSuspended({ pages }: Phone, flow: Flow): boolean {
  return !flow.isWithoutMutex && pages.some(({ flows }) => flows.some(({ isWithoutMutex }) => isWithoutMutex));
}

function handlingsOf(world: World, { step, created }: Flow): Handling[] {
  if (step.at === 'placing') {
    switch (step.placement.at) {
      case 'querying':
        return ['true', 'lost', 'refused', 'unknown'];
      case 'submitting':
        if (created !== undefined) return ['true', 'unanswered'];
        return submissionHandlings(world, step.placement.idempotencyKey);
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

/** The server refuses no request while it has an earlier one with the same key. */
function submissionHandlings({ scenario, server }: World, key: string): Handling[] {
  const isFirst = server.late.every((request) => request.key !== key);
  return [
    'true',
    'slow',
    'lost',
    'unanswered',
    ...(isFirst ? (['refused'] as const) : []),
    ...(scenario.hasKeys && isFirst ? (['late'] as const) : []),
  ];
}
