import { describe, expect, test } from 'vitest';
import type { BrowserPerson } from '../journeys/browser-person.ts';
import { until } from '../helpers/until.ts';
import { getDetail, readLatest } from '../../src/core/device/api.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { keys } from './web-driver.ts';
import { webkitAndWorld } from './webkit-and-world.ts';
import type { WebKitPage } from './webkit-page.ts';

const MINUTE = 60_000;
const DOUBLE_TAP_MS = 80;
const SOON = 2_000;

const { webkit, world } = await webkitAndWorld();

/** Runs a test as one person in a new window. */
function withPerson(
  run: (person: BrowserPerson, page: WebKitPage) => Promise<void>,
  options: { weixin?: boolean } = {},
): () => Promise<void> {
  return async () => {
    const { person, page } = await webkit.opensPerson(world, options);
    try {
      await run(person, page);
    } finally {
      await person.leaves();
    }
  };
}

/** The screenshot once two in a row are the same. */
async function stableScreenshot(page: WebKitPage): Promise<string> {
  let before: string | undefined;
  let now: string | undefined;
  await until(
    async () => {
      [before, now] = [now, await page.window.picture()];
    },
    () => before === now,
  );
  return now ?? '';
}

const nameInFocus = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

describe('stored data', () => {
  test(
    'A session survives a reload, and its token is not in the address',
    withPerson(async (person, page) => {
      await person.arrives('leaser', 'PL10003');
      expect(await page.evaluate(() => location.search)).not.toMatch(/accessToken|openid|signature/);
      await page.reload();
      expect(await person.waitsFor({ see: 'modes' })).toEqual({ see: 'modes' });
      expect(await page.evaluate(() => Object.keys(localStorage).every((key) => key.startsWith('physiolease.')))).toBe(
        true,
      );
    }),
  );

  test(
    'A new window has no stored data',
    withPerson(async (_, page) => {
      await page.goto(`${world.url}/my`);
      await page.getByText(copy.session.enterFromWeChat).waitFor();
    }),
  );
});

test(
  'A page shows the elapsed time after back navigation',
  withPerson(async (person, page) => {
    await person.arrives('leaser', 'PL10003');
    await person.starts('bio');
    await page.goto(`${world.url}/__sandbox/#panel`);
    await world.passes(5 * MINUTE);
    await page.goBack();
    await until(
      () => page.locator('strong').first().innerText(),
      (minutes) => minutes === '5',
      SOON,
    );
  }),
);

test(
  'A device’s reports arrive on the run channel without polling',
  withPerson(async (person) => {
    await person.arrives('leaser', 'PL10003');
    await person.starts('bio');
    for (const path of [getDetail.path, readLatest.path]) await world.fault({ path, kind: 'refuse', times: 99 });
    await world.device('PL10003', { online: false });
    expect(await person.waitsFor({ see: 'device offline' })).toEqual({ see: 'device offline' });
  }),
);

describe('a dialog', () => {
  test(
    'A dialog takes the focus, keeps it and returns it',
    withPerson(async (person, page) => {
      await person.arrives('leaser', 'PL10003');
      await person.starts('bio');
      await page.getByRole('button', { name: copy.treatment.stop, exact: true }).tap();
      await page.getByRole('alertdialog').waitFor();
      const reached: (string | null | undefined)[] = [await page.evaluate(nameInFocus)];
      for (let times = 0; times < 3; times += 1) {
        await page.window.presses(keys.tab);
        reached.push(await page.evaluate(nameInFocus));
      }
      const { back, confirm } = copy.common;
      expect(reached).toEqual([expect.stringContaining(copy.treatment.confirmStop), back, confirm, back]);
      await page.getByRole('button', { name: back, exact: true }).tap();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(nameInFocus)).toBe(copy.treatment.stop);
    }),
  );

  test(
    'The dialog of an expired session makes the page below inert',
    withPerson(async (person, page) => {
      await person.arrives('ordinary');
      await world.fault({ path: listLeaseOrders.path, kind: 'http', status: 401 });
      await page.getByRole('tab', { name: copy.my.accountTab, exact: true }).tap();
      await page.getByRole('link', { name: copy.titles.orderList }).tap();
      await page.getByText(copy.session.expired).waitFor();
      for (let times = 0; times < 3; times += 1) {
        await page.window.presses(keys.tab);
        expect(await page.evaluate(() => document.activeElement?.closest('[inert]') ?? null)).toBeNull();
      }
    }),
  );
});

