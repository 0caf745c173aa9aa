import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import { takePhone } from './phones.ts';

const DAY = 86_400_000;
const DAYS_LEFT = new RegExp(copy.my.remainingDays(0).replace('0', '(\\d+)'));

/** Days that the page’s clock is ahead according to `Date.now()` and to `new Date()`; third, the time of `new Date(5)`, which must stay 5. */
async function daysAhead(page: Page): Promise<number[]> {
  const [now = 0, made = 0, another = 0] = await page.evaluate(() => [
    Date.now(),
    new Date().getTime(),
    new Date(5).getTime(),
  ]);
  return [...[now, made].map((at) => Math.round((at - Date.now()) / DAY) + 0), another];
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

test('A day that the sandbox’s control page skips passes in open pages and in new ones, until the world begins again', async () => {
  const { context, page, world } = await takePhone();
  const { entryLink } = await world.user('leaser');
  await page.goto(`${new URL(entryLink, world.url).href}&pageType=device`);
  const before = await daysLeft(page);
  expect(await daysAhead(page)).toEqual([0, 0, 5]);
  const control = await context.newPage();
  await control.goto(`${world.url}/__sandbox/#panel`);
  await control.getByRole('button', { name: '+1 天' }).click();
  await until(
    () => daysAhead(page),
    ([days]) => days === 1,
  );
  expect(await daysAhead(page)).toEqual([1, 1, 5]);
  await until(
    () => daysLeft(page),
    (days) => days === before - 1,
  );
  await page.reload();
  expect(await daysLeft(page)).toBe(before - 1);
  expect(await daysAhead(page)).toEqual([1, 1, 5]);
  control.on('dialog', (dialog) => void dialog.accept());
  await control.getByRole('button', { name: '全部重来' }).click();
  await until(
    () => daysAhead(page),
    ([days]) => days === 0,
  );
  await control.close(); // the control page shows every user’s token
});
