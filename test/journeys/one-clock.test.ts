import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import { sharedBrowserAndWorld } from './shared-browser.ts';
import { afterThisTest } from './failure-record.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

const DAYS_LEFT = new RegExp(copy.my.remainingDays(0).replace('0', '(\\d+)'));

const shared = sharedBrowserAndWorld();

/** Days that the page’s clock is ahead according to `Date.now()` and to `new Date()`; third, the time of `new Date(5)`, which must stay 5. */
async function daysAhead(page: Page): Promise<number[]> {
  const [now = 0, made = 0, another = 0] = await page.evaluate(() => [
    Date.now(),
    new Date().getTime(),
    new Date(5).getTime(),
  ]);
  return [...[now, made].map((at) => Math.round((at - Date.now()) / DAY) + 0), another];
}

async function opens(context: BrowserContext, weixin: boolean): Promise<Page> {
  const page = await context.newPage();
  const { entryLink } = await shared.world.user('leaser');
  await page.goto(`${new URL(entryLink, shared.world.url).href}&pageType=device&weixin=${weixin ? 'on' : 'off'}`);
  await daysLeft(page);
  return page;
}

/** Days left of the lease that ends last, read from the page. */
const daysLeft = async (page: Page) => {
  const text = await until(
    () =>
      page
        .locator('main')
        .innerText()
        .catch(() => ''),
    (text) => DAYS_LEFT.test(text),
  );
  return Math.max(...Array.from(text.matchAll(new RegExp(DAYS_LEFT, 'g')), ([, days]) => Number(days)));
};

test.each([
  ['in WeChat', true],
  ['outside WeChat', false],
] as const)(
  'A day that the sandbox’s control page skips passes in open pages and in new ones, %s',
  async (_, weixin) => {
    const context = await shared.browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
    afterThisTest(() => context.close());
    const openPage = await opens(context, weixin);
    expect(await daysAhead(openPage)).toEqual([0, 0, 5]);
    const before = await daysLeft(openPage);
    const control = await context.newPage();
    await control.goto(`${shared.world.url}/__sandbox/#panel`);
    await control.getByRole('button', { name: '+1 天' }).click();
    await until(
      () => daysAhead(openPage),
      ([days]) => days === 1,
    );
    expect(await daysAhead(openPage)).toEqual([1, 1, 5]);
    await until(
      () => daysLeft(openPage),
      (days) => days === before - 1,
    );
    await openPage.reload();
    expect(await daysLeft(openPage)).toBe(before - 1);
    expect(await daysAhead(openPage)).toEqual([1, 1, 5]);
    control.on('dialog', (dialog) => void dialog.accept());
    await control.getByRole('button', { name: '全部重来' }).click();
    await until(
      () => daysAhead(openPage),
      ([days]) => days === 0,
    );
    const { now } = (await (await fetch(`${shared.world.url}/__sandbox/state`)).json()) as { now: number };
    expect(Math.abs(now - Date.now())).toBeLessThan(MINUTE);
    await control.close(); // the control page shows every user’s token
  },
);
