import { expect, test } from 'vitest';
import type { BrowserPerson } from '../journeys/browser-person.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { screens } from '../../src/ui/routes.tsx';
import { webkitAndWorld } from './webkit-and-world.ts';

interface Visit {
  /** The demo user who opens the route. */
  user: string;
  /** The device number in the entry link. */
  device?: string;
  query?: string;
  /** A text on the screen. */
  says: string;
}

const { titles } = copy;
const visits: Record<string, Visit> = {
  '/': { user: 'ordinary', query: 'sno=PL10007', says: copy.entry.reasons.offline },
  '/my': { user: 'leaser', says: copy.my.accountTab },
  '/lease': { user: 'ordinary', device: 'PL10001', says: titles.lease },
  '/modeMenu': { user: 'leaser', device: 'PL10003', says: titles.modeMenu },
  '/custom': { user: 'leaser', device: 'PL10003', says: copy.custom.duration },
  '/process': { user: 'card', query: 'sno=PL10005', says: copy.treatment.stop },
  '/orderDetail': { user: 'ordinary', says: titles.orderDetail },
  '/my/cardList': { user: 'card', says: copy.cards.renew },
  '/login': { user: 'nobody', says: copy.login.askForCode },
  '/share': { user: 'leaser', device: 'PL10003', says: copy.share.add },
  '/my/orderList': { user: 'ordinary', says: copy.lists.end },
  '/my/refundList': { user: 'ordinary', says: copy.lists.end },
  '/my/feedback': { user: 'ordinary', says: copy.feedback.hint },
  '/my/about': { user: 'ordinary', says: titles.about },
  '*': { user: 'ordinary', says: copy.notFound.title },
};

const { webkit, world } = await webkitAndWorld();

test('This file visits every route of the app', () => {
  expect(Object.keys(screens).toSorted()).toEqual(Object.keys(visits).toSorted());
});

async function arrives(person: BrowserPerson, { user, device }: Visit): Promise<void> {
  if (device === undefined) await person.arrives(user);
  else await person.arrives(user, device);
}

test.each(Object.entries(visits))('%s opens in WebKit without an error and fits a phone', async (route, visit) => {
  const { person, page } = await webkit.opensPerson(world);
  try {
    await arrives(person, visit);
    const { query, says } = route === '/orderDetail' ? await anOrder() : visit;
    await page.goto(`${world.url}${route === '*' ? '/nowhere' : route}${query ? `?${query}` : ''}`);
    await page.getByText(says).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.body.innerText)).not.toContain(copy.common.retry);
  } finally {
    await person.leaves();
  }
});

/** Order numbers differ from world to world. */
async function anOrder(): Promise<{ query: string; says: string }> {
  const { id } = await world.user('ordinary');
  const { orders } = await world.state();
  const number = orders.find((order) => order['userId'] === id)?.orderNo;
  if (number === undefined) throw new Error('this user has no order');
  return { query: `isCardItem=false&orderNo=${number}`, says: number };
}
