import { expect, test, vi } from 'vitest';
import { pageFetch } from '../../src/adapters/browser/page-fetch.ts';

test('The page calls with the browser’s own fetch, at once', () => {
  expect(pageFetch()).toBe(globalThis.fetch);
});

test('The page calls with a polyfill where the browser has no fetch', async () => {
  vi.stubGlobal('fetch', undefined);
  expect(await pageFetch()).toBeTypeOf('function');
});
