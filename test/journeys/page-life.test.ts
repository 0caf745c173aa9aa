import type { BrowserContext } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listDevices, readLatest } from '../../src/core/device/api.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { until } from '../helpers/until.ts';
import { RENTED, type World } from '../helpers/world.ts';
import { peopleAlone } from './alone.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const STATE = readLatest.path;
const DEVICES = listDevices.path;

const alone = peopleAlone();

/** From now on the page notes when it first hears `sign` that it is back; hands back how soon `path` was asked after that, in ms. */
async function noting(
  { page }: ImpatientPerson,
  sign: 'visibilitychange' | 'online' | 'pageshow',
  path: string,
): Promise<() => Promise<number>> {
  await page.evaluate((name) => {
    const note = () => Object.assign(window, { cameBackAt: performance.now() });
    (name === 'visibilitychange' ? document : window).addEventListener(name, note, { capture: true, once: true });
  }, sign);
  const look = (end: string) => {
    const SAME_INSTANT = 50;
    const { cameBackAt = Infinity } = window as { cameBackAt?: number };
    const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const answer = answers.find(({ name, startTime }) => name.endsWith(end) && startTime >= cameBackAt - SAME_INSTANT);
    return answer ? Math.max(0, answer.startTime - cameBackAt) : -1;
  };
  return () =>
    until(
      () => page.evaluate(look, path),
      (after) => after >= 0,
      10 * SECOND,
    );
}

/** Not a line of the page's script runs any more, no timer and no message, until it is thawed. */
async function frozen({ page }: ImpatientPerson): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Debugger.enable');
  const still = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  await devtools.send('Debugger.pause');
  await still;
  return async () => {
    await devtools.send('Debugger.resume');
    await devtools.detach();
  };
}

test(
  'a page whose configuration never comes says after 8 s that the network is not there, and comes up when it is tried again',
  alone(
    {},
    async (person, world) => {
      const { page } = person;
      await page.route('**/app-config.json', () => new Promise(() => {}));
      const asked = page.waitForRequest('**/app-config.json');
      await page.goto(`${world.url}${(await world.user('ordinary')).entryLink}`, { waitUntil: 'commit' });
      await asked;
      await page.clock.fastForward(8 * SECOND);
      await page.getByText(copy.problems.network).waitFor();
      await page.unroute('**/app-config.json');
      await page.getByRole('button', { name: copy.common.retry }).click();
      await page.getByRole('tab', { name: copy.my.accountTab }).waitFor();
    },
    { clock: true },
  ),
);

test(
  'a page whose scripts are still on their way shows the brand’s mark',
  alone({}, async (person, world) => {
    await person.page.route('**/assets/*.js', () => new Promise(() => {}));
    await person.page.goto(world.url, { waitUntil: 'commit' });
    await person.page.locator('main[aria-busy] svg').waitFor();
  }),
);

describe('a page that comes back', () => {
  test(
    'after the phone had frozen it, asks anew within a second and has counted the minutes',
    alone({}, async (person, world) => {
      await person.isInTheMiddleOfATreatment();
      await person.looks('away');
      const thaw = await frozen(person);
      await world.passes(10 * MINUTE);
      await thaw();
      const asked = await noting(person, 'visibilitychange', STATE);
      await person.looks('back');
      expect(await asked()).toBeLessThanOrEqual(SECOND);
      await person.hasBeenTreatedFor(15);
    }),
  );

  test(
    'after it was out of sight, asks anew within a second',
    alone({}, async (person, world) => {
      await person.isInTheMiddleOfATreatment();
      await person.looks('away');
      await world.passes(3 * MINUTE);
      const asked = await noting(person, 'visibilitychange', STATE);
      await person.looks('back');
      expect(await asked()).toBeLessThanOrEqual(SECOND);
      await person.hasBeenTreatedFor(8);
    }),
  );

  test(
    'from the browser’s memory, asks anew within a second',
    alone({}, async (person, world) => {
      await person.arrives('leaser', '/my?tab=device');
      const { name } = (await world.state()).devices.find(({ sno }) => sno === 'PL10003') ?? {};
      const card = person.page.locator('li', { hasText: name ?? '' });
      await card.getByText(copy.my.online, { exact: true }).waitFor();
      await world.device('PL10003', { online: false });
      const asked = await noting(person, 'pageshow', DEVICES);
      await person.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      expect(await asked()).toBeLessThanOrEqual(SECOND);
      await card.getByText(copy.my.offline, { exact: true }).waitFor();
    }),
  );

  test(
    'to the network, asks anew within a second; meanwhile it says what is wrong, and stopping is at hand',
    alone({}, async (person, world) => {
      await person.isInTheMiddleOfATreatment();
      const context = person.page.context();
      await context.setOffline(true);
      await world.passes(2 * MINUTE);
      await person.looksAwayAndBack();
      await person.says(copy.problems.network);
      await person.button(copy.treatment.stop).tap({ trial: true });
      const asked = await noting(person, 'online', STATE);
      await context.setOffline(false);
      expect(await asked()).toBeLessThanOrEqual(SECOND);
      await person.nothingSays(copy.problems.network);
      await person.hasBeenTreatedFor(7);
    }),
  );
});

const full = (context: BrowserContext) =>
  context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });

