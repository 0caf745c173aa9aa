import { source as axe } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { World } from '../helpers/world.ts';
import { BrowserPerson, startBrowser } from './browser-person.ts';

/** How to come to each screen and dialog of the main job. */
const places: [name: string, come: (person: BrowserPerson) => Promise<unknown>][] = [
  ['devices on lease', (person) => person.arrivesAt('/my?tab=device', 'leaser', 'my')],
  ['no device', (person) => person.arrivesAt('/my?tab=device', 'nobody', 'my')],
  ['account', (person) => person.arrivesAt('/my?tab=my', 'ordinary', 'my')],
  ['notice', (person) => person.arrivesAt('/?sno=PL10007', 'ordinary', 'notice')],
  ['question on behalf', (person) => person.arrivesAt('/?sno=PL10001', 'assistant', 'on-behalf?')],
  ['plans', (person) => person.arrivesAt('/?sno=PL10001', 'ordinary', 'plans')],
  ['modes', (person) => person.arrivesAt('/?sno=PL10001', 'card', 'modes')],
  ['question of a deduction', async (person) => person.arrivesAt('/?sno=PL10001', 'card', 'modes').then(() => person.starts('bio'))],
  ['treatment', (person) => person.arrivesAt('/?sno=PL10005', 'card', 'treatment')],
  ['custom settings', async (person) => person.arrivesAt('/?sno=PL10003', 'leaser', 'modes').then(() => person.opensCustom())],
  ['order', async (person) => person.arrivesAt('/?sno=PL10001', 'ordinary', 'plans').then(() => person.rents('duration', 'calls off'))],
  ['binding a phone', (person) => person.arrivesAt('/login', 'nobody', 'phone form')],
  ['shares', async (person) => person.arrivesAt('/?sno=PL10003', 'leaser', 'modes').then(() => person.opensTheShares())],
  [
    'sharing with a number',
    async (person) => {
      await person.arrivesAt('/?sno=PL10003', 'leaser', 'modes');
      await person.opensTheShares();
      await person.opensTheShareDialog();
    },
  ],
  [
    'question of ending a sharing',
    async (person) => {
      await person.arrivesAt('/?sno=PL10003', 'leaser', 'modes');
      await person.opensTheShares();
      await person.wantsToEndSharingWith('13800000003');
    },
  ],
  ['feedback', (person) => person.arrivesAt('/my/feedback', 'ordinary', 'feedback form')],
  ['cards', (person) => person.arrivesAt('/my/cardList', 'card', 'cards')],
  ['orders', (person) => person.arrivesAt('/my/orderList', 'ordinary', 'orders')],
  ['card orders', (person) => person.arrivesAt('/my/orderList?type=cardlist&sysUserId=9001', 'card', 'orders')],
  ['no orders', (person) => person.arrivesAt('/my/orderList', 'nobody', 'orders')],
  ['orders that do not come', (person) => withoutAnswer('/order/list').then(() => person.arrivesAt('/my/orderList', 'ordinary', 'trouble'))],
  [
    'question of cancelling an order',
    async (person) => {
      await person.arrivesAt('/?sno=PL10001', 'ordinary', 'plans');
      await person.rents('duration', 'calls off');
      await person.wantsToCancelAnOrder();
    },
  ],
  ['refunds', (person) => person.arrivesAt('/my/refundList', 'ordinary', 'refunds')],
  ['no refunds', (person) => person.arrivesAt('/my/refundList', 'nobody', 'refunds')],
  ['refunds that do not come', (person) => withoutAnswer('/refund/page').then(() => person.arrivesAt('/my/refundList', 'ordinary', 'trouble'))],
  ['about', (person) => person.arrivesAt('/my/about', 'ordinary', 'about')],
];

const withoutAnswer = (path: string) => world.fault({ path, kind: 'refuse', times: 1 });

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await World.start({ page: true });
  browser = await startBrowser();
});
beforeEach(() => world.reset());
afterAll(async () => {
  await browser.close();
  await world.close();
});

it.each(places)('%s can be used by everybody, by day and by night: holds at 320 px, is large enough to read and to tap', async (_, come) => {
  const person = await BrowserPerson.come(browser, world, { width: 320 });
  await come(person);
  for (const scheme of ['light', 'dark'] as const) {
    expect({ scheme, ...(await person.examines(axe, scheme)) }).toEqual({ scheme, violations: [], wider: false, smallText: [], smallTargets: [] });
  }
  expect(person.complaints()).toEqual([]);
  await person.leaves();
});
