import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { english } from '../../src/ui/copy/en.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import type { World } from '../helpers/world.ts';
import { takeNewPhone } from './phones.ts';

const SNO = 'PL10001';

/** Opens the devices of a demo user on an English phone. */
async function opens(
  query = '',
): Promise<{ page: Page; world: World; englishTexts: string[]; again: (query: string) => Promise<unknown> }> {
  const { page, world } = await takeNewPhone({ brand: 'demo', locale: 'en-GB', width: 320 });
  const englishTexts: string[] = [];
  page.on('request', (request) => request.url().includes('/assets/en-') && englishTexts.push(request.url()));
  const { entryLink } = await world.user('ordinary');
  const again = (changed: string) => page.goto(`${world.url}${entryLink}&pageType=device${changed}`);
  await again(query);
  return { page, world, englishTexts, again };
}

/** The Chinese on the screen that the server did not send. */
async function ownChinese(page: Page, world: World): Promise<string[]> {
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

test.concurrent('A customer who reads English rents, pays, treats and stops without a Chinese word of the app', async () => {
  const { page, world } = await opens('&lang=en');
  const reads = async (words: string | RegExp) => {
    await page.getByText(words).filter({ visible: true }).first().waitFor();
    expect(await ownChinese(page, world)).toEqual([]);
  };
  await reads(english.my.rent);
  await page.locator('html[lang=en]').waitFor();
  await page.getByRole('tab', { name: english.my.onLease, exact: true }).waitFor();
  await page.getByText(english.my.rent, { exact: true }).tap();
  await page.getByText('Choose a device, as if').waitFor();
  await page.locator(`[data-weixin-sno=${SNO}]`).tap();
  await reads(english.lease.uses);
  // The page ignores a second tap in the same place, which the scanner has just had.
  await vi.waitFor(
    async () => {
      await page.locator('label:has(input[name=plan])').nth(1).tap();
      expect(await page.locator('input[name=plan]').nth(1).isChecked()).toBe(true);
    },
    { timeout: 5_000, interval: 600 },
  );
  await taps(page, /^Pay ¥/);
  await reads('Pay now');
  await page.locator('[data-weixin=pay]').tap();
  await reads(english.payment.rentedUntil.trim());
  expect(await world.effects()).toMatchObject({ charges: 1, starts: 0 });
  await page.reload();
  await reads(english.modes.tiles.bio);
  await taps(page, new RegExp(english.modes.tiles.bio));
  await reads('Before your first treatment');
  await taps(page, english.modes.noticeRead);
  await reads(english.treatment.stop);
  // A second tap at the same place within half a second counts as none.
  await vi.waitFor(
    async () => {
      await taps(page, english.treatment.stop);
      await page.getByText(english.treatment.confirmStop).waitFor({ timeout: 500 });
    },
    { timeout: 5_000, interval: 600 },
  );
  await reads(english.treatment.confirmStop);
  await taps(page, english.common.confirm);
  await reads(english.treatment.stopped);
  expect(await world.effects()).toMatchObject({ charges: 1, starts: 1, stops: 1 });
});

test.concurrent('The Chinese page requests no English text, the English one requests it once, and opens in Chinese if it cannot be fetched', async () => {
  const { page, englishTexts, again } = await opens();
  await page.getByText(copy.my.rent, { exact: true }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(englishTexts).toEqual([]);
  await again('&lang=en');
  await page.getByText(english.my.rent, { exact: true }).waitFor();
  expect(englishTexts).toHaveLength(1);
  await page.route('**/assets/en-*.js', (route) => route.abort());
  await again('&lang=en');
  await page.getByText(copy.my.rent, { exact: true }).waitFor();
  expect(englishTexts.length).toBeGreaterThan(1);
});

test.concurrent('The English name of a mode stands in one line on a screen of any width, in large type as well', async () => {
  const { page, world } = await opens('&lang=en');
  await page.goto(`${world.url}/modeMenu?sno=${SNO}&lang=en`);
  const names = Object.values(english.modes.tiles);
  await page.getByText(english.modes.tiles.bio, { exact: true }).waitFor();
  const broken: string[] = [];
  for (const isLarge of [false, true]) {
    await page.evaluate((is) => document.documentElement.toggleAttribute('data-large', is), isLarge);
    for (const width of [320, 375, 390, 430, 480, 640, 844]) {
      await page.setViewportSize({ width, height: 844 });
      for (const name of names) {
        const lines = await page
          .getByText(name, { exact: true })
          .first()
          .evaluate((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return range.getClientRects().length;
          });
        if (lines > 1) broken.push(`${name} at ${width}${isLarge ? ', large' : ''}`);
      }
    }
  }
  expect(broken).toEqual([]);
});
