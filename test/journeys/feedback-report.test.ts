import { expect, test } from 'vitest';
import { listRefunds } from '../../src/core/wallet/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { until } from '../helpers/until.ts';
import { takePhone } from './phones.ts';

test('A feedback about an error contains the app’s recent events and no data that identifies the user', async () => {
  const { page, world } = await takePhone();
  const { entryLink, accessToken, openid, mobile } = await world.user('ordinary');
  await world.fault({ path: listRefunds.path, kind: 'http', status: 503, times: 9 });
  await page.goto(new URL(entryLink, world.url).href);
  await page.getByRole('link', { name: copy.titles.refundList }).click();
  await page.getByRole('button', { name: copy.common.retry }).waitFor();
  await page.getByRole('button', { name: copy.common.back }).click();
  await page.getByRole('link', { name: copy.titles.feedback }).click();
  await page.getByLabel(copy.feedback.content).fill('退款记录打不开');
  await page.getByRole('switch', { name: copy.feedback.attach }).click();
  await page.getByRole('button', { name: copy.feedback.send }).click();
  await page.getByText(copy.feedback.sent).waitFor();

  const [sent] = (
    await until(
      () => world.state(),
      ({ feedback }) => feedback.length > 0,
    )
  ).feedback;
  expect(sent?.content).toMatch(/^退款记录打不开\n\n诊断信息 /);
  expect(sent?.content).toMatch(/^\d\d:\d\d:\d\d \/api\/refund\/page 503 \d+ms$/m);
  expect(sent?.content).toMatch(/^\d\d:\d\d:\d\d \/my\/refundList$/m);
  for (const secret of [accessToken, openid, mobile]) expect(sent?.content).not.toContain(secret);
});
