import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { sharedBrowserAndWorld } from './shared-browser.ts';

const shared = sharedBrowserAndWorld();

/** Opens a paid order, inside or outside WeChat. */
async function atAPaidOrder(weixin: boolean): Promise<{ page: Page; refused: string[] }> {
  const context = await shared.browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  const { entryLink } = await shared.world.user('ordinary');
  await page.goto(`${new URL(entryLink, shared.world.url).href}${weixin ? '' : '&weixin=off'}`);
  await page.getByRole('link', { name: copy.titles.orderList }).click();
  await page.getByRole('link', { name: /支付完成/ }).click();
  await page.getByRole('button', { name: copy.receipt.open }).click();
  return { page, refused };
}

const drawn = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('img')
    .evaluate(async (picture: HTMLImageElement) => {
      await picture.decode();
      return picture.naturalWidth;
    });

test('A receipt has the resolution for printing, and can be downloaded outside WeChat', async () => {
  const { page, refused } = await atAPaidOrder(false);
  expect(await drawn(page)).toBe(1080);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: copy.receipt.download }).click();
  expect((await saving).suggestedFilename()).toMatch(/^ZL\d+\.png$/);
  expect(refused).toEqual([]);
  await page.context().close();
});

test('In WeChat, a long press saves a receipt, and its text can be copied also with the older clipboard API', async () => {
  const { page, refused } = await atAPaidOrder(true);
  expect(await drawn(page)).toBe(1080);
  expect(await page.getByText(copy.receipt.hold).isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: copy.receipt.download }).count()).toBe(0);
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => Object.defineProperty(navigator.clipboard, 'writeText', { value: undefined }));
  await page.getByRole('button', { name: copy.receipt.copy }).click();
  await page.getByText(copy.receipt.copied, { exact: true }).waitFor();
  expect(await read()).toContain(`${copy.orders.paid}：￥168`);
  expect(refused).toEqual([]);
  await page.context().close();
});
