import type { Invariant } from '../model.ts';
import type { Action } from './actions.ts';
import { areaOf, paidOf, type ServerOrder, type Told, type World } from './world.ts';

/** What holds after each step, whatever happens. */
export const invariants: readonly Invariant<World, Action>[] = [
  {
    id: 'one-sheet-per-order',
    sentence:
      'I am never asked to pay the same order in two sheets at once, nor to pay again for an order that I have paid.',
    violation(before, _, after) {
      const opened = openedSheet(before, after);
      if (!opened) return undefined;
      const others = after.phones[opened.phone]?.pages
        .flatMap(({ sheets }) => sheets)
        .filter((sheet) => sheet.number === opened.number && !sheet.isAbandoned);
      if (others && others.length > 1) return `two sheets are open for the order ${opened.number}`;
      const isPaid = orderOf(after, opened.number)?.state === 'paid';
      const hasOk = [
        ...(before.phones[opened.phone]?.open ?? []),
        ...(before.phones[opened.phone]?.openOfB ?? []),
      ].some(
        (purchase) =>
          purchase.state === 'unconfirmed' && purchase.order.number === opened.number && purchase.answer === 'ok',
      );
      return isPaid || hasOk ? `a sheet opens for ${opened.number}, which is paid` : undefined;
    },
  },
  {
    id: 'one-order-per-intent',
    sentence: 'However often I tap, one rental makes one order.',
    violation(before, _, after) {
      if (after.server.orders.length === before.server.orders.length) return undefined;
      const [created] = after.server.orders;
      // Nothing tells apart the orders that two phones of one person make at the same time for the same plan.
      if (after.server.orders.some(({ phone, sno }) => phone !== created?.phone && sno === created?.sno))
        return undefined;
      const twin = after.server.orders.find((order) => order !== created && created && isTwin(order, created));
      return twin && created ? `${created.number} is ordered while ${twin.number} waits to be paid` : undefined;
    },
  },
  {
    id: 'paid-means-paid',
    sentence: 'The app says "paid" only if the server says so.',
    violation: (_, __, after) =>
      saying(after, ['paid'], (order) => order?.state !== 'paid', 'is called paid and is not') ?? recordedAsPaid(after),
  },
  {
    id: 'not-paid-means-no-money-moved',
    sentence: 'The app never says "not paid" while my money may have moved.',
    violation: (_, __, after) =>
      saying(
        after,
        ['not-paid', 'cancelled', 'not-found'],
        (order) => order?.isCharged === true,
        'is called unpaid although its money has moved',
      ),
  },
  {
    id: 'no-unseen-amount',
    sentence: 'I only ever pay an amount that I have seen and accepted.',
    violation(before, _, after) {
      const opened = openedSheet(before, after);
      if (!opened) return undefined;
      const flow = after.phones[opened.phone]?.pages[opened.page]?.flows.find(({ id }) => id === opened.flow);
      return flow && !flow.acceptedFen.includes(opened.amountFen)
        ? `the sheet asks for ${opened.amountFen} fen, the screen said ${flow.acceptedFen.join(' or ')}`
        : undefined;
    },
  },
  {
    id: 'no-sheet-over-another-screen',
    sentence: 'When I have left a screen, nothing that I began there opens over the next one.',
    violation(before, _, after) {
      const opened = openedSheet(before, after);
      const flow = opened && after.phones[opened.phone]?.pages[opened.page]?.flows.find(({ id }) => id === opened.flow);
      return flow?.isScreenClosed ? `a sheet opens for ${opened?.number ?? ''} after its screen has closed` : undefined;
    },
  },
  {
    id: 'accounts-apart',
    sentence: 'Nobody sees or pays what belongs to another person who uses the same phone.',
    violation(_, __, after) {
      if (!after.scenario.changesAccount) return undefined;
      for (const phone of after.phones)
        for (const { account, polls, sheets } of phone.pages) {
          const isForeign = (number: string) => orderOf(after, number)?.account !== account;
          const found =
            areaOf(phone, account).find((purchase) => 'order' in purchase && isForeign(purchase.order.number)) ??
            polls.find(({ order }) => isForeign(order.number)) ??
            sheets.find(({ number }) => isForeign(number)) ??
            paidOf(phone, account).find(({ order }) => isForeign(order.number));
          if (found === undefined) continue;
          const number = 'number' in found ? found.number : 'order' in found ? found.order.number : '';
          return `a page of account ${account} has the order ${number} of another account`;
        }
      return undefined;
    },
  },
];

function orderOf(world: World, number: string): ServerOrder | undefined {
  return world.server.orders.find((order) => order.number === number);
}

/** The sheet that opened in this step. */
function openedSheet(before: World, after: World) {
  for (const [phone, { pages }] of after.phones.entries())
    for (const [page, { sheets }] of pages.entries()) {
      const known = before.phones[phone]?.pages[page]?.sheets ?? [];
      if (sheets === known) continue;
      const opened = sheets.find(({ flow }) => known.every((each) => each.flow !== flow));
      if (opened) return { phone, page, ...opened };
    }
  return undefined;
}

/** Two orders of one phone for the same device at the same price on the screen, made within ten minutes. */
function isTwin(order: ServerOrder, created: ServerOrder): boolean {
  return (
    created.isRecent &&
    order.phone === created.phone &&
    order.account === created.account &&
    order.sno === created.sno &&
    order.planFen === created.planFen &&
    order.state === 'to-pay' &&
    order.isRecent
  );
}

function saying(
  world: World,
  words: readonly Told['says'][],
  isFalse: (order: ServerOrder | undefined) => boolean,
  what: string,
): string | undefined {
  const lie = world.told.find(({ number, says }) => words.includes(says) && isFalse(orderOf(world, number)));
  return lie && `${lie.number} ${what}`;
}

function recordedAsPaid(world: World): string | undefined {
  for (const { paid, paidOfB } of world.phones)
    for (const { order } of [...paid, ...paidOfB])
      if (orderOf(world, order.number)?.state !== 'paid') return `${order.number} is recorded as paid and is not`;
  return undefined;
}
