import type { BrowserContext } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listDevices, readLatest } from '../../src/core/device/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { RENTED } from '../helpers/world.ts';
import type { ImpatientPerson } from './impatient-person.ts';
import { withPerson } from './person-fixture.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Resolves once the page has sent its next call to this path. The page’s clock stands still, so no poll sends it. */
async function asksAtOnce({ page }: ImpatientPerson, path: string): Promise<() => Promise<unknown>> {
  await page.clock.pauseAt(Date.now() + SECOND);
  const asked = page.waitForRequest((request) => request.url().endsWith(path));
  return async () => {
    await asked;
    await page.clock.resume();
  };
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

describe.concurrent('a page that starts', () => {
  test(
    'A page whose configuration never loads reports after 8 s that the network is unavailable, and starts on retry',
    withPerson({}, async (person) => {
      const { page } = person;
      await page.route('**/app-config.json', () => new Promise(() => {}));
      const asked = page.waitForRequest('**/app-config.json');
      await person.arrives('ordinary');
      await asked;
      await page.clock.fastForward(8 * SECOND);
      await page.getByText(copy.problems.network).waitFor();
      await page.unroute('**/app-config.json');
      await page.getByRole('button', { name: copy.common.retry }).click();
      await page.getByRole('tab', { name: copy.my.accountTab }).waitFor();
    }),
  );

  test(
    'Any screen that cannot start says after a start from this phone that the device may still run, and not before',
    withPerson({ starts: 1 }, async (person) => {
      const opensWithoutConfiguration = async () => {
        await person.page.route('**/app-config.json', (route) => route.abort());
        await person.arrives('leaser', '/my');
        await person.seesText(copy.problems.network);
      };
      await opensWithoutConfiguration();
      await person.seesNoText(copy.safety.mayStillRun);
      await person.page.unroute('**/app-config.json');
      await person.arrives('leaser', '/?sno=PL10003');
      await person.button(copy.modes.tiles.bio).tap();
      await person.isTreated('bio');
      await opensWithoutConfiguration();
      await person.seesText(copy.safety.mayStillRun);
    }),
  );

  test(
    'A page whose scripts are still loading shows the logo',
    withPerson({}, async (person, world) => {
      await person.page.route('**/assets/*.js', () => new Promise(() => {}));
      await person.page.goto(world.url, { waitUntil: 'commit' });
      await person.page.locator('main[aria-busy] svg').waitFor();
    }),
  );
});

describe.concurrent('a page that resumes', () => {
  test(
    'A page that the phone had frozen in the background asks at once for the state, and has counted the minutes',
    withPerson({}, async (person, world) => {
      await person.isInTheMiddleOfATreatment();
      await person.setsVisibility('hidden');
      const thaw = await frozen(person);
      await world.passes(10 * MINUTE);
      await thaw();
      const asked = await asksAtOnce(person, readLatest.path);
      await person.setsVisibility('visible');
      await asked();
      await person.hasBeenTreatedFor(15);
    }),
  );

  test(
    'A page restored from the back-forward cache asks at once for its list',
    withPerson({}, async (person, world) => {
      await person.arrives('leaser', '/my?tab=device');
      const { name } = (await world.state()).devices.find(({ sno }) => sno === 'PL10003') ?? {};
      const card = person.page.locator('li', { hasText: name ?? '' });
      await card.getByText(copy.my.online, { exact: true }).waitFor();
      await world.device('PL10003', { online: false });
      const asked = await asksAtOnce(person, listDevices.path);
      await person.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
      await asked();
      await card.getByText(copy.my.offline, { exact: true }).waitFor();
    }),
  );

  test(
    'A page that is offline reports the problem and offers the stop button; online again it asks at once for the state',
    withPerson({}, async (person, world) => {
      await person.isInTheMiddleOfATreatment();
      const context = person.page.context();
      await context.setOffline(true);
      await world.passes(2 * MINUTE);
      await person.hidesAndShows();
      await person.seesText(copy.problems.network);
      await person.button(copy.treatment.stop).tap({ trial: true });
      const asked = await asksAtOnce(person, readLatest.path);
      await context.setOffline(false);
      await asked();
      await person.seesNoText(copy.problems.network);
      await person.hasBeenTreatedFor(7);
    }),
  );
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

describe.concurrent('a phone of its own kind', () => {
  test(
    'A phone whose storage is denied rents, pays, starts and stops, each once, and knows its user no more after a reload',
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
        await person.page.reload();
        await person.seesText(copy.session.enterFromWeChat);
      },
      { change: forbidden },
    ),
  );

  test(
    'A phone whose clock is wrong by a day rents, starts, waits for a code, returns and counts like any other',
    withPerson(
      { ...RENTED, starts: 1 },
      async (person, world) => {
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
        await world.passes(5 * MINUTE);
        await person.arrives('ordinary', '/');
        await person.comesTo('/process');
        await person.hasBeenTreatedFor(5);
        await person.seesTheEndIn(30);
      },
      { time: Date.now() + DAY },
    ),
  );

  test(
    'Two pages keep a last device each, and both show the treatment that one of them started; a page that was not opened from WeChat has no user',
    withPerson({ starts: 1 }, async (person, world) => {
      await person.arrives('leaser', '/?sno=PL10003');
      await person.comesTo('/modeMenu');
      const other = await person.opensAnotherPage();
      await other.page.goto(`${world.url}/my`);
      await other.seesText(copy.session.enterFromWeChat);
      await other.arrives('leaser', '/?sno=PL10001');
      await other.page.waitForURL(({ pathname }) => pathname !== '/');
      const lastDevice = ({ page }: ImpatientPerson) =>
        page.evaluate(() => {
          const key = Object.keys(sessionStorage).find((name) => name.endsWith('lastDevice')) ?? '';
          return JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown;
        });
      await person.page.reload();
      expect([await lastDevice(person), await lastDevice(other)]).toEqual(['PL10003', 'PL10001']);
      await person.button(copy.modes.tiles.bio).tap();
      await person.isTreated('bio');
      await other.arrives('leaser');
      await other.comesTo('/process');
      await other.isTreated('bio');
    }),
  );
});
