import { afterAll } from 'vitest';
import { World } from '../helpers/world.ts';
import { afterThisTest } from '../journeys/failure-record.ts';
import { testJourneys } from '../journeys/walk.ts';
import { WebKit } from './webkit.ts';

const webkit = await WebKit.start();
afterAll(() => webkit.close());

testJourneys('webkit', async () => {
  const world = await World.start({ page: true, directory: webkit.build.directory });
  afterThisTest(() => world.close());
  return { world, person: (await webkit.opensPerson(world)).person };
});
