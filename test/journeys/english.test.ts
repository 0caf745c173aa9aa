import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { english } from '../../src/ui/copy/en.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { World } from '../helpers/world.ts';
import { afterThisTest } from './failure-record.ts';
import { sharedBrowser } from './shared-browser.ts';

const shared = sharedBrowser();
let world: World;
beforeAll(async () => {
  world = await World.start({ page: true, brand: 'demo' });
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const SNO = 'PL10001';

async function opens(address: string, user = 'ordinary', missing?: string): Promise<{ page: Page; scripts: string[] }> {
  const context = await shared.browser.newContext({
    locale: 'en-GB',
    hasTouch: true,
    viewport: { width: 320, height: 844 },
  });
  afterThisTest(() => context.close());
  if (missing) await context.route(missing, (route) => route.abort());
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const { entryLink } = await world.user(user);
  await page.goto(`${world.url}${entryLink}&${address}`);
  return { page, scripts };
}

/** The Chinese on the screen that the server did not send. */
async function ownChinese(page: Page): Promise<string[]> {
  const { devices } = await world.state();
  const text = await page.evaluate(() => {
    const names = Array.from(document.querySelectorAll('[aria-label]'), (each) => each.getAttribute('aria-label'));
    return [document.title, document.body.innerText, ...names].join('\n');
  });
  const sent = [...devices.map(({ name }) => name), ...SERVER_WORDS];
  return sent.reduce((rest, word) => rest.replaceAll(word, ''), text).match(/\p{Script=Han}+/gu) ?? [];
}

/** The shops, places and plans that the demo server names. */
const SERVER_WORDS = ['安康理疗', '人民路店', '一楼大厅 1 号位', '按时长租赁 7天'];

const taps = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().tap();
const reads = async (page: Page, words: string | RegExp) => {
  await page.getByText(words).filter({ visible: true }).first().waitFor();
  expect(await ownChinese(page)).toEqual([]);
};

test('A customer who reads English rents, pays, treats and stops without a Chinese word of the app', async () => {
  const { page } = await opens(`pageType=device&lang=en`);
  await reads(page, english.my.rent);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.getByRole('tab').allInnerTexts()).toContain(english.my.onLease);
  await page.getByText(english.my.rent, { exact: true }).tap();
  await page.getByText('Choose a device, as if').waitFor();
  await page.locator(`[data-weixin-sno=${SNO}]`).tap();
  await reads(page, english.lease.uses);
  // The page ignores a second tap in the same place, which the scanner has just had.
  await vi.waitFor(
    async () => {
      await page.locator('label:has(input[name=plan])').nth(1).tap();
      expect(await page.locator('input[name=plan]').nth(1).isChecked()).toBe(true);
    },
    { timeout: 5_000, interval: 600 },
  );
  await taps(page, /^Pay ¥/);
  await reads(page, 'Pay now');
  await page.locator('[data-weixin=pay]').tap();
  await reads(page, english.payment.rentedUntil.trim());
  expect(await world.effects()).toMatchObject({ charges: 1, starts: 0 });
  await page.reload();
  await reads(page, english.modes.tiles.bio);
  await taps(page, new RegExp(english.modes.tiles.bio));
  await reads(page, 'Before your first treatment');
  await taps(page, english.modes.noticeRead);
  await reads(page, english.treatment.stop);
  // A second tap at the same place within half a second counts as none.
  await vi.waitFor(
    async () => {
      await taps(page, english.treatment.stop);
      await page.getByText(english.treatment.confirmStop).waitFor({ timeout: 500 });
    },
    { timeout: 5_000, interval: 600 },
  );
  await reads(page, english.treatment.confirmStop);
  await taps(page, english.common.confirm);
  await reads(page, english.treatment.stopped);
  expect(await world.effects()).toMatchObject({ charges: 1, starts: 1, stops: 1 });
});

test('The Chinese page requests no English text, and the English one requests it once', async () => {
  const english = (scripts: string[]) => scripts.filter((script) => /\/en-/.test(script)).length;
  const chinese = await opens('pageType=device', 'leaser');
  await chinese.page.getByText('租设备', { exact: true }).waitFor();
  await chinese.page.waitForLoadState('networkidle');
  expect(chinese.scripts.length).toBeGreaterThan(3);
  expect(english(chinese.scripts)).toBe(0);
  const other = await opens('pageType=device&lang=en', 'leaser');
  await other.page.getByText('Rent a device', { exact: true }).waitFor();
  expect(english(other.scripts)).toBe(1);
});

test('If the English texts cannot be fetched, the page opens in Chinese', async () => {
  const { page, scripts } = await opens('pageType=device&lang=en', 'ordinary', '**/assets/en-*.js');
  await page.getByText(copy.my.rent, { exact: true }).waitFor();
  expect(scripts.some((path) => path.includes('/assets/en-'))).toBe(true);
});
