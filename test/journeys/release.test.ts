import { describe, expect, test, vi } from 'vitest';
import { NO_EFFECTS, type EffectCounts } from '../../sandbox/world/effects.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { DeployedSite, NEW_BUILD } from '../helpers/deployed-site.ts';
import type { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';
import { ImpatientPerson } from './impatient-person.ts';
import { takeNewPhone } from './phones.ts';

const MINUTE = 60_000;
/** `expect.poll` does not know which of the tests that run at the same time calls it. */
const LONGEST = { timeout: 20_000 };
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
describe.concurrent('a new build that is deployed under an open page', () => {
  test(
    'An open page goes on, offers the update when it is shown again, and keeps the feedback that was being typed',
    visit({}, async ({ person, site }) => {
      const { page } = person;
      const content = page.getByLabel(copy.feedback.content);
      await person.arrives('ordinary', '/my/feedback');
      await content.fill('机器有异响');
      site.deploy();
      await isAwayForMinutes(person);
      await person.seesText(ready);
      await vi.waitFor(async () => expect(await content.inputValue()).toBe('机器有异响'), LONGEST);
      await person.button(now).tap();
      await isNew(person);
      await vi.waitFor(async () => expect(await content.inputValue()).toBe('机器有异响'), LONGEST);
      await isAwayForMinutes(person);
      expect(await page.getByText(ready).count()).toBe(0);
    }),
  );

  test(
    'A treatment goes on, offers nothing and can be stopped; the offer comes after it',
    visit({ stops: 1 }, async ({ person, site, world, loads }) => {
      await person.isInTheMiddleOfATreatment();
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
});
