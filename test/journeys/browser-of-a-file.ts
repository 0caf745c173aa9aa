import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { World } from '../helpers/world.ts';
import { startBrowser } from './browser-person.ts';

/** The browser that the tests of a file share. */
export function aBrowser(): { browser: Browser } {
  const shared = {} as { browser: Browser };
  beforeAll(async () => {
    shared.browser = await startBrowser();
  });
  afterAll(() => shared.browser.close());
  return shared;
}

/** The browser that the tests of a file share, and the pretend cloud with the page, which begins anew with each of them. */
export function aBrowserAndAWorld(): { browser: Browser; world: World } {
  const shared = aBrowser() as { browser: Browser; world: World };
  beforeAll(async () => {
    shared.world = await World.start({ page: true });
  });
  beforeEach(() => shared.world.reset());
  afterAll(() => shared.world.close());
  return shared;
}
