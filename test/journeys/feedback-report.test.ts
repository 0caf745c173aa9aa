import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { until } from '../helpers/until.ts';
import { World } from '../helpers/world.ts';
import { startBrowser } from './browser-person.ts';

let world: World;
let browser: Browser;
beforeAll(async () => {
  world = await World.start({ page: true });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

it('A feedback about a fault tells what the app did before, and nothing of who sends it', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
  const { entryLink, accessToken, openid, mobile } = await world.user('ordinary');
  await world.fault({ path: '/refund/page', kind: 'http', status: 503, times: 9 });
  await page.goto(new URL(entryLink, world.url).href);
  await page.getByRole('link', { name: copy.titles.refundList }).click();
  await page.getByRole('button', { name: copy.common.retry }).waitFor();
  await page.getByRole('button', { name: copy.common.back }).click();
  await page.getByRole('link', { name: copy.titles.feedback }).click();
  await page.getByLabel(copy.feedback.content).fill('退款记录打不开');
  await page.getByRole('switch', { name: copy.feedback.attach }).click();
  await page.getByRole('button', { name: copy.feedback.send }).click();
  await page.getByText(copy.feedback.sent).waitFor();

  const [sent] = (await until(() => world.state(), ({ feedback }) => feedback.length > 0)).feedback;
  expect(sent?.content).toMatch(/^退款记录打不开\n\n诊断信息 /);
  expect(sent?.content).toMatch(/^\d\d:\d\d:\d\d \/api\/refund\/page 503 \d+ms$/m);
  expect(sent?.content).toMatch(/^\d\d:\d\d:\d\d \/my\/refundList$/m);
  for (const secret of [accessToken, openid, mobile]) expect(sent?.content).not.toContain(secret);
  await page.close();
});
