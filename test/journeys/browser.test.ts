import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { BrowserPerson, startBrowser } from './browser-person.ts';
import { walkAll } from './walk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

walkAll('browser', { page: true }, (world) => BrowserPerson.come(browser, world));
