import type { Page } from 'playwright-core';

const WORDS = /remaining:(\w+)=>`(?:剩余\$\{\1\}分钟|\$\{\1\} min left)`/;

/** Inserts an error into the page’s scripts: formatting the remaining minutes throws. */
export async function plantErrorIn(page: Page): Promise<void> {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    await route.fulfill({ response, body: script.replace(WORDS, 'remaining:()=>{throw new TypeError("planted")}') });
  });
}
