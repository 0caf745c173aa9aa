import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shadesFor } from '../../src/ui/brand/brand-shades.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { World } from '../helpers/world.ts';
import { BrowserPerson } from './browser-person.ts';
import { afterThisTest } from './failure-record.ts';
import { sharedBrowser } from './shared-browser.ts';
import { takeFindings } from './leak-detector.ts';

const NAME = '悦康理疗';
const LOGO = '/__sandbox/shop/logo.svg';
const LIGHT = shadesFor('#7b3fa0', 'light');
const DARK = shadesFor('#cfaaf0', 'dark');
const TOKENS = Object.keys(LIGHT);

const shared = sharedBrowser();
let world: World;
beforeAll(async () => {
  world = await World.start({ page: true, brand: 'demo2' });
});
beforeEach(() => world.reset());
afterAll(() => world.close());

async function opensMyDevices({ logoFails = false, colorScheme = 'light' as 'light' | 'dark' } = {}): Promise<Page> {
  const context = await shared.browser.newContext({ locale: 'zh-CN', colorScheme });
  afterThisTest(() => context.close());
  if (logoFails) await context.route(`**${LOGO}`, (route) => route.fulfill({ status: 404 }));
  const page = await context.newPage();
  const { entryLink } = await world.user('leaser');
  await page.goto(new URL(`${entryLink}&pageType=device`, world.url).href);
  await page.getByText(NAME).first().waitFor();
  await page.getByText(copy.my.rent, { exact: true }).waitFor();
  return page;
}

const shadesOn = (page: Page) =>
  page.evaluate((tokens) => {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(tokens.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]));
  }, TOKENS);
const contentOf = (page: Page, selector: string, attribute: string) =>
  page.locator(selector).evaluate((element, name) => element.getAttribute(name), attribute);
const iconOf = (page: Page) => contentOf(page, 'link[rel=icon]', 'href');
const logosOn = (page: Page) => page.locator(`img[src$="${LOGO}"]`).count();

test('The document has the title of the brand before its first script runs', async () => {
  const html = await (await fetch(world.url)).text();
  expect(html).toContain(`<title>${NAME}</title>`);
});

test('Another brand shows its logo, icon and colours in light and dark, and breaks no security policy', async () => {
  const page = await opensMyDevices();
  expect(await logosOn(page)).toBe(1);
  await expect.poll(() => iconOf(page)).toBe(world.url + LOGO);
  expect(await shadesOn(page)).toEqual(LIGHT);
  expect(await contentOf(page, 'meta[name=theme-color][media*=light]', 'content')).toBe(LIGHT.accent);
  expect(await contentOf(page, 'meta[name=theme-color][media*=dark]', 'content')).toBe(DARK['accent-soft']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => shadesOn(page)).toEqual(DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => shadesOn(page)).toEqual(LIGHT);
  expect(await takeFindings()).toEqual([]);
});

test('A page that opens in the dark has the dark colours of the brand', async () => {
  expect(await shadesOn(await opensMyDevices({ colorScheme: 'dark' }))).toEqual(DARK);
});

test('A logo that fails to load is replaced by the mark and the icon of the app', async () => {
  const page = await opensMyDevices({ logoFails: true });
  await expect.poll(() => logosOn(page)).toBe(0);
  expect(await page.locator('p svg').first().isVisible()).toBe(true);
  expect(await iconOf(page)).toMatch(/^data:image/);
});

test('The notice for a visitor without a session shows the brand', async () => {
  const context = await shared.browser.newContext({ locale: 'zh-CN' });
  afterThisTest(() => context.close());
  const page = await context.newPage();
  await page.goto(`${world.url}/my`);
  await page.getByRole('heading', { name: copy.session.enterFromWeChat }).waitFor();
  expect(await page.title()).toBe(NAME);
  expect(await page.getByRole('contentinfo').innerText()).toContain(NAME);
  expect(await logosOn(page)).toBe(1);
});

test('The share card of a device has the picture of the brand', async () => {
  const person = await BrowserPerson.open(shared.browser, world);
  afterThisTest(() => person.leaves());
  await person.arrives('leaser', 'PL10003');
  const { picture } = await person.sendsACardToAFriend();
  expect(picture).toBe(`${world.url}/__sandbox/shop/share.png`);
  expect(person.complaints()).toEqual([]);
});

test('A receipt is drawn with the logo of the brand and can be saved', async () => {
  const page = await opensMyDevices();
  const { entryLink } = await world.user('ordinary');
  await page.goto(new URL(entryLink, world.url).href);
  await page.getByRole('link', { name: copy.titles.orderList }).click();
  await page.getByRole('link', { name: /支付完成/ }).click();
  await page.getByRole('button', { name: copy.receipt.open }).click();
  /** The colour in the middle of the logo's left edge, where the mark of the app has another. */
  const edgeOfLogo = () =>
    page
      .getByRole('dialog')
      .getByRole('img')
      .evaluate(async (picture: HTMLImageElement) => {
        await picture.decode();
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
        const context = canvas.getContext('2d');
        context?.drawImage(picture, 0, 0);
        const [red, green, blue] = context?.getImageData(3 * 22, 3 * 38, 1, 1).data ?? [];
        return [red, green, blue];
      });
  await expect.poll(edgeOfLogo).toEqual([0x7b, 0x3f, 0xa0]);
  expect(await takeFindings()).toEqual([]);
});
