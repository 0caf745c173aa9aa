import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { World } from '../helpers/world.ts';
import { startBrowser } from './browser-person.ts';

/** One browser for all tests of a file. */
export function sharedBrowser(): { browser: Browser } {
  const shared = {} as { browser: Browser };
  beforeAll(async () => {
    shared.browser = await startBrowser();
  });
  afterAll(() => shared.browser.close());
  return shared;
}

/** One browser and one sandbox with the built page for all tests of a file. The sandbox is reset before each test. */
export function sharedBrowserAndWorld(): { browser: Browser; world: World } {
  const shared = sharedBrowser() as { browser: Browser; world: World };
  beforeAll(async () => {
    shared.world = await World.start({ page: true, report: true });
  });
  beforeEach(() => shared.world.reset());
  afterAll(() => shared.world.close());
  return shared;
}