const forbidden = (context: BrowserContext) =>
  context.addInitScript(() => {
    for (const area of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });

describe.concurrent('a phone that keeps nothing', () => {
  test.each([
    ['has no room', full],
    ['forbids it', forbidden],
  ])('since it %s, lets one rent, pay, be treated and stop all the same, each once', (_, phone) =>
    alone(
      { ...RENTED, starts: 1, stops: 1 },
      async (person, world) => {
        await person.arrives('ordinary', '/?sno=PL10001');
        await person.hammers(await person.choosesPlan());
        await person.hammers(person.sheet('pay'));
        await person.hammers(person.button(copy.modes.tiles.bio));
        await person.isTreated('bio');
        await world.passes(2 * MINUTE);
        await person.hasBeenTreatedFor(2);
        await person.button(copy.treatment.stop).tap();
        await person.button(copy.common.confirm).tap();
        await person.comesTo('/modeMenu');
        await person.says(copy.treatment.stopped);
      },
      { phone },
    )(),
  );

  test(
    'says so plainly when it was reloaded and forgot who is here',
    alone(
      {},
      async (person) => {
        await person.arrives('leaser', '/my?tab=device');
        await person.says(copy.my.online);
        await person.page.reload();
        await person.says(copy.session.enterFromWeixin);
      },
      { phone: full },
    ),
  );
});

describe.concurrent('a phone whose clock is wrong', () => {
  test.each([
    ['a day ahead', DAY],
    ['a day behind', -DAY],
    ['ten minutes ahead', 10 * MINUTE],
  ])('by %s shows days, minutes and times as they are', (_, ahead) =>
    alone({}, async (person) => {
      const left = await daysLeft(person);
      await person.page.context().clock.install({ time: Date.now() + ahead });
      await until(
        () => daysLeft(person),
        (days) => days === left,
      ); // a server tells its time without the part of a second
      await person.arrives('card', '/?sno=PL10005');
      await person.hasBeenTreatedFor(5);
      const end = await person.page.getByText(numbered(copy.treatment.endsAt('0:0'))).innerText();
      expect(
        [25, 24, 23, 22].map((minutes) => copy.treatment.endsAt(inChina(Date.now() + minutes * MINUTE))),
      ).toContain(end);
    })(),
  );

  test(
    'by a day rents, starts, waits for a code and is led back like everybody else',
    alone(
      { ...RENTED, starts: 1 },
      async (person) => {
        await person.arrives('ordinary', '/login');
        await person.page.getByLabel(copy.login.mobile).fill('13912345678');
        await person.button(copy.login.askForCode).tap();
        await person.page
          .getByRole('button', { name: new RegExp(`^(${copy.login.seconds(60)}|${copy.login.seconds(59)})$`) })
          .waitFor();
        await person.arrives('ordinary', '/?sno=PL10001');
        await (await person.choosesPlan()).tap();
        await person.sheet('pay').tap();
        await person.button(copy.modes.tiles.bio).tap();
        await person.isTreated('bio');
        await person.arrives('ordinary', '/');
        await person.comesTo('/process');
        await person.hasBeenTreatedFor(0);
      },
      { phone: (context) => context.clock.install({ time: Date.now() + DAY }) },
    ),
  );
});

describe.concurrent('two pages of one person', () => {
  test(
    'each deal with their own device, and one that nobody sent from WeChat knows nobody',
    alone({}, async (person, world) => {
      await person.arrives('leaser', '/?sno=PL10003');
      await person.comesTo('/modeMenu');
      const { page } = person;
      const other = await page.context().newPage();
      await other.goto(new URL('/my', page.url()).href);
      await other.getByText(copy.session.enterFromWeixin).waitFor();
      const link = await entry(world, 'leaser');
      await other.goto(new URL(`/?sno=PL10001&${link}`, page.url()).href);
      await other.waitForURL((url) => url.pathname !== '/');
      const current = (one: typeof page) =>
        one.evaluate(
          () =>
            JSON.parse(sessionStorage.getItem('physiolease.session.currentDevice') ?? '{}') as {
              device?: { sno?: string };
            },
        );
      await page.reload();
      expect([(await current(page)).device?.sno, (await current(other)).device?.sno]).toEqual(['PL10003', 'PL10001']);
    }),
  );

  test(
    'both know of the treatment that one of them started',
    alone({ starts: 1 }, async (person, world) => {
      await person.arrives('leaser', '/?sno=PL10003');
      await person.button(copy.modes.tiles.bio).tap();
      await person.isTreated('bio');
      const other = await person.page.context().newPage();
      await other.goto(new URL(`/?${await entry(world, 'leaser')}`, person.page.url()).href);
      await other.waitForURL((url) => url.pathname === '/process');
      await other.getByRole('heading', { name: copy.modes.names.bio }).waitFor();
    }),
  );
});

/** What the link of a demo user says of who comes. */
async function entry(world: World, user: string): Promise<string> {
  const { entryLink } = await world.user(user);
  return new URL(entryLink, world.url).searchParams.toString();
}

async function daysLeft(person: ImpatientPerson): Promise<string> {
  await person.arrives('leaser', '/my?tab=device');
  return person.page
    .getByText(numbered(copy.my.remainingDays(0)))
    .first()
    .innerText();
}

/** Any words like these, whatever the numbers in them. */
const numbered = (words: string) => new RegExp(`^${words.replaceAll('0', String.raw`\d+`)}$`);
const inChina = (instant: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' }).format(instant);
