import { afterAll, beforeEach } from 'vitest';
import { World } from '../helpers/world.ts';
import { WebKit } from './webkit.ts';

/** What the tests of a file share: WebKit, and the pretend cloud with the page, which begins anew with each of them. */
export async function webkitAndWorld(): Promise<{ webkit: WebKit; world: World }> {
  const webkit = await WebKit.start();
  const world = await World.start({ page: true, directory: webkit.build.directory });
  beforeEach(() => world.reset());
  afterAll(async () => {
    await webkit.close();
    await world.close();
  });
  return { webkit, world };
}
