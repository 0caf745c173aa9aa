import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { startBrowser } from './browser-person.ts';
import { mainScreens } from './main-screens.ts';
import { Visitors } from './visitors.ts';

let browser: Browser;
let visitors: Visitors;
beforeAll(async () => {
  browser = await startBrowser();
  visitors = await Visitors.open(browser);
});
afterAll(async () => {
  await visitors.leave();
  await browser.close();
});

/** The bars above every screen load later than the screens that need no payment. */
const BARS = '#root > :first-child > [role=status]:first-child';

/** Replaces what differs from run to run: dates, times, and the minutes of a treatment that runs. */
const withoutTimes = (tree: string) =>
  tree
    .replaceAll(/\d{4}-\d{2}-\d{2}/g, 'YYYY-MM-DD')
    .replaceAll(/\b\d{2}-\d{2}(?= \d{2}:\d{2})/g, 'MM-DD')
    .replaceAll(/\d{2}:\d{2}(:\d{2})?/g, (time) => (time.length > 5 ? 'HH:mm:ss' : 'HH:mm'))
    .replaceAll(/(?<=已理疗[^\n]*\n\s*- strong: "?)\d+/g, 'N')
    .replaceAll(/(?<=剩余)\d+(?=分钟)/g, 'N')
    .replaceAll(/ZL\d+/g, 'ORDER');

test.concurrent.for(mainScreens)(
  'A screen reader finds on the screen “%s” what was reviewed last',
  async ([name, place], { expect }) => {
    await visitors.lead(async (visitor) => {
      await visitor.visits(place);
      await visitor.page.locator(BARS).waitFor({ state: 'attached' });
      const tree = withoutTimes(await visitor.page.locator('#root').ariaSnapshot());
      await expect(`${tree}\n`).toMatchFileSnapshot(path.resolve(`test/journeys/accessibility/${name}.txt`));
    });
  },
);
