import type { Page } from 'playwright-core';

const WORDS = /remaining:(\w+)=>`剩余 \$\{\1\} 分钟`/;

/** From now on the page's scripts come with an error in them: what is left of a treatment cannot be put into words. */
export async function plantErrorIn(page: Page): Promise<void> {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    await route.fulfill({ response, body: script.replace(WORDS, 'remaining:()=>{throw new TypeError("planted")}') });
  });
}
