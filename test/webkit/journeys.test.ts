import { afterAll } from 'vitest';
import { walkAll } from '../journeys/walk.ts';
import { WebKit } from './webkit.ts';

const webkit = await WebKit.start();
afterAll(() => webkit.close());

walkAll(
  'webkit',
  { page: true, directory: webkit.build.directory },
  async (world) => (await webkit.comes(world)).person,
);
