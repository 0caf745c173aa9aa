import type { BrowserContext } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listDevices, readLatest } from '../../src/core/device/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import { RENTED, type World } from '../helpers/world.ts';
import { personFixture } from './person-fixture.ts';
import type { ImpatientPerson } from './impatient-person.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const STATE = readLatest.path;
const DEVICES = listDevices.path;

const withPerson = personFixture();

/** Records when the page receives the event `sign`. The result resolves to the milliseconds until the next request to `path`. */
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

/** Pauses all scripts of the page, with timers and messages, until the result is called. */
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
  'A page whose configuration never loads reports after 8 s that the network is unavailable, and starts on retry',
  withPerson(
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
  'A treatment screen that cannot start says that the device may still run',
  withPerson({}, async (person) => {
    await person.isInTheMiddleOfATreatment();
    await person.page.route('**/app-config.json', (route) => route.abort());
    await person.page.reload();
    await person.seesText(copy.problems.network);
    await person.seesText(copy.safety.mayStillRun);
  }),
);

test(
  'Any screen that cannot start says after a start from this phone that the device may still run, and not before',
  withPerson({ ...RENTED, starts: 1 }, async (person) => {
    const opensWithoutConfiguration = async () => {
      await person.page.route('**/app-config.json', (route) => route.abort());
      await person.arrives('ordinary', '/my');
      await person.seesText(copy.problems.network);
    };
    await opensWithoutConfiguration();
    await person.seesNoText(copy.safety.mayStillRun);
    await person.page.unroute('**/app-config.json');
    await person.arrives('ordinary', '/?sno=PL10001');
    await person.rentsAndStartsByRepeatedTaps();
    await opensWithoutConfiguration();
    await person.seesText(copy.safety.mayStillRun);
  }),
);

test(
  'A page in English whose configuration and texts never load says so all the same',
  withPerson(
    {},
    async (person, world) => {
      const { page } = person;
      await page.route('**/app-config.json', () => new Promise(() => {}));
      await page.route('**/assets/en-*.js', () => new Promise(() => {}));
      const asked = page.waitForRequest('**/app-config.json');
      const link = new URL((await world.user('ordinary')).entryLink, world.url);
      link.searchParams.set('lang', 'en');
      await page.goto(link.href, { waitUntil: 'commit' });
      await asked;
      await page.clock.fastForward(8 * SECOND);
      await page.getByText(copy.problems.network).waitFor();
    },
    { clock: true },
  ),
);

test(
  'A page whose scripts are still loading shows the logo',
  withPerson({}, async (person, world) => {
    await person.page.route('**/assets/*.js', () => new Promise(() => {}));
    await person.page.goto(world.url, { waitUntil: 'commit' });
    await person.page.locator('main[aria-busy] svg').waitFor();
  }),
);

