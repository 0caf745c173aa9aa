import { afterAll } from 'vitest';
import { testJourneys } from '../journeys/walk.ts';
import { WebKit } from './webkit.ts';

const webkit = await WebKit.start();
afterAll(() => webkit.close());

testJourneys(
  'webkit',
  { page: true, directory: webkit.build.directory },
  async (world) => (await webkit.opensPerson(world)).person,
);
