import { expect, test } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { takeNewPhone } from './phones.ts';

test('A receipt has the resolution for printing and can be downloaded outside WeChat; in WeChat a long press saves it, and its text can be copied also with the older clipboard API', async () => {
  const { page, world } = await takeNewPhone({ permissions: ['clipboard-read', 'clipboard-write'] });
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  const { entryLink } = await world.user('ordinary');
  const opensAReceipt = async (query: string) => {
    await page.goto(new URL(entryLink + query, world.url).href);
    await page.getByRole('link', { name: copy.titles.orderList }).tap();
    await page.getByRole('link', { name: /支付完成/ }).tap();
    await page.getByRole('button', { name: copy.receipt.open }).tap();
    const picture = page.getByRole('dialog').getByRole('img');
    return picture.evaluate(async (drawn: HTMLImageElement) => {
      await drawn.decode();
      return drawn.naturalWidth;
    });
  };

  expect(await opensAReceipt('&weixin=off')).toBe(1080);
  const saving = page.waitForEvent('download');
  await page.getByRole('link', { name: copy.receipt.download }).click();
  expect((await saving).suggestedFilename()).toMatch(/^ZL\d+\.png$/);

  expect(await opensAReceipt('&weixin=on')).toBe(1080);
  await page.getByText(copy.receipt.hold).waitFor();
  expect(await page.getByRole('link', { name: copy.receipt.download }).count()).toBe(0);
  await page.evaluate(() => Object.defineProperty(navigator.clipboard, 'writeText', { value: undefined }));
  await page.getByRole('button', { name: copy.receipt.copy }).tap();
  await page.getByText(copy.receipt.copied, { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${copy.orders.paid}：￥168`);
  expect(refused).toEqual([]);
});
