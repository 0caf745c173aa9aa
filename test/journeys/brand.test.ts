import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shadesFor } from '../../src/core/basics/brand-shades.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { BrowserPerson } from './browser-person.ts';
import { Phones } from './phones.ts';

const NAME = '悦康理疗';
const LOGO = '/__sandbox/shop/logo.svg';
const LIGHT = shadesFor('#7b3fa0', 'light');
const DARK = shadesFor('#cfaaf0', 'dark');
const TOKENS = Object.keys(LIGHT);

/** In the dark. */
const phones = new Phones({ brand: 'demo2', colorScheme: 'dark' });

const shadesOn = (page: Page) =>
  page.evaluate((tokens) => {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(tokens.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]));
  }, TOKENS);
const contentOf = (page: Page, selector: string, attribute: string) =>
  page.locator(selector).evaluate((element, name) => element.getAttribute(name), attribute);
const iconOf = (page: Page) => contentOf(page, 'link[rel=icon]', 'href');
const logosOn = (page: Page) => page.locator(`img[src$="${LOGO}"]`).count();

test('Another brand shows its name, logo, icon and colours, in the dark and in the light, also to a visitor without a session', async () => {
  const { page, world } = await phones.take();
  expect(await (await fetch(world.url)).text()).toContain(`<title>${NAME}</title>`);
  await page.goto(`${world.url}/my`);
  await page.getByRole('heading', { name: copy.session.enterFromWeChat }).waitFor();
  await page.getByRole('contentinfo').getByText(NAME).waitFor();
  await expect.poll(async () => [await page.title(), await logosOn(page)]).toEqual([NAME, 1]);

  const { entryLink } = await world.user('leaser');
  await page.goto(new URL(`${entryLink}&pageType=device`, world.url).href);
  await page.getByText(copy.my.rent, { exact: true }).waitFor();
  await expect.poll(() => logosOn(page)).toBe(1);
  await expect.poll(() => iconOf(page)).toBe(world.url + LOGO);
  await expect.poll(() => shadesOn(page)).toEqual(DARK);
  expect(await contentOf(page, 'meta[name=theme-color][media*=light]', 'content')).toBe(LIGHT.accent);
  expect(await contentOf(page, 'meta[name=theme-color][media*=dark]', 'content')).toBe(DARK['accent-soft']);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => shadesOn(page)).toEqual(LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => shadesOn(page)).toEqual(DARK);
});

test('A logo that fails to load is replaced by the mark and the icon of the app', async () => {
  const { page, world } = await phones.take();
  await page.route(`**${LOGO}`, (route) => route.fulfill({ status: 404 }));
  const { entryLink } = await world.user('leaser');
  await page.goto(new URL(`${entryLink}&pageType=device`, world.url).href);
  await page.getByText(NAME).first().waitFor();
  await expect.poll(() => logosOn(page)).toBe(0);
  await page.locator('p svg').first().waitFor();
  await expect.poll(() => iconOf(page)).toMatch(/^data:image/);
});

test('The share card of a device has the picture of the brand, and a receipt its logo', async () => {
  const phone = await phones.take();
  const { page, world } = phone;
  const person = BrowserPerson.with(phone);
  await person.arrives('leaser', 'PL10003');
  const { picture } = await person.sendsACardToAFriend();
  expect(picture).toBe(`${world.url}/__sandbox/shop/share.png`);
  await person.arrives('ordinary');
  await page.getByRole('link', { name: copy.titles.orderList }).tap();
  await page.getByRole('link', { name: /支付完成/ }).tap();
  await page.getByRole('button', { name: copy.receipt.open }).tap();
  /** The colour in the middle of the logo's left edge, where the mark of the app has another. */
  const edgeOfLogo = () =>
    page
      .getByRole('dialog')
      .getByRole('img')
      .evaluate(async (drawn: HTMLImageElement) => {
        await drawn.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [drawn.naturalWidth, drawn.naturalHeight];
        const context = canvas.getContext('2d');
        context?.drawImage(drawn, 0, 0);
        const [red, green, blue] = context?.getImageData(3 * 22, 3 * 38, 1, 1).data ?? [];
        return [red, green, blue];
      });
  await expect.poll(edgeOfLogo).toEqual([0x7b, 0x3f, 0xa0]);
  expect(person.complaints()).toEqual([]);
});
