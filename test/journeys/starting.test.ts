import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english } from '../../src/ui/copy/en.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { startChromium } from '../helpers/chromium.ts';
import { World } from '../helpers/world.ts';

const SCRIPT = '**/assets/index-*.js';

let world: World;
// No script has taken the token out of the address yet, so this browser does not look for it there.
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([World.start({ page: true }), startChromium()]);
});
afterAll(() => Promise.all([browser.close(), world.close()]));

/** A phone that has not yet opened a device of its card, and the opening. */
async function phone(): Promise<{ page: Page; opens: () => Promise<unknown> }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const { entryLink } = await world.user('card');
  const address = `${new URL(entryLink, world.url).href}&sno=PL10001&weixin=off`;
  return { page, opens: () => page.goto(address, { waitUntil: 'commit' }) };
}

const comesToTheModes = (page: Page) => page.getByText(copy.modes.tiles.bio).first().waitFor();

/** Ends the delays of the styles below the element, as if their time had passed. */
const timePasses = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    for (const animation of element.getAnimations({ subtree: true }))
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  });

test('Until the scripts arrive, the page says in both languages that it starts, and later that the network is slow', async () => {
  const { page, opens } = await phone();
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(SCRIPT, (route) => released.then(() => route.continue()));
  await opens();
  const slow = page.locator('.starting-slow');
  await page.getByText(copy.entry.initializing).waitFor();
  await page.getByText(english.entry.initializing).waitFor();
  await slow.waitFor({ state: 'hidden' }); // as soon as the styles have come
  await timePasses(page, '.starting-words');
  await expect.poll(() => slow.innerText()).toBe(`${copy.common.slowNetwork}\n${english.common.slowNetwork}`);
  release();
  await comesToTheModes(page);
  await page.close();
});

test('A page whose scripts fail to load says so at once, and a retry opens it at the same device', async () => {
  const { page, opens } = await phone();
  await page.route(SCRIPT, (route) => route.abort());
  await opens();
  const failed = page.locator('.starting-failed');
  await page.locator('.starting-words').waitFor({ state: 'hidden' });
  await failed.waitFor({ state: 'visible' });
  await page.unroute(SCRIPT);
  await failed.getByRole('button', { name: `${copy.common.retry} ${english.common.retry}` }).tap();
  await comesToTheModes(page);
  await page.close();
});

test('A page without any of its files, because its <base> names another path, says only that it did not open', async () => {
  const { page, opens } = await phone();
  for (const files of ['**/assets/*', '**/starting.js']) await page.route(files, (route) => route.abort());
  await opens();
  await page.locator('.starting-failed').waitFor();
  expect(await page.locator('.starting-words').isVisible()).toBe(false);
  await page.close();
});

test('A phone that cannot read the scripts is told that the page did not open, not that the network is slow', async () => {
  const { page, opens } = await phone();
  await page.route(SCRIPT, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'class { not yet known }' }),
  );
  await opens();
  await page.locator('[data-failed] .starting-failed').waitFor();
  await page.locator('.starting-words').waitFor({ state: 'hidden' });
  await page.close();
});

test('A page whose scripts never come says so after half a minute', async () => {
  const { page, opens } = await phone();
  await page.route(SCRIPT, () => undefined);
  await opens();
  const failed = page.locator('.starting-failed');
  await failed.waitFor({ state: 'attached' });
  await page.getByText(copy.entry.initializing).first().waitFor();
  await failed.waitFor({ state: 'hidden' }); // as soon as the styles have come
  await timePasses(page, '.starting-failed');
  await failed.waitFor();
  await page.close();
});
