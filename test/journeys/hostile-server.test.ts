import { expect, test } from 'vitest';
import { hostileAnswers } from '../helpers/hostile-answers.ts';
import { takePhone } from './phones.ts';

const PAYLOAD =
  '"><img src=x onerror="window.ran=1"><script>window.ran=2</script><svg onload="window.ran=3"></svg><a href="javascript:window.ran=4">x</a>';

test('The page shows scripts in the server’s answers as text: no script runs, no dialog opens, no navigation happens', async () => {
  const answers = new Map([...hostileAnswers(PAYLOAD)].map(([{ path }, answer]) => [path, answer]));
  const { page, world } = await takePhone();
  const opened: string[] = [];
  page.on('dialog', (dialog) => {
    opened.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('popup', (popup) => opened.push(popup.url()));
  const { entryLink } = await world.user('leaser');
  await page.route('**/api/**', (route) =>
    route.fulfill({ json: answers.get(new URL(route.request().url()).pathname.replace('/api', '')) }),
  );
  await page.goto(`${world.url}${entryLink}&sno=PL10001`);
  await page.locator('h1:visible, h2:visible').first().waitFor();
  let shown = '';
  for (const place of ['/my?tab=device', '/process?sno=PL10001', '/orderDetail?orderNo=L100']) {
    await page.goto(world.url + place);
    await page.locator('h1:visible, h2:visible').first().waitFor();
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    shown += await page.locator('body').innerText();
    const { ran, planted, at } = await page.evaluate(() => ({
      ran: (window as unknown as { ran?: number }).ran,
      planted: document.querySelectorAll('[onerror], [onload], [src="x"], [href^="javascript:"], #root script').length,
      at: location.origin,
    }));
    expect([place, ran, planted, at]).toEqual([place, undefined, 0, world.url]);
  }
  expect(shown).toContain('<script>window.ran=2</script>');
  expect(opened).toEqual([]);
});
