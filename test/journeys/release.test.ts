import { describe, expect, test } from 'vitest';
import { NO_EFFECTS, type EffectCounts } from '../../sandbox/world/effects.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { DeployedSite, NEW_BUILD } from '../helpers/deployed-site.ts';
import { until } from '../helpers/until.ts';
import type { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';
import { ImpatientPerson } from './impatient-person.ts';
import { takeNewPhone } from './phones.ts';

const MINUTE = 60_000;
const ORDERS = 'assets/OrderList-';
const { ready, now } = copy.update;

interface Visit {
  person: ImpatientPerson;
  site: DeployedSite;
  world: World;
  /** How many times the page was loaded. */
  loads: () => number;
}

/** A person, and the server of the page. Compares the world’s effects at the end. */
const visit = (effects: Partial<EffectCounts>, walk: (visit: Visit) => Promise<void>) => async () => {
  const site = new DeployedSite();
  afterThisTest(async () => site.delete());
  const phone = await takeNewPhone({ directory: site.directory });
  const { world } = phone;
  const person = new ImpatientPerson(phone);
  let loads = 0;
  person.page.on('domcontentloaded', () => (loads += 1));
  await walk({ person, site, world, loads: () => loads });
  expect(await world.effects()).toEqual({ ...NO_EFFECTS, ...effects });
  expect(person.uncaught).toEqual([]);
};

/** Resolves once the page has loaded this screen; call it before the page opens. */
const loaded = ({ page }: ImpatientPerson, screen: string) =>
  page.waitForEvent('requestfinished', (request) => request.url().includes(`/assets/${screen}-`));
/** Resolves once the page has loaded everything that it loads while it is idle; call it before the page opens. */
const isComplete = (person: ImpatientPerson) => loaded(person, 'NotFound');

/** Hides the page, shows it six minutes later, and waits until it has asked for the build of its server. */
async function isAwayForMinutes(person: ImpatientPerson): Promise<void> {
  const { page } = person;
  await person.setsVisibility('hidden');
  await page.clock.fastForward(6 * MINUTE);
  const answer = page.waitForResponse('**/version.json');
  await person.setsVisibility('visible');
  await answer;
}

const isNew = ({ page }: ImpatientPerson) =>
  page.locator(`meta[name=build][content$="${NEW_BUILD}"]`).waitFor({ state: 'attached' });
const opensOrders = ({ page }: ImpatientPerson) => page.getByRole('link', { name: copy.titles.orderList }).tap();

/** Resolves once the page has asked for the build of its server, as it does each time a file is missing. */
const asksForTheBuild = ({ page }: ImpatientPerson) => page.waitForResponse('**/version.json');

/** Counts from now on, until the page reloads, how often the page says that a screen failed. */
async function failuresSeen({ page }: ImpatientPerson): Promise<() => Promise<number>> {
  let seen = 0;
  await page.exposeFunction('failureSeen', () => (seen += 1));
  await page.evaluate((title) => {
    const { failureSeen } = window as unknown as { failureSeen: () => void };
    new MutationObserver(() => {
      if (document.body.innerText.includes(title)) failureSeen();
    }).observe(document.body, { childList: true, subtree: true });
  }, copy.screenFailed.title);
  return () => Promise.resolve(seen);
}

/** Shows the page again after its screen has failed, and waits until it has failed once more. */
async function failsAgain(person: ImpatientPerson): Promise<void> {
  await person.seesText(copy.screenFailed.title);
  const failed = asksForTheBuild(person);
  await person.hidesAndShows();
  await failed;
  await person.seesText(copy.screenFailed.title);
}

/** Opens the page with everything but the orders, as if `change` of its server came before the page was idle. */
async function opensWithoutOrders(person: ImpatientPerson, change: () => void): Promise<void> {
  const { page } = person;
  await page.route(`**/${ORDERS}*.js`, (route) => route.abort());
  const refused = page.waitForEvent('requestfailed', (request) => request.url().includes(ORDERS));
  const hasAskedForTheBuild = asksForTheBuild(person);
  await person.arrives('ordinary', '/my');
  await Promise.all([refused, hasAskedForTheBuild]);
  change();
  await page.unrouteAll({ behavior: 'wait' });
}

describe.concurrent('a new build that is deployed under an open page', () => {
  test(
    'An open page goes on, offers the update when it is shown again, and keeps the feedback that was being typed',
    visit({}, async ({ person, site }) => {
      const { page } = person;
      const content = page.getByLabel(copy.feedback.content);
      const complete = isComplete(person);
      await person.arrives('ordinary', '/my/feedback');
      await complete;
      await content.fill('机器有异响');
      site.deploy();
      await isAwayForMinutes(person);
      await person.seesText(ready);
      expect(await content.inputValue()).toBe('机器有异响');
      const completeAgain = isComplete(person);
      await person.button(now).tap();
      await isNew(person);
      expect(await content.inputValue()).toBe('机器有异响');
      await completeAgain;
      await isAwayForMinutes(person);
      expect(await page.getByText(ready).count()).toBe(0);
    }),
  );

  test(
    'A treatment goes on, offers nothing and can be stopped; the offer comes after it',
    visit({ stops: 1 }, async ({ person, site, world, loads }) => {
      const complete = isComplete(person);
      await person.isInTheMiddleOfATreatment();
      await complete;
      site.deploy();
      await world.passes(6 * MINUTE);
      await isAwayForMinutes(person);
      await person.hasBeenTreatedFor(11);
      expect(await person.page.getByText(ready).count()).toBe(0);
      await person.button(copy.treatment.stop).tap();
      await person.button(copy.common.confirm).tap();
      await person.comesTo('/modeMenu');
      await person.seesText(ready);
      expect(loads()).toBe(1);
    }),
  );

  test(
    'A screen whose file is gone opens after one reload',
    visit({}, async ({ person, site, loads }) => {
      await opensWithoutOrders(person, () => site.deploy());
      const failures = await failuresSeen(person);
      const isReachable = person.page.waitForResponse('**/app-config.json');
      await person.page.route('**/version.json', async (route) => {
        await isReachable;
        await route.continue();
      });
      await opensOrders(person);
      await isNew(person);
      expect(await failures()).toBe(0);
      await person.page.getByRole('heading', { name: copy.titles.orderList }).waitFor();
      await person.comesTo('/my/orderList');
      expect(loads()).toBe(2);
    }),
  );

  test(
    'A screen whose file is gone shows the failure, and the page reloads once, whatever version.json says',
    visit({}, async ({ person, site, loads }) => {
      await opensWithoutOrders(person, () => site.remove(ORDERS));
      site.write('version.json', '<html>');
      await opensOrders(person);
      await failsAgain(person);
      site.remove('version.json');
      await failsAgain(person);
      expect(loads()).toBe(1);
      // The new version.json comes before the new index.html.
      site.deployVersion();
      const failed = asksForTheBuild(person);
      await person.hidesAndShows();
      await failed;
      await until(
        () => Promise.resolve(loads()),
        (count) => count === 2,
      );
      await failsAgain(person);
      await failsAgain(person);
      expect(loads()).toBe(2);
      // The new build misses the same file.
      site.deploy();
      site.remove(ORDERS);
      await person.button(now).tap();
      await isNew(person);
      await failsAgain(person);
      await failsAgain(person);
      expect(loads()).toBe(3);
    }),
  );
});
