import { expect, test } from 'vitest';
import { logs, metrics, outcomes, problem, vital } from '../sandbox/reports/documents.ts';
import { obstacles } from './obstacles.ts';
import { takeNewPhone } from './phones.ts';

test('The page of the sandbox lists the reports, filters them by kind, unfolds one, marks an invalid one, and lets the receiver fail as often as asked', async () => {
  const { page, world } = await takeNewPhone();
  await page.goto(`${world.url}/__sandbox/?lang=en#reports`);
  const sends = (path: string, document: unknown) =>
    fetch(`${world.url}/__sandbox/otlp/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });

  await page.getByText('No report yet').waitFor();
  await sends('logs', logs(problem));
  await sends('metrics', metrics(outcomes('paid', 2), vital));
  await sends('logs', logs({ ...problem, token: 'x' }));
  const rows = page.locator('#reports > li');
  await rows.nth(3).waitFor();
  expect(await rows.locator('.what').allInnerTexts()).toEqual([
    'LogRecord: unknown field: "token"',
    'LCP 1500 ms',
    'paid',
    'http',
  ]);
  await expect.poll(() => page.locator('#reports > .invalid').count()).toBe(1);
  await page.locator('#tab-reports', { hasText: /Reports\s*4/ }).waitFor();

  await page.getByRole('button', { name: 'Problem 1' }).click();
  await page.locator('#reports > li:only-child').waitFor();
  expect((await rows.innerText()).split(/\s+/)).toEqual(
    expect.arrayContaining(['Problem', 'http', 'listLeaseOrders', '503', '/my/orderList']),
  );
  await rows.locator('summary').click();
  await rows.getByText('1f2e3d4c').waitFor();
  expect((await obstacles(page, 'all')).violations).toEqual([]);

  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('button', { name: '问题 1' }).waitFor();
  await rows.filter({ hasText: '手机上的时间' }).waitFor();
  await page.getByRole('button', { name: '清空列表' }).click();
  await page.getByText('还没有报告').waitFor();

  await page.goto(`${world.url}/__sandbox/?lang=en#reports`);
  const panel = page.getByRole('region', { name: 'The receiver itself' });
  await panel.getByLabel('How often').fill('2');
  await panel.getByRole('button', { name: 'Add' }).click();
  await panel.getByText('2 times more').waitFor();
  const { status, headers } = await sends('logs', logs(problem));
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  await panel.getByText('once more').waitFor();
});
