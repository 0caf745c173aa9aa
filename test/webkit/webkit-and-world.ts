import { afterAll, beforeEach } from 'vitest';
import { World } from '../helpers/world.ts';
import { WebKit } from './webkit.ts';

/** One WebKit and one sandbox with the built page for all tests of a file. The sandbox is reset before each test. */
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
