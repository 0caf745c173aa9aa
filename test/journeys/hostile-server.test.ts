import { expect, test } from 'vitest';
import { hostileAnswers } from '../helpers/hostile-answers.ts';
import { sharedBrowserAndWorld } from './shared-browser.ts';

const PAYLOAD =
  '"><img src=x onerror="window.ran=1"><script>window.ran=2</script><svg onload="window.ran=3"></svg><a href="javascript:window.ran=4">x</a>';

const shared = sharedBrowserAndWorld();

test.each([
  ['answers', (path: string) => [...hostileAnswers(PAYLOAD)].find(([endpoint]) => endpoint.path === path)?.[1]],
  ['refusals', () => ({ code: '9', message: PAYLOAD, data: null })],
])(
  'The page shows scripts in the server’s %s as text: no script runs, no dialog opens, no navigation happens',
  async (_what, answerTo) => {
    const page = await shared.browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' });
    const opened: string[] = [];
    page.on('dialog', (dialog) => {
      opened.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('popup', (popup) => opened.push(popup.url()));
    const { entryLink } = await shared.world.user('leaser');
    await page.route('**/api/**', (route) =>
      route.fulfill({ json: answerTo(new URL(route.request().url()).pathname.replace('/api', '')) }),
    );
    await page.goto(`${shared.world.url}${entryLink}&sno=PL10001`);
    await page.locator('h1:visible, h2:visible').first().waitFor();
    let shown = '';
    for (const place of [
      '/my?tab=my',
      '/my?tab=device',
      '/lease',
      '/process?sno=PL10001',
      '/orderDetail?orderNo=L100',
      '/my/refundList',
    ]) {
      await page.goto(shared.world.url + place);
      await page.locator('h1:visible, h2:visible').first().waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
      shown += await page.locator('body').innerText();
      const { ran, planted, at } = await page.evaluate(() => ({
        ran: (window as unknown as { ran?: number }).ran,
        planted: document.querySelectorAll('[onerror], [onload], [src="x"], [href^="javascript:"], #root script')
          .length,
        at: location.origin,
      }));
      expect([place, ran, planted, at]).toEqual([place, undefined, 0, shared.world.url]);
    }
    expect(shown).toContain('<script>window.ran=2</script>');
    expect(opened).toEqual([]);
    await page.context().close();
  },
);