describe('a second tap', () => {
  test(
    'A second tap does not press the element that moved under the finger',
    withPerson(async (person, page) => {
      await person.arrives('leaser', 'PL10003');
      await person.opensCustom();
      await page.getByRole('button', { name: copy.custom.duration }).tap();
      const place = await page.getByRole('button', { name: copy.common.confirm, exact: true }).middle();
      await page.window.taps([place, place], DOUBLE_TAP_MS);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.waitForLoadState();
      expect(await page.evaluate(() => location.pathname)).toBe('/custom');
      expect((await world.effects()).starts).toBe(0);
    }),
  );

  test(
    'A second tap can press another element at once',
    withPerson(async (person, page) => {
      await person.arrives('ordinary', 'PL10001');
      const tab = (name: string) => page.getByRole('tab', { name });
      const [uses, duration] = [await tab(copy.lease.uses).middle(), await tab(copy.lease.duration).middle()];
      await page.window.taps([uses, duration, uses], DOUBLE_TAP_MS);
      await until(
        () => tab(copy.lease.uses).evaluate((each) => each.getAttribute('aria-selected')),
        (selected) => selected === 'true',
      );
      await page.window.taps([duration], DOUBLE_TAP_MS);
      await until(
        () => tab(copy.lease.duration).evaluate((each) => each.getAttribute('aria-selected')),
        (selected) => selected === 'true',
      );
    }),
  );
});

test(
  'Without a camera, the user can type the device number',
  withPerson(
    async (person) => {
      await person.arrives('ordinary');
      expect(await person.typesTheNumber('PL10008')).toEqual({ see: 'notice', reason: 'locked' });
    },
    { weixin: false },
  ),
);

describe('a wheel picker', () => {
  test(
    'A wheel picker changes by keys, and the screen shows the confirmed value',
    withPerson(async (person, page) => {
      await person.arrives('leaser', 'PL10003');
      await person.opensCustom();
      await page.getByRole('button', { name: copy.custom.duration }).tap();
      const wheel = page.getByRole('spinbutton', { name: copy.custom.duration });
      await wheel.evaluate((each) => (each as HTMLElement).focus());
      await page.window.presses(keys.down);
      await until(
        () => wheel.evaluate((each) => each.getAttribute('aria-valuetext')),
        (said) => said === copy.treatment.minutes(40),
      );
      await page.getByRole('button', { name: copy.common.confirm, exact: true }).tap();
      await page.getByText(copy.treatment.minutes(40)).waitFor();
    }),
  );

  test(
    'A wheel picker shows the values before and after the choice',
    withPerson(async (person, page) => {
      await person.arrives('leaser', 'PL10003');
      await person.opensCustom();
      await page.getByRole('button', { name: copy.custom.function }).tap();
      await page.getByRole('spinbutton').first().waitFor();
      const hide = (index: number) =>
        page.evaluate(
          (each) =>
            document
              .querySelector<HTMLElement>(`[data-rwp-option][data-index="${each}"]`)
              ?.style.setProperty('opacity', '0'),
          index,
        );
      const all = await stableScreenshot(page);
      await hide(1);
      const withoutBefore = await stableScreenshot(page);
      expect(withoutBefore === all).toBe(false);
      await hide(3);
      expect((await stableScreenshot(page)) === withoutBefore).toBe(false);
    }),
  );
});

describe('the problem recorder', () => {
  test.each([
    [
      'an uncaught error',
      (): void => void setTimeout(() => (globalThis as unknown as { nowhere: () => void }).nowhere(), 0),
      /uncaught: .*nowhere/,
    ],
    [
      'an unhandled rejection',
      (): void => void Promise.reject(new Error('broken promise')),
      /unhandled: .*broken promise/,
    ],
    ['a console message', (): void => globalThis.console.error('said aloud'), /console\.error: said aloud/],
    [
      'a script that the content security policy refuses',
      (): void =>
        document.head.append(Object.assign(document.createElement('script'), { src: 'https://example.invalid/x.js' })),
      /refused by script-src/,
    ],
  ] as const)('A journey in WebKit fails on %s', async (_, happens, words) => {
    const { person, page } = await webkit.opensPerson(world);
    await person.arrives('ordinary');
    await page.evaluate(happens);
    await until(
      () => page.evaluate(() => sessionStorage.getItem('recordedProblems') ?? ''),
      (problems) => words.test(problems),
    );
    await expect(person.leaves()).rejects.toThrow(words);
  });
});