describe('a page that resumes', () => {
  test(
    'A page that the phone had frozen sends new requests within a second and has counted the minutes',
    withPerson({}, async (person, world) => {
      await person.isInTheMiddleOfATreatment();
      await person.setsVisibility('hidden');
      const thaw = await frozen(person);
      await world.passes(10 * MINUTE);
      await thaw();
      const asked = await noting(person, 'visibilitychange', STATE);
      await person.setsVisibility('visible');
      expect(await asked()).toBeLessThanOrEqual(SECOND);
      await person.hasBeenTreatedFor(15);
    }),
  );

  test(
    'A page that was in the background sends new requests within a second',
    withPerson({}, async (person, world) => {
      await person.isInTheMiddleOfATreatment();
      await person.setsVisibility('hidden');
      await world.passes(3 * MINUTE);
      const asked = await noting(person, 'visibilitychange', STATE);
      await person.setsVisibility('visible');
      expect(await asked()).toBeLessThanOrEqual(SECOND);
      await person.hasBeenTreatedFor(8);
    }),
  );

  test(
    'A page restored from the back-forward cache sends new requests within a second',
    withPerson({}, async (person, world) => {
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
    'A page that is online again sends new requests within a second; while offline it reports the problem and offers the stop button',
    withPerson({}, async (person, world) => {
      await person.isInTheMiddleOfATreatment();
      const context = person.page.context();
      await context.setOffline(true);
      await world.passes(2 * MINUTE);
      await person.hidesAndShows();
      await person.seesText(copy.problems.network);
      await person.button(copy.treatment.stop).tap({ trial: true });
      const asked = await noting(person, 'online', STATE);
      await context.setOffline(false);
      expect(await asked()).toBeLessThanOrEqual(SECOND);
      await person.seesNoText(copy.problems.network);
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

describe.concurrent('a phone without storage', () => {
  test.each([
    ['is full', full],
    ['is denied', forbidden],
  ])('A phone whose storage %s rents, pays, starts and stops, each once', (_, phone) =>
    withPerson(
      { ...RENTED, starts: 1, stops: 1 },
      async (person, world) => {
        await person.arrives('ordinary', '/?sno=PL10001');
        await person.rentsAndStartsByRepeatedTaps();
        await world.passes(2 * MINUTE);
        await person.hasBeenTreatedFor(2);
        await person.button(copy.treatment.stop).tap();
        await person.button(copy.common.confirm).tap();
        await person.comesTo('/modeMenu');
        await person.seesText(copy.treatment.stopped);
      },
      { phone },
    )(),
  );

  test(
    'A phone without storage reports after a reload that the user is no longer known',
    withPerson(
      {},
      async (person) => {
        await person.arrives('leaser', '/my?tab=device');
        await person.seesText(copy.my.online);
        await person.page.reload();
        await person.seesText(copy.session.enterFromWeChat);
      },
      { phone: full },
    ),
  );
});

describe.concurrent('a phone with a wrong clock', () => {
  test.each([
    ['a day ahead', DAY],
    ['a day behind', -DAY],
    ['ten minutes ahead', 10 * MINUTE],
  ])('A phone whose clock is %s shows correct days, minutes and times', (_, ahead) =>
    withPerson({}, async (person) => {
      const left = await daysLeft(person);
      await person.page.context().clock.install({ time: Date.now() + ahead });
      await until(
        () => daysLeft(person),
        (days) => days === left,
      ); // the server’s Date header has no fraction of a second
      await person.arrives('card', '/?sno=PL10005');
      await person.hasBeenTreatedFor(5);
      const end = await person.page.getByText(numbered(copy.treatment.endsAt('0:0'))).innerText();
      expect(
        [25, 24, 23, 22].map((minutes) => copy.treatment.endsAt(inChina(Date.now() + minutes * MINUTE))),
      ).toContain(end);
    })(),
  );

  test(
    'A phone whose clock is wrong by a day rents, starts, waits for a code and returns like any other',
    withPerson(
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

describe.concurrent('two pages of one user', () => {
  test(
    'Two pages keep a last device each, and a page that was not opened from WeChat has no user',
    withPerson({}, async (person, world) => {
      await person.arrives('leaser', '/?sno=PL10003');
      await person.comesTo('/modeMenu');
      const { page } = person;
      const other = await page.context().newPage();
      await other.goto(new URL('/my', page.url()).href);
      await other.getByText(copy.session.enterFromWeChat).waitFor();
      const link = await entry(world, 'leaser');
      await other.goto(new URL(`/?sno=PL10001&${link}`, page.url()).href);
      await other.waitForURL((url) => url.pathname !== '/');
      const lastDevice = (one: typeof page) =>
        one.evaluate(() => {
          const key = Object.keys(sessionStorage).find((name) => name.endsWith('lastDevice')) ?? '';
          return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown;
        });
      await page.reload();
      expect([await lastDevice(page), await lastDevice(other)]).toEqual(['PL10003', 'PL10001']);
    }),
  );

  test(
    'Two pages both show the treatment that one of them started',
    withPerson({ starts: 1 }, async (person, world) => {
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

/** The query of a demo user’s entry link. */
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

/** Matches the words with any numbers in them. */
const numbered = (words: string) => new RegExp(`^${words.replaceAll('0', String.raw`\d+`)}$`);
const inChina = (instant: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' }).format(instant);
